import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import type { PolicyStory } from "@/client";
import { DateField } from "@/components/form/DateField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { api } from "@/lib/api";
import { money } from "@/lib/format";
import { useListWords } from "@/lib/words";
import s from "./Staircase.module.css";
import { useSending } from "./useSending";

type Version = PolicyStory["as_of"];
type Comparison = { day: string; known: string; before: Version; now: Version };

/** The second axis of time: what was in force on a day, by what was known at the end of another. */
export function AsOfPicker({ number, today }: { number: string; today: string }) {
  const { t } = useLingui();
  const [day, setDay] = useState(today);
  const [known, setKnown] = useState(today);
  const [comparison, setShown] = useState<Comparison | null>(null);
  const { errors, problem, busy, submit, clear } = useSending("as-of-", ["day", "known"]);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      day: day.trim() ? undefined : t`Field is required`,
      known: known.trim() ? undefined : t`Field is required`,
    };
    void submit(missing, async () => {
      const before = await api.get("/api/v1/get-policy", { number, day, known });
      const now = await api.get("/api/v1/get-policy", { number, day });
      setShown({ day: before.day, known: before.known, before: before.as_of, now: now.as_of });
    });
  };
  return (
    <Disclosure summary={<Trans>What did we know on another day?</Trans>}>
      <form className={s.asOf} onSubmit={show} noValidate>
        <DateField
          id="as-of-day"
          label={t`My policy on`}
          value={day}
          error={errors.day}
          onChange={(event) => {
            setDay(event.target.value);
            clear("day");
          }}
        />
        <DateField
          id="as-of-known"
          label={t`as it was known on`}
          value={known}
          error={errors.known}
          onChange={(event) => {
            setKnown(event.target.value);
            clear("known");
          }}
        />
        <Button type="submit" busy={busy} busyText={t`Looking`}>
          <Trans>Show</Trans>
        </Button>
      </form>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <div aria-live="polite">{comparison && <Answer comparison={comparison} />}</div>
    </Disclosure>
  );
}

function Answer({ comparison }: { comparison: Comparison }) {
  const { day, known } = comparison;
  const before = useWords(comparison.before);
  const now = useWords(comparison.now);
  return (
    <p className={s.answer}>
      <Trans>
        At the end of {known} we knew of {day}: {before}.
      </Trans>{" "}
      {before === now ? (
        <Trans>Nothing that we learned since changes that.</Trans>
      ) : (
        <Trans>Today we know: {now}.</Trans>
      )}
    </p>
  );
}

/** Return who was covered for how much, in words. */
function useWords(version: Version): string {
  const { t } = useLingui();
  const sayList = useListWords();
  if (!version) return t`nothing was in force`;
  const names = sayList(version.people.map((person) => person.first_name));
  const monthly = version.monthly && money(version.monthly);
  return monthly ? t`it covered ${names} for ${monthly} a month` : t`it covered ${names}`;
}
