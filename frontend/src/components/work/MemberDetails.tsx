import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MemberDetails } from "@/client";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { cx } from "@/lib/cx";
import { useDayWords } from "@/lib/words";
import s from "./MemberDetails.module.css";

export type Fact = MemberDetails["later"][number]["fact"];

/** A fact of a member, also one that stays. */
export type AnyFact = Fact | "ssn" | "gender";

/** Read the details of a member; without a number those of the signed-in one. */
export function useMemberDetails(memberId?: number) {
  const { userId } = useActor();
  return useQuery({
    queryKey: ["member-details", memberId ?? userId],
    enabled: (memberId ?? userId) !== null,
    queryFn: ({ signal }) =>
      api.get(
        "/api/v1/get-member-details",
        memberId === undefined ? undefined : { member_id: memberId },
        signal,
      ),
  });
}

interface DetailsProps {
  details: MemberDetails;
  facts: AnyFact[];
  /** Links and buttons beside a fact. */
  actions?: Partial<Record<AnyFact, ReactNode>>;
  /** A fact that is being changed, with its form in place of the action; a wide one has tables. */
  editor?: { fact: AnyFact; form: ReactNode; wide?: boolean } | undefined;
}

/** Facts on record, each with what it becomes on a later day. */
export function DetailsList({ details, facts, actions = {}, editor }: DetailsProps) {
  const { t } = useLingui();
  const labels: Record<AnyFact, string> = {
    name: t`Name`,
    birth_date: t`Birth date`,
    gender: t`Gender`,
    ssn: t`SSN`,
    home_address: t`Home address`,
    mailing_address: t`Mailing address`,
    phone: t`Phone`,
    email: t`Email`,
  };
  const home = t`Same as home`;
  const say = (fact: AnyFact, text: string) => text || (fact === "mailing_address" ? home : t`Not recorded`);
  return (
    <dl className={s.list}>
      {facts.map((fact) => (
        <div key={fact}>
          <dt>{labels[fact]}</dt>
          <dd>
            {say(fact, details[fact])}
            {details.later
              .filter((row) => row.fact === fact)
              .map((row) => (
                <Later key={row.day} day={row.day} text={say(fact, row.text)} />
              ))}
          </dd>
          {editor?.fact === fact ? (
            <dd className={cx(s.editor, editor.wide && s.wide)}>{editor.form}</dd>
          ) : (
            actions[fact] && <dd className={s.action}>{actions[fact]}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Later({ day, text }: { day: string; text: string }) {
  const date = useDayWords({ weekday: false })(day);
  return (
    <small>
      <Trans>
        From {date}: {text}
      </Trans>
    </small>
  );
}
