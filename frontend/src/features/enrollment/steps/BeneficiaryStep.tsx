import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { Beneficiaries as BeneficiaryList, BeneficiaryOut } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { partWithTexts } from "@/lib/load-part";
import { focusQuietly } from "@/lib/page";
import { type FieldsAnswer, wizardApi } from "../api";
import { errorItems } from "../engine/errors";
import { type ListSource, useStagedList } from "../engine/useStagedList";
import { filled } from "../engine/values";
import { useStep } from "../engine/wizard";
import { PersonRow } from "../parts/PersonRow";
import { StagedPanel } from "../parts/StagedPanel";
import { StepFrame } from "../parts/StepFrame";
import { type ListProps, withList } from "../parts/WithList";
import type { FieldDef } from "../types";

const DeletePerson = lazy(partWithTexts("steps", () => import("../parts/DeletePerson")));

const WHOLE = 100;
const NEW = "new";
const WIDTHS = {
  relationship: "c6",
  trust_name: "c6",
  first_name: "c3 m6",
  last_name: "c3 m6",
  ssn: "c3 m6",
};

/** Nothing that is empty; a masked number stays on the server. */
const wire = (list: BeneficiaryOut[]): Record<string, unknown>[] =>
  list.map(({ ssn, name: _shown, ...person }) => filled(/^\d{9}$/.test(ssn) ? { ...person, ssn } : person));

/** The person's own values over the definitions; a draft of the same person wins. A new one is offered the rest. */
function fieldsFor(definition: FieldsAnswer, edited: BeneficiaryOut | null, rest: number): FieldDef[] {
  const stored = (edited ?? { beneficiary_percentage: String(rest) }) as unknown as Record<string, unknown>;
  const of = definition.result.find((field) => field.field_name === "beneficiary_id")?.value;
  const drafted = String(of ?? "") === (edited?.beneficiary_id ?? "");
  return definition.result.map((field) => {
    if (field.field_name === "beneficiary_id") return { ...field, value: edited?.beneficiary_id ?? "" };
    return { ...field, value: (drafted && field.value) || (stored[field.field_name] ?? "") };
  });
}

/** What the list will call what was typed. */
function nameIn(definition: FieldsAnswer, typed: Record<string, unknown>): string {
  const { first_name, last_name, trust_name, relationship } = typed;
  const relations = definition.result.find((field) => field.field_name === "relationship")?.options;
  const relation = relations?.find((relation) => relation.value === relationship)?.label;
  return [first_name, last_name].filter(Boolean).join(" ") || String(trust_name ?? relation ?? "");
}

function useTexts(list: BeneficiaryList) {
  const { t } = useLingui();
  const { total } = list;
  const status =
    list.beneficiaries.length === 0
      ? t`Please add your beneficiaries before continuing.`
      : total === WHOLE
        ? t`Now You can Continue Enrollment`
        : total > WHOLE
          ? t`Your total Beneficiary Percentage is ${total} and it Should not be more than 100%`
          : t`Your total Beneficiary Percentage is ${total} and it Should not be less than 100%`;
  const full =
    list.beneficiaries.length >= list.max
      ? t`Maximum allowed number of beneficiaries is 3`
      : total >= WHOLE
        ? t`The shares add up to 100%. Edit one to make room for another.`
        : "";
  const facts = ({ beneficiary_percentage: share, birthdate, trustee, trust_date }: BeneficiaryOut) => {
    if (birthdate) return t`${share}% of the benefit, born ${birthdate}`;
    return trustee
      ? t`${share}% of the benefit, dated ${trust_date}, trustee ${trustee}`
      : t`${share}% of the benefit`;
  };
  return { status, full, facts };
}

const SOURCE: ListSource<BeneficiaryList> = {
  name: "beneficiaries",
  read: wizardApi.beneficiaries,
  stage: wizardApi.stageBeneficiaries,
};

function Beneficiaries({ first, definition }: ListProps<BeneficiaryList>) {
  const { t } = useLingui();
  const { tab } = useStep();
  const [deleting, setDeleting] = useState<BeneficiaryOut | null>(null);
  const { list, step, stage, refreshVersion, item, heading, openItem } = useStagedList({
    source: SOURCE,
    first,
    definition,
    body: ({ beneficiaries }) => ({ beneficiaries: wire(beneficiaries) }),
  });
  const people = list.beneficiaries;
  const texts = useTexts(list);

  const edited = people.find((person) => person.beneficiary_id === item) ?? null;
  const open = edited !== null || (item === NEW && !texts.full);
  const submitPerson = async (payload: Record<string, unknown>) => {
    const others = wire(people);
    const index = edited ? people.indexOf(edited) : people.length;
    const person = edited ? { ...payload, beneficiary_id: edited.beneficiary_id } : payload;
    const name = nameIn(definition, payload);
    const beneficiaries = [...others.slice(0, index), person, ...others.slice(index + 1)];
    const stored = () => {
      step.showErrors([]);
      openItem(null);
      announce(edited ? t`${name} updated` : t`${name} added`);
    };
    await stage({ beneficiaries }, { stored, picture: "beneficiary_info" });
  };
  const remove = async (person: BeneficiaryOut) => {
    setDeleting(null);
    step.showErrors([]);
    const { name } = person;
    try {
      const stored = () => {
        announce(t`${name} deleted`);
        focusQuietly(heading.current);
      };
      await stage({ beneficiaries: wire(people.filter((other) => other !== person)) }, { stored });
    } catch (error) {
      const items = error instanceof ApiError ? errorItems(error.data) : [];
      const said = items.at(-1)?.message ?? (error instanceof ApiError ? error.message : "");
      step.showErrors([{ message: said || t`We could not save the list. Please try again.` }]);
    }
  };
  const blocked = open ? t`Please submit the edited form first to delete` : undefined;
  const number = edited ? people.indexOf(edited) + 1 : people.length + 1;

  return (
    <StepFrame
      title={definition.title || tab.title}
      lead={definition.lead}
      step={step}
      canGoOn={list.total === WHOLE}
      blocked={open ? t`Please submit the edited form first to continue` : undefined}
      overlays={
        <Suspense fallback={null}>
          {deleting && (
            <DeletePerson
              name={deleting.name}
              onClose={() => setDeleting(null)}
              onDelete={() => void remove(deleting)}
            />
          )}
        </Suspense>
      }
    >
      <h2 className="sr" ref={heading} tabIndex={-1}>
        <Trans>Beneficiaries</Trans>
      </h2>
      {people.length > 0 && (
        <Card>
          <ul>
            {people.map((person, index) => (
              <PersonRow
                key={person.beneficiary_id}
                name={person.name}
                label={t`Beneficiary #${index + 1}:`}
                facts={texts.facts(person)}
                blocked={blocked}
                onEdit={() => openItem(person.beneficiary_id)}
                onDelete={() => setDeleting(person)}
              />
            ))}
          </ul>
        </Card>
      )}
      <Banner
        tone={open ? "plain" : list.total === WHOLE ? "ok" : list.total > WHOLE ? "bad" : "plain"}
        live="status"
      >
        {open ? t`Please submit the edited form first to continue` : texts.status}
      </Banner>
      {open && (
        <Panel
          key={item}
          number={number}
          edited={edited}
          fields={fieldsFor(definition, edited, WHOLE - list.total)}
          version={step.draft.version()}
          onAbandon={() => void refreshVersion()}
          onErrors={step.showErrors}
          onCancel={() => {
            openItem(null);
          }}
          onSubmit={submitPerson}
        />
      )}
      <div className="row">
        <Button
          icon="plus"
          blocked={open || texts.full !== ""}
          aria-describedby="add-why"
          onClick={() => openItem(NEW)}
        >
          <Trans>Add Beneficiary</Trans>
        </Button>
        <span className="small mute" id="add-why">
          {open ? t`Please submit the edited form first to continue` : texts.full}
        </span>
      </div>
    </StepFrame>
  );
}

interface PanelProps {
  number: number;
  edited: BeneficiaryOut | null;
  fields: FieldDef[];
  version: number;
  onAbandon: () => void;
  onErrors: Parameters<typeof StagedPanel>[0]["onErrors"];
  onCancel: () => void;
  onSubmit: (payload: Record<string, unknown>) => Promise<void>;
}

function Panel({ number, edited, ...props }: PanelProps) {
  const { enrollmentId } = useStep();
  const [fields] = useState(props.fields);
  const id = edited ? { beneficiary_id: edited.beneficiary_id } : {};
  return (
    <StagedPanel
      {...props}
      fields={fields}
      headingId="beneficiary-panel"
      heading={
        <>
          <Icon name="user" />
          <Trans>Beneficiary #{number}</Trans>
        </>
      }
      marks={["beneficiary_id"]}
      widths={WIDTHS}
      extras={{ birthdate: { hint: "" }, trust_date: { hint: "" } }}
      check={async (payload) => {
        await wizardApi.validateBeneficiary(enrollmentId, { ...payload, ...id });
      }}
    />
  );
}

/** Beneficiary Information: who receives the benefit, and how much of it. */
export default withList(SOURCE, Beneficiaries);
