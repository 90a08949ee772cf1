import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Receipt as ReceiptFacts } from "@/client";
import { Drawing } from "@/components/art/Drawing";
import { LegalFooter } from "@/components/layout/LegalLinks";
import { TaskHeader } from "@/components/layout/TaskHeader";
import { Button, ButtonLink } from "@/components/ui/Button";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { useActor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { saveDay } from "@/lib/calendar";
import { cx } from "@/lib/cx";
import { lastReceipt, rememberReceipt } from "@/lib/last-receipt";
import { partWithTexts } from "@/lib/load-part";
import { PageHeading } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { useSitePictures } from "@/lib/site-pictures";
import { getItem, removeItems, useStored } from "@/lib/storage";
import { MemberCards } from "./MemberCards";
import { NextSteps } from "./NextSteps";
import s from "./Receipt.module.css";
import { ReceiptStatement } from "./ReceiptStatement";
import { SellerWays } from "./SellerWays";

const HistoryButton = lazy(partWithTexts("dialogs", () => import("@/components/history/HistoryButton")));
const SaveSigned = lazy(partWithTexts("dialogs", () => import("@/components/documents/SaveSigned")));

/** The home page's picture on the receipt: its face, or the street under its sky. */
const HERO = bootstrap.recipe.hero;

/** The product's own drawing takes the brand's colours; an operator's picture has its own. */
function ThankYou({ picture }: { picture: string }) {
  if (!picture.startsWith(`${bootstrap.static_art}illustration/`)) return <img src={picture} alt="" />;
  if (HERO === "face") return <Drawing name="face" width={640} height={600} className={s.drawnFace} />;
  if (HERO === "card") return null;
  return (
    <svg viewBox="0 0 192 144" aria-hidden="true">
      <use href={`${picture}#art`} />
    </svg>
  );
}

/** The band: thanks, and the number that a call would ask for. */
function Thanks({ receipt }: { receipt: ReceiptFacts }) {
  const { t } = useLingui();
  const { name, policy_id: policy, enrolled_on: enrolled } = receipt;
  const picture = useSitePictures().data?.thank_you_image;
  return (
    <div className={cx(s.band, s[HERO], !!receipt.cards?.length && s.under)}>
      <div className="wrap">
        <div>
          <PageHeading title={t`Enrollment Receipt`}>
            <Trans>Dear {name}, Thank you,</Trans>
          </PageHeading>
          <p>
            <Trans>
              Your confirmation number is <b className="num">#{policy}</b>. A receipt of your enrollment will
              be sent to you and also to the client with the subject Enrollment Receipt
            </Trans>
          </p>
        </div>
        <div className={s.picture}>{picture && <ThankYou picture={picture} />}</div>
        <dl className={s.number}>
          <dt>
            <Trans>Confirmation</Trans>
          </dt>
          <dd className={s.large}>#{policy}</dd>
          <dd>
            <Trans>Enrolled on {enrolled}</Trans>
          </dd>
        </dl>
      </div>
      {HERO === "card" && (
        <Drawing
          name="street"
          width={1280}
          height={250}
          className={s.street}
          preserveAspectRatio="xMidYMax slice"
        />
      )}
    </div>
  );
}

/** The account that an enrollment makes, and how to sign in to it. */
function OwnAccount({ email }: { email: string }) {
  return (
    <section aria-labelledby="own-account" className="no-print">
      <h2 id="own-account" className={s.account}>
        <Trans>Your account</Trans>
      </h2>
      <p>
        <Trans>
          Sign in with <b>{email}</b> to see your cards, payments, and documents. If you're new here, we'll
          email you a link to set a password.
        </Trans>
      </p>
      <ButtonLink to="/sign-in/by-mail">
        <Trans>Email me a sign-in link</Trans>
      </ButtonLink>
    </section>
  );
}

function Receipt({ id, receipt }: { id: string; receipt: ReceiptFacts }) {
  const { t } = useLingui();
  const { role } = useActor();
  const { cards = [] } = receipt;
  const sells = receipt.reader === "seller" && (role === "rep" || role === "group");
  return (
    <>
      <Thanks receipt={receipt} />
      <div className={cx("wrap", s.page)}>
        {cards.length > 0 && <MemberCards cards={cards} people={receipt.people} />}
        <div className={s.receipt}>
          <NextSteps receipt={receipt} />
          <ReceiptStatement receipt={receipt} />
        </div>
        {receipt.reader !== "seller" && role === "visitor" && <OwnAccount email={receipt.email} />}
        <div className={cx("row no-print", s.ways)}>
          {sells && <SellerWays />}
          <ButtonLink tone={sells ? "secondary" : "primary"} to={receipt.return_href}>
            <Trans>Return to homepage</Trans>
          </ButtonLink>
          {role === "member" && (
            <ButtonLink to="/coverage">
              <Trans>Go to my benefits</Trans>
            </ButtonLink>
          )}
          <Button
            icon="calendar"
            onClick={() =>
              saveDay(receipt.effective_date, t`Coverage starts`, `coverage-${receipt.confirmation_number}`)
            }
          >
            <Trans>Add first day to calendar</Trans>
          </Button>
          <Suspense fallback={null}>
            <SaveSigned id={id} />
            <HistoryButton id={id} />
          </Suspense>
        </div>
      </div>
    </>
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
    queryFn: ({ signal }) => api.get("/api/v1/get-receipt", { enrollment_id: id }, signal),
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
  const isMissing = !id || (error instanceof ApiError && [404, 409].includes(error.status));
  if (isMissing) {
    return (
      <div className="wrap page stack-6">
        <PageHeading title={t`Enrollment Receipt`}>
          <Trans>No receipt found</Trans>
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
  return (
    <div className="wrap page">
      {error ? (
        <FailedRead onRetry={() => void refetch()} />
      ) : (
        <Loading className={s.receipt}>
          <CardSkeleton lines={5} />
          <CardSkeleton lines={8} />
        </Loading>
      )}
    </div>
  );
}

/** The receipt, without the store's header and its requests. */
export default function ReceiptPage() {
  return (
    <>
      <TaskHeader />
      <main id="main">
        <Body />
      </main>
      <LegalFooter />
    </>
  );
}
