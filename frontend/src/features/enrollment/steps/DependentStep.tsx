import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button, LinkButton } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useSearchParams } from "@/lib/router";
import { type Dependent, type DependentInfo, type FieldsAnswer, wizardApi } from "../api";
import {
  asksSpouse,
  fitting,
  hindrance,
  kindsOf,
  mostOf,
  nameOf,
  type Relationship,
  type Roster,
  type SpouseChoice,
  statusOf,
  withChoice,
  without,
} from "../engine/dependents";
import { errorItems } from "../engine/errors";
import { useStepForm } from "../engine/useStepForm";
import { keys, useFields, useStep } from "../engine/wizard";
import { DeletePerson } from "../parts/DeletePerson";
import { PersonRow } from "../parts/PersonRow";
import { SpouseQuestion } from "../parts/SpouseQuestion";
import { StepBones } from "../parts/StepBones";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import { useDependentTexts } from "../parts/useDependentTexts";
import s from "./Dependents.module.css";

const DependentPanel = lazy(() => import("../parts/DependentPanel"));

const infoKey = (id: string) => ["wizard-dependents", id] as const;

function rosterOf(info: DependentInfo): Roster {
  const choice = info.spouse_choice === "yes" || info.spouse_choice === "no" ? info.spouse_choice : "";
  return { dependents: fitting(info.rules.tier, info.dependents), choice, rules: info.rules };
}

/** What the calls want: the person with the id; a masked number stays on the server. */
const wire = (list: Dependent[]) =>
  list.map(({ dependent_id, primary_info: { ssn, ...person } }) => ({
    primary_info: { ...person, dependent_id, ...(ssn && /^\d{9}$/.test(ssn) ? { ssn } : {}), employed: "0" },
  }));

function Dependents({ info, definition }: { info: DependentInfo; definition: FieldsAnswer }) {
  const { t } = useLingui();
  const { enrollmentId, tab } = useStep();
  const client = useQueryClient();
  const texts = useDependentTexts();
  const [search, setSearch] = useSearchParams();
  const [roster, setRoster] = useState(() => rosterOf(info));
  const [aside, setAside] = useState<Dependent | null>(null);
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState<Dependent | null>(null);
  const list = useRef<HTMLHeadingElement>(null);

  const step = useStepForm({
    answer: { result: [], version: definition.version },
    save: async (_payload, extra) => {
      try {
        const body = { dependents: wire(roster.dependents), spouse_choice: roster.choice, ...extra };
        return await wizardApi.save(enrollmentId, tab.tab_name, body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        await reload();
        throw new ApiError({
          status: 422,
          message: t`The list was changed in another tab. Please check it and press Next again.`,
        });
      }
    },
  });

  const reload = async () => {
    const fresh = await wizardApi.dependents(enrollmentId);
    client.setQueryData(infoKey(enrollmentId), fresh);
    setRoster(rosterOf(fresh));
    await refreshVersion();
  };
  /** The newest definitions: their version, and the draft of a panel that was left open. */
  const refreshVersion = async () => {
    const fresh = await wizardApi.fields(enrollmentId, tab.tab_name);
    client.setQueryData(keys.fields(enrollmentId, tab.tab_name), fresh);
    step.draft.settled(fresh.version);
  };

  /** The list as the server keeps it: after each change, so that nothing waits for Next. */
  const store = async (
    next: Roster,
    dependents: unknown[] = wire(next.dependents),
    /** Runs with the new list, before anything else may be opened on it. */
    stored: () => void = () => undefined,
  ) => {
    setRoster(next);
    await wizardApi.saveDependentsToTemp(enrollmentId, dependents, { spouse_choice: next.choice });
    const fresh = await wizardApi.dependents(enrollmentId);
    client.setQueryData(infoKey(enrollmentId), fresh);
    setRoster({ ...rosterOf(fresh), choice: next.choice });
    stored();
    await refreshVersion();
  };
  /** Old mistakes go at the start: once the work is done, newer ones of a panel may stand there. */
  const attempt = async (work: () => Promise<void>) => {
    step.showErrors([]);
    try {
      await work();
    } catch (error) {
      step.showErrors([{ message: (error instanceof ApiError && error.message) || texts.notSaved }]);
    }
  };

  const factsOf = ({ primary_info: { relationship, birthdate, ssn } }: Dependent, number: number) => {
    const facts = `${texts.relationship(relationship)}, #${number}, ${birthdate}`;
    return ssn ? `${facts}, SSN ${ssn.replace(/^\D/, (letter) => letter.toLowerCase())}` : facts;
  };

  const item = search.get("item");
  const edited = roster.dependents.find((one) => one.dependent_id === item) ?? null;
  const added = !edited && (item === "spouse" || item === "child") && !hindrance(roster, item) ? item : null;
  const open = edited !== null || added !== null;
  const openItem = (value: string | null) => {
    const next = new URLSearchParams(search);
    if (value) next.set("item", value);
    else next.delete("item");
    setSearch(next, { replace: value === null, preventScrollReset: true });
  };

  const submitPerson = async (submitted: Record<string, unknown>, name: string) => {
    const others = wire(roster.dependents);
    const person = submitted as (typeof others)[number];
    const index = edited ? roster.dependents.indexOf(edited) : -1;
    const relationship = (edited?.primary_info.relationship ?? added) as Relationship;
    const at = index >= 0 ? index : relationship === "spouse" ? 0 : others.length;
    const dependents = [...others.slice(0, at), person, ...others.slice(index >= 0 ? at + 1 : at)];
    await store(roster, dependents, () => {
      step.showErrors([]);
      openItem(null);
      announce(edited ? t`${name} updated` : t`${name} added`);
      focusQuietly(list.current);
    });
  };
  const remove = async (person: Dependent) => {
    setDeleting(null);
    await attempt(() => store(without(roster, person.dependent_id)));
    const name = nameOf(person);
    announce(t`${name} deleted`);
    focusQuietly(list.current);
  };
  /** Before a code is sent everyone on the list is checked again. */
  const checkEach = async (): Promise<boolean> => {
    for (const [index, person] of wire(roster.dependents).entries()) {
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
  const answerSpouse = (choice: SpouseChoice) => {
    setAsking(false);
    const next = withChoice(roster, choice, aside);
    setAside(next.aside);
    void attempt(() => store(next.roster));
  };

  const { tier } = roster.rules;
  const status = statusOf(roster);
  const ready = status === "ready" && !open && !asking;
  const question = asksSpouse(roster) || asking;
  const kinds = kindsOf(tier);
  const full = roster.dependents.length >= mostOf(roster);
  const why = kinds.map((kind) => hindrance(roster, kind)).find((reason) => reason && reason !== "unasked");

  return (
    <StepFrame
      title={roster.rules.heading || tab.title}
      lead={texts.lead(roster)}
      step={step}
      canGoOn={ready}
      nextTitle={t`Click to continue enrollment`}
      beforeLater={checkEach}
      overlays={
        deleting && (
          <DeletePerson
            name={nameOf(deleting)}
            onClose={() => setDeleting(null)}
            onDelete={() => void remove(deleting)}
          />
        )
      }
    >
      <h2 className="sr" ref={list} tabIndex={-1}>
        <Trans>Dependents</Trans>
      </h2>
      {roster.dependents.length > 0 && (
        <Card>
          <ul>
            {roster.dependents.map((person, index) => (
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
        </Card>
      )}
      {question ? (
        <SpouseQuestion value={roster.choice} onAnswer={answerSpouse} />
      ) : (
        tier === "IF" &&
        roster.choice && (
          <p className={s.answered}>
            <span>
              {roster.choice === "yes" ? (
                <Trans>You are enrolling your spouse.</Trans>
              ) : (
                <Trans>You are not enrolling a spouse.</Trans>
              )}
            </span>
            {!open && (
              <LinkButton onClick={() => setAsking(true)}>
                <Trans>Enroll Spouse</Trans>
              </LinkButton>
            )}
          </p>
        )
      )}
      <Banner tone={ready ? "ok" : status === "tooMany" ? "bad" : "plain"} live="status">
        {open ? texts.editFirst("continue") : texts.status(status)}
      </Banner>
      {open && (
        <Suspense fallback={null}>
          <DependentPanel
            key={item}
            number={edited ? roster.dependents.indexOf(edited) + 1 : roster.dependents.length + 1}
            relationship={(edited?.primary_info.relationship ?? added) as Relationship}
            dependent={edited}
            definition={definition}
            version={step.draft.version()}
            onAbandon={() => void refreshVersion()}
            onErrors={step.showErrors}
            onCancel={() => {
              openItem(null);
              focusQuietly(list.current);
              void attempt(() => store(roster));
            }}
            onSubmit={submitPerson}
          />
        </Suspense>
      )}
      {!question && (
        <div className="row">
          {kinds.map((kind) => {
            const reason = hindrance(roster, kind);
            const blocked = open || reason !== null;
            const title = open
              ? texts.editFirst("add dep")
              : reason
                ? texts.hindrance(reason)
                : t`Click to add dependent`;
            return (
              <Button
                key={kind}
                icon="plus"
                blocked={blocked}
                title={title}
                aria-describedby="add-why"
                onClick={() => openItem(kind)}
              >
                {kind === "spouse" ? <Trans>Add Spouse</Trans> : <Trans>Add Child</Trans>}
              </Button>
            );
          })}
          <span className="small mute" id="add-why">
            {open
              ? texts.editFirst("add dep")
              : full
                ? texts.hindrance("full")
                : why
                  ? texts.hindrance(why)
                  : ""}
          </span>
        </div>
      )}
    </StepFrame>
  );
}

/** Dependent Information: who else the tier covers. */
export default function DependentStep() {
  const { enrollmentId, tab } = useStep();
  const fields = useFields(tab.tab_name);
  const info = useQuery({
    queryKey: infoKey(enrollmentId),
    queryFn: ({ signal }) => wizardApi.dependents(enrollmentId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (fields.data && info.data) return <Dependents info={info.data} definition={fields.data} />;
  if (fields.error || info.error) {
    const retry = () => {
      void fields.refetch();
      void info.refetch();
    };
    return <StepFailed title={tab.title} onRetry={retry} />;
  }
  return <StepBones title={tab.title} />;
}
