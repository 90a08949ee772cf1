import { useLingui } from "@lingui/react/macro";
import type { EventChoice, MemberCoverage } from "@/client";
import type { Answers, Opened, PersonRole, Step } from "./change";

/** Names of the answers, and what each step asks. */
export function useChangeTexts(event: EventChoice | undefined, answers: Answers) {
  const { t } = useLingui();
  const labels: Record<keyof Answers, string> = {
    event: t`What happened`,
    opened: t`What do you want to change?`,
    happened_on: event?.happened ?? t`Day`,
    first_name: t`First name`,
    last_name: t`Last name`,
    suffix: t`Suffix`,
    birth_date: t`Date of birth`,
    role: t`Relationship`,
    person_id: t`Who is leaving`,
    address1: t`Street address`,
    address2: t`Apartment, suite`,
    city: t`City`,
    zip: t`New ZIP code`,
    state: t`State`,
    county: t`County`,
    mailing: t`Send letters`,
    mailing_address1: t`Mailing address`,
    mailing_address2: t`Mailing address, second line`,
    mailing_city: t`City of the mailing address`,
    mailing_state: t`State of the mailing address`,
    mailing_zip: t`ZIP code of the mailing address`,
    amount: t`New amount of insurance`,
    tobacco: t`Tobacco use`,
    gender: t`Gender`,
    weekly_hours: t`Working hours a week`,
    annual_salary: t`Yearly income before tax`,
  };
  const headings: Record<Step, string> = {
    what: t`What happened?`,
    who: answers.opened === "add_person" ? t`Who are you adding?` : t`Tell us more`,
    when: t`When was it?`,
    plan: answers.opened === "rider" ? t`Which riders?` : t`Which plan from then on?`,
    price: t`What it costs`,
  };
  return { labels, headings };
}

export function useRoleNames(): Record<PersonRole, string> {
  const { t } = useLingui();
  return { child: t`Child`, spouse: t`Spouse`, partner: t`Domestic partner` };
}

export function useWayNames(): Record<Opened, string> {
  const { t } = useLingui();
  return {
    add_person: t`Add someone`,
    drop_person: t`Remove someone`,
    plan: t`Move to another plan`,
    rider: t`Add or drop a rider`,
    amount: t`Change the amount of insurance`,
    address: t`Change the address`,
    tobacco: t`Change tobacco use`,
    gender: t`Change the gender`,
    work: t`Change income or hours`,
    end: t`End a plan`,
  };
}

/** Each step's answers in a few words. */
export function useSummaries(
  answers: Answers,
  event: EventChoice | undefined,
  coverage: MemberCoverage,
  chosenPlans: string[],
): Partial<Record<Step, string>> {
  const wayNames = useWayNames();
  const opened = answers.opened as Opened;
  const person = [answers.first_name, answers.last_name, answers.suffix].filter(Boolean).join(" ");
  const leaver = coverage.people.find(({ id }) => id === answers.person_id)?.name ?? "";
  const who: Partial<Record<Opened, string>> = {
    add_person: person,
    drop_person: leaver,
    amount: answers.amount,
    address: [answers.address1, answers.city, answers.zip].filter(Boolean).join(", "),
  };
  return {
    what: [event?.name, wayNames[opened]].filter(Boolean).join(": "),
    who: who[opened] ?? "",
    when: answers.happened_on,
    plan: chosenPlans.join(", "),
  };
}
