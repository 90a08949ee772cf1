import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { EventChoice, MemberCoverage } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { AddressFields } from "./AddressFields";
import s from "./Change.module.css";
import { StartDays } from "./ChangeParts";
import { PriceStep } from "./ChangeSteps";
import d from "./Details.module.css";
import { useOwner } from "./owner";
import { type ChangeForm, type SentChange, useChangeForm } from "./useChangeForm";

export const MOVE = "move";

interface MoveProps {
  events: EventChoice[];
  coverage: MemberCoverage;
  onClose: () => void;
  /** The address on record was never right. */
  onCorrect: () => void;
  onSent: (sent: SentChange) => void;
}

/** The life event of a move, where the address is: the new address and the day, then its effect, then it is saved. */
export function MoveForm({ events, coverage, onClose, onCorrect, onSent }: MoveProps) {
  const { t } = useLingui();
  const { path } = useOwner();
  const navigate = useNavigate();
  const [typing, setTyping] = useState(true);
  const form = useChangeForm(typing ? "when" : "price", events, coverage, {
    steps: ["who", "when"],
    go: (step) => (step === "late" ? void navigate(`${path}/late`) : setTyping(step !== "price")),
    onSent,
  });
  const { answers, busy, dispatch, field, included, preview, problem } = form;
  useLayoutEffect(() => {
    const move = events.find((event) => event.key === MOVE);
    if (move && answers.event !== MOVE) dispatch({ type: "event", event: move });
  }, [events, answers.event, dispatch]);
  useEffect(() => document.getElementById("change-address1")?.focus(), []);
  const nothing = included.length === 0 && !preview.data?.person_alone;
  return (
    <form className={d.inPlace} noValidate onSubmit={form.onSubmit}>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      {typing ? (
        <div className={d.moving}>
          <AddressFields form={form} />
          <DateField {...field("happened_on")} label={t`Move date`} />
          <p className="small">
            <Trans>Didn't move, but the address on record is wrong?</Trans>{" "}
            <Button size="sm" tone="quiet" onClick={onCorrect}>
              <Trans>Ask for a correction</Trans>
            </Button>
          </p>
        </div>
      ) : (
        <Effect form={form} />
      )}
      <div className={d.buttons}>
        {typing ? (
          <Button type="submit" tone="primary" busy={busy} busyText={t`Looking`}>
            <Trans>See the new price</Trans>
          </Button>
        ) : (
          <>
            {preview.data?.possible && (
              <Button type="submit" tone="primary" busy={busy} busyText={t`Saving`} disabled={nothing}>
                <Trans>Save this move</Trans>
              </Button>
            )}
            <Button onClick={() => setTyping(true)}>
              <Trans>Edit address</Trans>
            </Button>
          </>
        )}
        <Button tone="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <p className="small mute">
        <Trans>Nothing changes until you save. After that, you can undo it until midnight.</Trans>
      </p>
      {form.dialog}
    </form>
  );
}

/** The new address, what it costs to live there by plan and from when, and the plans that can't follow. */
function Effect({ form }: { form: ChangeForm }) {
  const { answers, dispatch, preview } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { address1, address2, city, zip, happened_on: day } = answers;
  const place = [address1, address2, `${city} ${zip}`].filter(Boolean).join(", ");
  const rows = preview.data?.rows ?? [];
  return (
    <div className={s.fields}>
      <h3 tabIndex={-1} ref={heading}>
        <Trans>What this move changes</Trans>
      </h3>
      <p>
        <Trans>
          New address: {place}. Move date: <span className="num">{day}</span>.
        </Trans>
      </p>
      <PriceStep form={form} />
      {rows.some((row) => row.possible && row.days.length > 1) && (
        <Disclosure summary={<Trans>Choose another first day</Trans>}>
          <StartDays
            rows={rows.filter((row) => row.possible)}
            choosing={false}
            onDay={(policy, first) => dispatch({ type: "day", policy, day: first })}
          />
        </Disclosure>
      )}
    </div>
  );
}
