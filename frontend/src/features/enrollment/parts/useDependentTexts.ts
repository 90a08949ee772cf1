import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Hindrance, ListStatus, Relationship, Roster } from "../engine/dependents";

/** The words of the dependents step: the product's own where it has them. */
export function useDependentTexts() {
  const { t } = useLingui();
  const STATUS: Record<ListStatus, string> = {
    ready: t`You can proceed further clicking next button`,
    tooMany: t`Only one child is allowed in L713 plans for IC tier please delete additional child to proceed further`,
    needSpouse: t`Add your spouse to continue.`,
    needChild: t`Add at least one child to continue.`,
    needFamily: t`Add at least 2 dependents to continue.`,
    needAnswer: t`Please select spouse status`,
    full: t`Maximum allowed number of dependents is 9`,
  };
  const HINDRANCE: Record<Hindrance, string> = {
    unasked: t`Please select spouse status`,
    spouseThere: t`A spouse is already on this application.`,
    spouseFirst: t`Add your spouse first.`,
    noSpouse: t`You said you're not enrolling a spouse.`,
    full: t`You have added everyone your plans can cover.`,
  };
  const EDIT_FIRST = {
    "add dep": t`Please submit the edited form first to add dep`,
    continue: t`Please submit the edited form first to continue`,
    delete: t`Please submit the edited form first to delete`,
  };
  return {
    status: (status: ListStatus) => STATUS[status],
    hindrance: (reason: Hindrance) => HINDRANCE[reason],
    editFirst: (what: keyof typeof EDIT_FIRST) => EDIT_FIRST[what],
    addFirst: t`Submit or cancel the form to continue.`,
    missing: (name: string, count: number) =>
      t`${plural(count, { one: `${name}: # answer is missing.`, other: `${name}: # answers are missing.` })}`,
    complete: t`Edit each person to complete the answers.`,
    everyone: t`That's everyone`,
    noChildren: t`No children to cover`,
    elsewhere: t`Or switch to the tier that fits, above.`,
    relationship: (kind: Relationship) => (kind === "spouse" ? t`Spouse` : t`Child`),
    health: t`Please add/edit your dependent info to add/edit health questions.`,
    /** What the quote counts isn't asked again. */
    quoted: (children: number) =>
      t`${plural(children, { one: "Your quote counts # child.", other: "Your quote counts # children." })}`,
    lead: ({ rules, choice }: Roster) => {
      if (rules.tier === "IS") return t`Your plans cover you and your spouse.`;
      if (rules.tier === "IC" && rules.premier) return t`Your plans cover you and one child.`;
      if (rules.tier === "IC" || choice === "no")
        return t`Your plans cover you and your children. You can add up to 9 dependents.`;
      return t`Your family tier covers a spouse and at least one child. You can add up to 9 dependents.`;
    },
  };
}
