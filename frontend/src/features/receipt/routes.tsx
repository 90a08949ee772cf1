import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Receipt as ReceiptFacts } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardBones, FailedRead, Loading } from "@/components/ui/State";
import {
  Lines,
  Statement,
  StatementBody,
  StatementFoot,
  StatementHead,
  Tear,
} from "@/components/ui/Statement";
import { ApiError, api } from "@/lib/api";
import { bootstrap, contact } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { cents } from "@/lib/format";
import { homePath } from "@/lib/home";
import { lastReceipt, rememberReceipt } from "@/lib/last-receipt";
import { PageHeading } from "@/lib/page";
import { patientTexts } from "@/lib/patient";
import { useSearchParams } from "@/lib/router";
import { useSitePictures } from "@/lib/site-pictures";
import { getItem, removeItems, useStored } from "@/lib/storage";
import s from "./Receipt.module.css";

const HistoryButton = lazy(patientTexts("dialogs", () => import("@/components/history/HistoryButton")));
const SaveSigned = lazy(patientTexts("dialogs", () => import("@/components/documents/SaveSigned")));

function Account({ receipt }: { receipt: ReceiptFacts }) {
  const { phone, hours } = contact();
  const help = [phone, hours].filter(Boolean).join(", ");
  return (
    <p className={cx("xs mute", s.fine)}>
      {receipt.payment.text} {help && <Trans>Questions? {help}.</Trans>}
    </p>
  );
}

function ReceiptStatement({ receipt }: { receipt: ReceiptFacts }) {
  const number = receipt.confirmation_number || receipt.policy_id;
  const { logo } = bootstrap.brand;
  return (
    <Statement role="region" aria-labelledby="receipt-statement">
      <StatementHead>
        <div>
          <h2 id="receipt-statement" className={s.title}>
            <Trans>Enrollment receipt</Trans>
          </h2>
          <p className="small mute num">
            <Trans>Confirmation #{number}</Trans>
          </p>
        </div>
        {logo.src && (
          <img
            src={logo.src.replace("/logo.svg", "/favicon.svg")}
            alt=""
            className={s.mark}
            width={34}
            height={34}
          />
        )}
      </StatementHead>
      <StatementBody>
        <Lines
          lines={[
            { label: <Trans>Member</Trans>, value: receipt.member_name },
            { label: <Trans>Covered</Trans>, value: receipt.covered },
            { label: <Trans>Effective date</Trans>, value: receipt.effective_date },
          ]}
        />
      </StatementBody>
      <Tear />
      <StatementBody>
        <Lines
          lines={receipt.lines.map((line, index) => ({
            key: `${line.name}-${index}`,
            label: line.name,
            note: [line.note, line.share?.text].filter(Boolean).join(" "),
            value: cents(line.price) === 0 && line.one_time ? line.one_time : line.price,
          }))}
        />
      </StatementBody>
      <Tear />
      <StatementFoot>
        <Lines
          total
          lines={[
            { label: <Trans>First Month Cost</Trans>, value: receipt.initial_month_cost, grand: true },
            { label: <Trans>Then each month</Trans>, value: receipt.recurring_month_cost },
          ]}
        />
        <Account receipt={receipt} />
      </StatementFoot>
    </Statement>
  );
}

/** The product's own drawing takes the brand's colours; an operator's picture has its own. */
function ThankYou({ picture }: { picture: string }) {
  if (!picture.startsWith(`${bootstrap.static_art}illustration/`)) return <img src={picture} alt="" />;
  return (
    <svg viewBox="0 0 192 144" aria-hidden="true">
      <use href={`${picture}#art`} />
    </svg>
  );
}

function Receipt({ id, receipt }: { id: string; receipt: ReceiptFacts }) {
  const { t } = useLingui();
  const { name, policy_id: policy, enrolled_on: enrolled } = receipt;
  const picture = useSitePictures().data?.thank_you_image;
  return (
    <div className={s.receipt}>
      <div className="stack-8">
        <div className={s.thanks}>
          <div>
            <Badge tone="ok" icon="check">
              <Trans>Enrolled on {enrolled}</Trans>
            </Badge>
          </div>
          <div className={s.picture}>{picture && <ThankYou picture={picture} />}</div>
          <PageHeading title={t`Enrollment Receipt`}>
            <Trans>Dear {name}, Thank you,</Trans>
          </PageHeading>
          <p className={cx("lead", s.lead)}>
            {receipt.reader === "seller" ? (
              <Trans>
                Your confirmation number is <b className="num">#{policy}</b>. A receipt of your enrollment
                will be sent to you and also to the client with the subject Enrollment Receipt
              </Trans>
            ) : (
              <Trans>
                Your confirmation number is <b className="num">#{policy}</b>. A receipt of your enrollment
                will be sent to you with the subject Enrollment Receipt
              </Trans>
            )}
          </p>
        </div>
        {receipt.pending.length > 0 && (
          <Banner tone="warn" title={<Trans>Pending underwriting</Trans>}>
            {receipt.pending.map((one) => (
              <p key={one.plan}>
                <b>{one.plan}:</b> {one.text}
              </p>
            ))}
          </Banner>
        )}
        {receipt.next_steps.length > 0 && (
          <section aria-labelledby="next-steps" className={s.next}>
            <h2 id="next-steps">
              <Trans>What happens next</Trans>
            </h2>
            <ol className={s.timeline}>
              {receipt.next_steps.map((step) => (
                <li key={step.when + step.text}>
                  <b>{step.when}</b>
                  {step.text}
                </li>
              ))}
            </ol>
          </section>
        )}
        <div className="row no-print">
          <ButtonLink tone="primary" to={homePath()}>
            <Trans>Return to homepage</Trans>
          </ButtonLink>
          <Button icon="print" onClick={() => window.print()}>
            <Trans>Print receipt</Trans>
          </Button>
          <Suspense fallback={null}>
            <SaveSigned id={id} />
            <HistoryButton id={id} />
          </Suspense>
        </div>
      </div>
      <ReceiptStatement receipt={receipt} />
    </div>
  );
}

/** The receipt is read: the quote is over and the next visit starts with an empty cart. */
function useFarewell(done: boolean, id: string | null): void {
  useEffect(() => {
    if (done && id) rememberReceipt(id);
    if (done && (getItem("tempId") === id || getItem("tempId") === null)) {
      removeItems("tempId", "cartCount", "isFilterDataSubmitted", "isCurrentMemberAvailable");
      // A rep's next visitor is somebody else; a member stays who the member is.
      if (getItem("usertype") !== "member") removeItems("user_id");
    }
  }, [done, id]);
}

function Body() {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const stored = useStored("tempId");
  const [last] = useState(lastReceipt);
  const id = search.get("enrollment") ?? stored ?? last;
  const { data, error, refetch } = useQuery({
    queryKey: ["receipt", id],
    queryFn: ({ signal }) =>
      api.get<ReceiptFacts>(`${bootstrap.api}/get-receipt`, { enrollment_id: id }, signal),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** The address keeps the id, so that a reload or a bookmark shows the receipt again. */
  useEffect(() => {
    if (data && id && !search.get("enrollment"))
      setSearch(new URLSearchParams({ enrollment: id }), { replace: true });
  }, [data, id, search, setSearch]);
  useFarewell(data !== undefined, id);

  if (data && id) return <Receipt id={id} receipt={data} />;
  const none = !id || (error instanceof ApiError && [404, 409].includes(error.status));
  if (none) {
    return (
      <div className="stack-6">
        <PageHeading title={t`Enrollment Receipt`}>
          <Trans>There is no receipt here</Trans>
        </PageHeading>
        <p>
          <Trans>A receipt opens only for the person who enrolled, after the last step.</Trans>
        </p>
        <div className="row">
          <ButtonLink tone="primary" to="/continue-enrollment">
            <Trans>Continue a saved enrollment</Trans>
          </ButtonLink>
          <ButtonLink to="/">
            <Trans>Return to homepage</Trans>
          </ButtonLink>
        </div>
      </div>
    );
  }
  if (error) return <FailedRead onRetry={() => void refetch()} />;
  return (
    <Loading className={s.receipt}>
      <CardBones lines={5} />
      <CardBones lines={8} />
    </Loading>
  );
}

/** Shown inside the store's own header and footer. */
export default function ReceiptPage() {
  return (
    <main id="main" className={cx("wrap page", s.page)}>
      <Body />
    </main>
  );
}
