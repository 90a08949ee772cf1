import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { Dependents as DependentList, DependentOut, DependentPerson } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { LinkButton } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { ApiError } from "@/lib/api";
import { fold } from "@/lib/fold";
import { partWithTexts } from "@/lib/load-part";
import { focusQuietly } from "@/lib/page";
import { useStored } from "@/lib/storage";
import { wizardApi } from "../api";
import {
  asideOf,
  asksSpouse,
  bodyOf,
  childrenOf,
  countMissing,
  expectsMore,
  hindrance,
  type ListStatus,
  mayFitElsewhere,
  nameOf,
  type Relationship,
  rosterOf,
  type SpouseChoice,
  statusOf,
  wire,
  withChoice,
  without,
} from "../engine/dependents";
import { errorItems } from "../engine/errors";
import { type PeopleSource, putPerson, usePeople } from "../engine/usePeople";
import { useAdvance, useStep } from "../engine/wizard";
import { AddDependents } from "../parts/AddDependents";
import { PeopleFrame } from "../parts/PeopleFrame";
import { PersonRow } from "../parts/PersonRow";
import { SpouseAnswer } from "../parts/SpouseAnswer";
import { useDependentTexts } from "../parts/useDependentTexts";
import { type ListProps, withList } from "../parts/WithList";

/** Asked of families only. */
const SpouseQuestion = lazy(partWithTexts("steps", () => import("../parts/SpouseQuestion")));
/** Offered where another tier fits the list. */
const TierOffer = lazy(partWithTexts("steps", () => import("../parts/TierOffer")));
const TierSwitched = lazy(partWithTexts("steps", () => import("../parts/TierSwitched")));
const AsideRow = lazy(partWithTexts("steps", () => import("../parts/AsideRow")));
const DependentPanel = lazy(partWithTexts("steps", () => import("../parts/DependentPanel")));

const SOURCE: PeopleSource<DependentList, DependentOut> = {
  name: "dependents",
  read: wizardApi.dependents,
  stage: wizardApi.stageDependents,
  people: (list) => rosterOf(list).dependents,
  idOf: (person) => person.dependent_id,
  nameOf,
  body: (list) => bodyOf(rosterOf(list)),
  without: (list, person) => bodyOf(without(rosterOf(list), person.dependent_id)),
};
const HEALTH = "health_info.";
const TONES: Partial<Record<ListStatus, "ok" | "bad">> = { ready: "ok", tooMany: "bad" };

function Dependents(props: ListProps<DependentList>) {
  const { definition } = props;
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const texts = useDependentTexts();
  const advance = useAdvance();
  const [asking, setAsking] = useState(false);
  const hasRecord = useStored("enroll_type") !== "new-member";
  const [fresh, setFresh] = useState(false);
  /** The shopper said that nobody else is to be listed. */
  const [everyone, setEveryone] = useState(false);
  const staged = usePeople(SOURCE, props);
  const { list, edited, number, step, stage, adopt, item, heading, openItem, attempt } = staged;
  const roster = rosterOf(list);
  const { dependents, choice } = roster;

  const factsOf = ({ primary_info: { relationship, birthdate, ssn } }: DependentOut, number: number) => {
    const facts = `${texts.relationship(relationship as Relationship)}, #${number}, ${birthdate}`;
    const ending = ssn?.replace(/^\D/, (letter) => letter.toLowerCase());
    return ending ? t`${facts}, SSN ${ending}` : facts;
  };

  const added = !edited && (item === "spouse" || item === "child") && !hindrance(roster, item) ? item : null;
  const open = edited !== null || added !== null;

  const submitPerson = (person: Record<string, unknown>, name: string) => {
    const { dependents: others, ...rest } = bodyOf(roster);
    // A spouse who is added stands first.
    const at = added === "spouse" ? 0 : number - 1;
    const picture = `dependent_info_${edited ? "edit" : "add"}${fold((person.primary_info as DependentPerson).first_name ?? "")}`;
    const people = putPerson(others, person, at, edited !== null);
    return staged.submit({ ...rest, dependents: people }, { name, picture });
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
  const answerSpouse = (answer: SpouseChoice) => {
    const stored = () => {
      setAsking(false);
      focusQuietly(heading.current);
    };
    step.showErrors([]);
    return attempt(stage(bodyOf(withChoice(roster, answer, asideOf(list))), { stored }));
  };
  const forget = (person: DependentOut) =>
    attempt(stage({ ...bodyOf(roster), forget: [person.dependent_id] }));
  const undoTier = async () => {
    await adopt(await wizardApi.undoTierChange(enrollmentId));
    focusQuietly(heading.current);
  };
  const status = statusOf(roster);
  const question = asksSpouse(roster) || asking;
  const waiting = edited ? texts.editFirst("continue") : added ? texts.addFirst : "";
  const lacking = dependents.flatMap((person) => {
    const count = countMissing(definition.result, person);
    return count ? [texts.missing(nameOf(person), count)] : [];
  });
  const missing = status === "ready" && lacking.length ? [...lacking, texts.complete].join(" ") : "";
  const aside = asideOf(list);
  const { rules } = roster;
  const { tier, children } = rules;
  const elsewhere = !open && !question && mayFitElsewhere(roster, list.set_aside ?? []);
  const waitsForMore = expectsMore(roster) && !everyone;
  const fitsElsewhere = elsewhere && !waitsForMore;
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
    <PeopleFrame
      title={roster.rules.heading || tab.title}
      lead={[texts.lead(roster), children && !rules.premier ? texts.quoted(children) : ""].join(" ").trim()}
      step={step}
      canGoOn={status === "ready" && !asking}
      blocked={waiting || undefined}
      nextTitle={t`Click to continue enrollment`}
      beforeLater={checkEach}
      listTitle={<Trans>Dependents</Trans>}
      heading={heading}
      deletion={staged.deletion}
    >
      {asksHealth && hasRecord && <p className="small mute">{texts.health}</p>}
      {list.switched && (
        <Suspense fallback={null}>
          <TierSwitched switched={list.switched} fresh={fresh} onUndo={() => void attempt(undoTier())} />
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
                {...staged.row(person)}
                facts={factsOf(person, index + 1)}
                blocked={open ? texts.editFirst("delete") : undefined}
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
      <Banner tone={open || question || missing ? "plain" : (TONES[status] ?? "plain")} live="status">
        {waiting || missing || texts.status(asking ? "needAnswer" : status)}
        {fitsElsewhere && <> {texts.elsewhere}</>}
        {elsewhere && waitsForMore && (
          <>
            {" "}
            <LinkButton onClick={() => setEveryone(true)}>
              {childrenOf(dependents).length ? texts.everyone : texts.noChildren}
            </LinkButton>
          </>
        )}
      </Banner>
      {open && (
        <Suspense fallback={null}>
          <DependentPanel
            key={item}
            number={number}
            relationship={(edited?.primary_info.relationship ?? added) as Relationship}
            dependent={edited}
            definition={definition}
            birthdate={added === "spouse" ? (roster.rules.spouse_birthdate ?? "") : ""}
            {...staged.panel}
            onCancel={() => {
              step.showErrors([]);
              openItem(null);
            }}
            onSubmit={submitPerson}
          />
        </Suspense>
      )}
      {!question && <AddDependents roster={roster} open={open} editing={edited !== null} onAdd={openItem} />}
    </PeopleFrame>
  );
}

/** Dependent Information: who else the tier covers. */
export default withList(SOURCE, Dependents);
