import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Beneficiaries as BeneficiaryList, BeneficiaryOut } from "@/client";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { type FieldsAnswer, wizardApi } from "../api";
import { errorItems } from "../engine/errors";
import { type PeopleSource, putPerson, usePeople } from "../engine/usePeople";
import { filled } from "../engine/values";
import { useStep } from "../engine/wizard";
import { PeopleFrame } from "../parts/PeopleFrame";
import { PersonRow } from "../parts/PersonRow";
import { StagedPanel } from "../parts/StagedPanel";
import { type ListProps, withList } from "../parts/WithList";
import type { FieldDef } from "../types";

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

/** Return the name that the list will show. */
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

const SOURCE: PeopleSource<BeneficiaryList, BeneficiaryOut> = {
  name: "beneficiaries",
  read: wizardApi.beneficiaries,
  stage: wizardApi.stageBeneficiaries,
  people: (list) => list.beneficiaries,
  idOf: (person) => person.beneficiary_id,
  nameOf: (person) => person.name,
  body: ({ beneficiaries }) => ({ beneficiaries: wire(beneficiaries) }),
  without: ({ beneficiaries }, person) => ({
    beneficiaries: wire(beneficiaries.filter((other) => other.beneficiary_id !== person.beneficiary_id)),
  }),
  // What is said of the list stands behind what is said of single people.
  reasonOf: (error) => errorItems(error.data).at(-1)?.message ?? error.message,
};

function Beneficiaries(props: ListProps<BeneficiaryList>) {
  const { definition } = props;
  const { t } = useLingui();
  const { tab } = useStep();
  const { list, people, edited, number, step, item, openItem, submit, row, panel, heading, deletion } =
    usePeople(SOURCE, props);
  const texts = useTexts(list);

  const open = edited !== null || (item === NEW && !texts.full);
  const submitPerson = (payload: Record<string, unknown>) => {
    const person = edited ? { ...payload, beneficiary_id: edited.beneficiary_id } : payload;
    const beneficiaries = putPerson(wire(people), person, number - 1, edited !== null);
    return submit({ beneficiaries }, { name: nameIn(definition, payload), picture: "beneficiary_info" });
  };
  const blocked = open ? t`Please submit the edited form first to delete` : undefined;

  return (
    <PeopleFrame
      title={definition.title || tab.title}
      lead={definition.lead}
      step={step}
      canGoOn={list.total === WHOLE}
      blocked={open ? t`Please submit the edited form first to continue` : undefined}
      listTitle={<Trans>Beneficiaries</Trans>}
      heading={heading}
      deletion={deletion}
    >
      {people.length > 0 && (
        <Card>
          <ul>
            {people.map((person, index) => (
              <PersonRow
                key={person.beneficiary_id}
                {...row(person)}
                label={t`Beneficiary #${index + 1}:`}
                facts={texts.facts(person)}
                blocked={blocked}
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
          {...panel}
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
    </PeopleFrame>
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
