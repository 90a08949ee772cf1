import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { Dependents as DependentList, DependentOut, DependentPerson } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Card } from "@/components/ui/Card";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { partWithTexts } from "@/lib/load-part";
import { focusQuietly } from "@/lib/page";
import { useStored } from "@/lib/storage";
import { wizardApi } from "../api";
import {
  asideOf,
  asksSpouse,
  bodyOf,
  hindrance,
  type ListStatus,
  mayFitElsewhere,
  nameOf,
  type Relationship,
  type Roster,
  rosterOf,
  type SpouseChoice,
  statusOf,
  wire,
  withChoice,
  without,
} from "../engine/dependents";
import { errorItems } from "../engine/errors";
import { type ListSource, useStagedList } from "../engine/useStagedList";
import { useAdvance, useStep } from "../engine/wizard";
import { AddDependents } from "../parts/AddDependents";
import { PersonRow } from "../parts/PersonRow";
import { SpouseAnswer } from "../parts/SpouseAnswer";
import { StepFrame } from "../parts/StepFrame";
import { useDependentTexts } from "../parts/useDependentTexts";
import { type ListProps, withList } from "../parts/WithList";

/** Asked of families only. */
const SpouseQuestion = lazy(partWithTexts("steps", () => import("../parts/SpouseQuestion")));
const DeletePerson = lazy(partWithTexts("steps", () => import("../parts/DeletePerson")));
/** Offered where another tier fits the list. */
const TierOffer = lazy(partWithTexts("steps", () => import("../parts/TierOffer")));
const TierSwitched = lazy(partWithTexts("steps", () => import("../parts/TierSwitched")));
const AsideRow = lazy(partWithTexts("steps", () => import("../parts/AsideRow")));
const DependentPanel = lazy(partWithTexts("steps", () => import("../parts/DependentPanel")));

const SOURCE: ListSource<DependentList> = {
  name: "dependents",
  read: wizardApi.dependents,
  stage: wizardApi.stageDependents,
};
const HEALTH = "health_info.";
const TONES: Partial<Record<ListStatus, "ok" | "bad">> = { ready: "ok", tooMany: "bad" };

function Dependents({ first, definition }: ListProps<DependentList>) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const texts = useDependentTexts();
  const advance = useAdvance();
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState<DependentOut | null>(null);
  const known = useStored("enroll_type") !== "new-member";
  const [fresh, setFresh] = useState(false);
  const { list, step, stage, adopt, refreshVersion, item, heading, openItem } = useStagedList({
    source: SOURCE,
    first,
    definition,
    body: (info) => bodyOf(rosterOf(info)),
  });
  const roster = rosterOf(list);
  const { dependents, choice } = roster;

  /** Old mistakes go at the start: once the work is done, newer ones of a panel may stand there. */
  const store = async (next: Roster, stored: () => void) => {
    step.showErrors([]);
    try {
      await stage(bodyOf(next), { stored });
    } catch (error) {
      step.showErrors([{ message: (error instanceof ApiError && error.message) || texts.notSaved }]);
    }
  };

  const factsOf = ({ primary_info: { relationship, birthdate, ssn } }: DependentOut, number: number) => {
    const facts = `${texts.relationship(relationship as Relationship)}, #${number}, ${birthdate}`;
    const ending = ssn?.replace(/^\D/, (letter) => letter.toLowerCase());
    return ending ? t`${facts}, SSN ${ending}` : facts;
  };

  const edited = dependents.find((dependent) => dependent.dependent_id === item) ?? null;
  const added = !edited && (item === "spouse" || item === "child") && !hindrance(roster, item) ? item : null;
  const open = edited !== null || added !== null;

  const submitPerson = async (person: Record<string, unknown>, name: string) => {
    const { dependents: others, ...rest } = bodyOf(roster);
    const index = edited ? dependents.indexOf(edited) : -1;
    const relationship = (edited?.primary_info.relationship ?? added) as Relationship;
    const at = index >= 0 ? index : relationship === "spouse" ? 0 : others.length;
    const people = [...others.slice(0, at), person, ...others.slice(index >= 0 ? at + 1 : at)];
    const stored = () => {
      step.showErrors([]);
      openItem(null);
      announce(edited ? t`${name} updated` : t`${name} added`);
    };
    const picture = `dependent_info_${edited ? "edit" : "add"}${(person.primary_info as DependentPerson).first_name}`;
    await stage({ ...rest, dependents: people }, { stored, picture });
  };
  const remove = async (person: DependentOut) => {
    setDeleting(null);
    const name = nameOf(person);
    await store(without(roster, person.dependent_id), () => {
      announce(t`${name} deleted`);
      focusQuietly(heading.current);
    });
  };
  /** Before a code is sent everyone on the list is checked again. */
  const checkEach = async (): Promise<boolean> => {
    for (const [index, person] of wire(dependents).entries()) {
      const number = index + 1;
      try {
        await wizardApi.validateDependent(enrollmentId, person);
      } catch (error) {
        const items = error instanceof ApiError ? errorItems(error.data) : [];
        const message = items[0]?.message ?? (error instanceof ApiError ? error.message : "");
        step.showErrors([{ message: t`Dependent #${number} ${message}` }]);
        return false;
      }
    }
    return true;
  };
  const answerSpouse = (answer: SpouseChoice) =>
    store(withChoice(roster, answer, asideOf(list)), () => {
      setAsking(false);
      focusQuietly(heading.current);
    });

  const forget = (person: DependentOut) =>
    stage({ ...bodyOf(roster), forget: [person.dependent_id] }).catch((error) =>
      step.showErrors([{ message: (error instanceof ApiError && error.message) || texts.notSaved }]),
    );
  const undo = async () => {
    try {
      await adopt(await wizardApi.undoTierChange(enrollmentId));
      focusQuietly(heading.current);
    } catch (error) {
      step.showErrors([{ message: (error instanceof ApiError && error.message) || texts.notSaved }]);
    }
  };
  const status = statusOf(roster);
  const question = asksSpouse(roster) || asking;
  const waiting = edited ? texts.editFirst("continue") : added ? texts.addFirst : "";
  const aside = asideOf(list);
  const { tier } = roster.rules;
  const fitsElsewhere = !open && !question && mayFitElsewhere(roster, list.set_aside ?? []);
  const keep = [
    ...(tier === "IF" && aside
      ? [{ label: t`bring back ${nameOf(aside)}`, onPress: () => void answerSpouse("yes") }]
      : []),
    ...(hindrance(roster, "child") || tier === "IS"
      ? []
      : [{ label: t`add a child`, onPress: () => openItem("child") }]),
  ];
  const answered = !question && tier === "IF";
  const asksHealth = definition.result.some((field) => field.field_name.startsWith(HEALTH));

  return (
    <StepFrame
      title={roster.rules.heading || tab.title}
      lead={texts.lead(roster)}
      step={step}
      canGoOn={status === "ready" && !asking}
      blocked={waiting || undefined}
      nextTitle={t`Click to continue enrollment`}
      beforeLater={checkEach}
      overlays={
        <Suspense fallback={null}>
          {deleting && (
            <DeletePerson
              name={nameOf(deleting)}
              onClose={() => setDeleting(null)}
              onDelete={() => void remove(deleting)}
            />
          )}
        </Suspense>
      }
    >
      <h2 className="sr" ref={heading} tabIndex={-1}>
        <Trans>Dependents</Trans>
      </h2>
      {asksHealth && known && <p className="small mute">{texts.health}</p>}
      {list.switched && (
        <Suspense fallback={null}>
          <TierSwitched switched={list.switched} fresh={fresh} onUndo={() => void undo()} />
        </Suspense>
      )}
      {(dependents.length > 0 || answered || aside) && (
        <Card>
          {answered && (
            <SpouseAnswer choice={choice} {...(open ? {} : { onChange: () => setAsking(true) })} />
          )}
          <ul>
            {dependents.map((person, index) => (
              <PersonRow
                key={person.dependent_id}
                name={nameOf(person)}
                facts={factsOf(person, index + 1)}
                blocked={open ? texts.editFirst("delete") : undefined}
                onEdit={() => openItem(person.dependent_id)}
                onDelete={() => setDeleting(person)}
              />
            ))}
          </ul>
          {aside && (
            <Suspense fallback={null}>
              <AsideRow
                name={nameOf(aside)}
                onBack={tier === "IF" && !open ? () => void answerSpouse("yes") : undefined}
                onDelete={() => void forget(aside)}
              />
            </Suspense>
          )}
        </Card>
      )}
      {fitsElsewhere && (
        <Suspense fallback={null}>
          <TierOffer
            stamp={list.stamp}
            keep={keep}
            onSwitched={(saved, offer) => {
              setFresh(true);
              void adopt(saved).then(async () => {
                // Member Only has no list: the application goes on without this step.
                if (offer.to_tier === "IO") await advance(saved);
              });
            }}
          />
        </Suspense>
      )}
      {question && (
        <Suspense fallback={null}>
          <SpouseQuestion value={choice} again={asking} onAnswer={(answer) => void answerSpouse(answer)} />
        </Suspense>
      )}
      <Banner tone={open || question ? "plain" : (TONES[status] ?? "plain")} live="status">
        {waiting || texts.status(asking ? "needAnswer" : status)}
        {fitsElsewhere && <> {texts.elsewhere}</>}
      </Banner>
      {open && (
        <Suspense fallback={null}>
          <DependentPanel
            key={item}
            number={edited ? dependents.indexOf(edited) + 1 : dependents.length + 1}
            relationship={(edited?.primary_info.relationship ?? added) as Relationship}
            dependent={edited}
            definition={definition}
            version={step.draft.version()}
            onAbandon={() => void refreshVersion()}
            onErrors={step.showErrors}
            onCancel={() => {
              step.showErrors([]);
              openItem(null);
            }}
            onSubmit={submitPerson}
          />
        </Suspense>
      )}
      {!question && <AddDependents roster={roster} open={open} editing={edited !== null} onAdd={openItem} />}
    </StepFrame>
  );
}

/** Dependent Information: who else the tier covers. */
export default withList(SOURCE, Dependents);
