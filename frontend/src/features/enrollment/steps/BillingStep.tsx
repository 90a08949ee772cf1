import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { CardWaiting, ExistingBank, ExistingCard, Saved } from "@/client";
import { ChoiceCards } from "@/components/form/Choices";
import { type Hosted, useHosted } from "@/components/hosted-card/useHosted";
import { Banner } from "@/components/ui/Banner";
import { ApiError } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { loadPart } from "@/lib/load-part";
import { useSearchParams } from "@/lib/router";
import { type FieldsAnswer, wizardApi } from "../api";
import { visibleFields } from "../engine/show-if";
import { type StepForm, useStepForm } from "../engine/useStepForm";
import { useZipState } from "../engine/useZipState";
import { isAsked } from "../engine/values";
import { keys, useFields, useStep, useStepQuery } from "../engine/wizard";
import { FieldList } from "../fields/FieldList";
import type { FieldExtra } from "../fields/widget";
import { Accounts, NEW } from "../parts/billing/Accounts";
import { ADDRESS, billingApi } from "../parts/billing/api";
import { BankAccount } from "../parts/billing/BankAccount";
import { BillDays } from "../parts/billing/BillDays";
import b from "../parts/billing/Billing.module.css";
import { CardFields } from "../parts/billing/CardFields";
import { Terms } from "../parts/billing/Terms";
import { useCardChecks } from "../parts/billing/useCardChecks";
import { useRouting } from "../parts/billing/useRouting";
import { StepFailed, StepFrame } from "../parts/StepFrame";
import { StepSkeleton } from "../parts/StepSkeleton";
import type { Answers, FieldDef } from "../types";

const HostedCard = lazy(loadPart(() => import("@/components/hosted-card/HostedCard")));

const KEPT = "kept";
/** In the processor's vault, and the step not saved with it yet. */
const WAITING = "waiting";
/** The payment methods by their names on the server. */
const WORDS: Record<string, MessageDescriptor> = {
  eft: msg`From your bank account, by electronic transfer`,
  cc: msg`Visa, Mastercard, American Express, Discover`,
};
const CONFIRMED = "account_confirmed";
const isBank = (field: FieldDef) => field.part === "bank";
const isCard = (field: FieldDef) => field.part === "card";
const isPlace = (field: FieldDef) => field.part === "address";
/** Return whether cards are typed into the card processor's fields, not the form's own. */
const isHosted = (fields: FieldDef[]) =>
  fields.some(isCard) && !fields.some((field) => field.field_name === "card_number");
const namesOf = (fields: FieldDef[]) => fields.map((field) => field.field_name);

interface BillingProps {
  answer: FieldsAnswer;
  banks: ExistingBank[];
  cards: ExistingCard[];
  waiting: CardWaiting | null;
  /** Why a card isn't in the vault after a check of the bank that took place elsewhere. */
  problem: ApiError | null;
}

/** The name of a bank that nobody knows by its number is typed, and kept in a draft, though it begins read-only. */
const drafted = (field: FieldDef): FieldDef =>
  field.field_name === "bank_name" ? { ...field, read_only: false } : field;

/** A card that is kept is a choice of its own: another one starts without its number. */
const withoutCard = (field: FieldDef): FieldDef =>
  isCard(field) && field.sensitive ? { ...field, value: "" } : drafted(field);

const textOf = (fields: FieldDef[], name: string): string =>
  String(fields.find((field) => field.field_name === name)?.value ?? "");

/** Which account or card is chosen when the step opens: the one saved here, else the newest one known, else a new one. */
function useChosen({ answer, banks, cards, waiting }: BillingProps) {
  const existing = textOf(answer.result, "existing");
  const savedCard = textOf(answer.result, "card_kept");
  const usable = cards.filter((card) => !card.expired);
  const [bank, setBank] = useState(() => {
    if (banks.some((bank) => bank.bank_id === existing)) return existing;
    return textOf(answer.result, "account_number") ? NEW : (banks[0]?.bank_id ?? NEW);
  });
  const [card, setCard] = useState(() => {
    if (waiting) return WAITING;
    if (usable.some((card) => card.card_id === existing)) return existing;
    return savedCard ? KEPT : (usable[0]?.card_id ?? NEW);
  });
  const isKept = savedCard !== "" && !usable.some((card) => card.card_id === existing);
  const account = banks.find(({ bank_id }) => bank_id === bank);
  return { bank, account, setBank, card, setCard, usable, waiting, kept: isKept ? savedCard : "" };
}

interface Choosing {
  chosen: ReturnType<typeof useChosen>;
  onChoose: (value: string) => void;
}

/** The known cards; those that have expired are named, not offered. */
function Cards({ cards, chosen, onChoose }: { cards: ExistingCard[] } & Choosing) {
  const { t } = useLingui();
  const named = (card: ExistingCard) => `${card.card_brand}, ${card.card_number}`;
  const date = (card: ExistingCard) => `${card.expiration_month}/${card.expiration_year}`;
  const over = cards.filter((card) => card.expired);
  const choices = [
    ...(chosen.waiting
      ? [{ value: WAITING, title: chosen.waiting.card, fact: t`Already with the card processor` }]
      : []),
    ...(chosen.kept ? [{ value: KEPT, title: chosen.kept, fact: t`The card you entered` }] : []),
    ...chosen.usable.map((card) => ({
      value: card.card_id,
      title: named(card),
      fact: t`${card.name_on_cc}, expires ${date(card)}`,
    })),
    { value: NEW, title: t`New card` },
  ];
  return (
    <>
      {choices.length > 1 && (
        <Accounts
          name="existing_card"
          label={t`Card to charge`}
          value={chosen.card}
          choices={choices}
          onChange={onChoose}
        />
      )}
      {over.map((card) => (
        <p key={card.card_id} className="small mute">
          <Trans>
            {named(card)}: expired {date(card)}, can't be used.
          </Trans>
        </p>
      ))}
    </>
  );
}

function Banks({ banks, chosen, onChoose }: { banks: ExistingBank[] } & Choosing) {
  const { t } = useLingui();
  if (!banks.length) return null;
  return (
    <Accounts
      name="existing_bank"
      label={t`Account`}
      value={chosen.bank}
      onChange={onChoose}
      choices={[
        ...banks.map((bank) => ({
          value: bank.bank_id,
          title: `${bank.bank_name}, ${bank.account_number}`,
          fact: bank.account_name,
        })),
        { value: NEW, title: t`New bank account` },
      ]}
    />
  );
}

/** The tick that takes the address of Contact Information: read-only while it is on, empty again when it goes. */
function usePhysicalAddress(answer: FieldsAnswer) {
  const { enrollmentId } = useStep();
  const [copied, setCopied] = useState(textOf(answer.result, "is_physical_address") === "1");
  const tick = async (step: StepForm, place: Record<string, FieldExtra>, on: boolean) => {
    setCopied(on);
    if (!on) place.zip?.onChange?.("");
    const home = on ? await billingApi.home(enrollmentId) : {};
    for (const name of ADDRESS) {
      step.form.set(name, home[name] ?? "");
      step.form.forgive(name);
    }
  };
  return { copied, tick };
}

/** Return the facts of an account on record, as the call lists it. */
const known = ({
  account_type,
  account_holder_type,
  account_name,
  bank_name,
  bank_routing,
}: Partial<ExistingBank> = {}) =>
  Object.fromEntries(
    Object.entries({ account_type, account_holder_type, account_name, bank_name, bank_routing }).filter(
      ([, value]) => value,
    ),
  );

/** Send the step to the call of the chosen payment method and account. */
function useSave(chosen: ReturnType<typeof useChosen>, fields: FieldDef[], hosted: Hosted) {
  const { enrollmentId, tab } = useStep();
  return async (payload: Answers, extra: Record<string, unknown>, way: string): Promise<Saved> => {
    const { bill_date } = payload;
    const bare = { ...extra, payment_method: way, ...(bill_date ? { bill_date } : {}) };
    if (way === "eft" && chosen.bank !== NEW)
      return billingApi.saveExisting(enrollmentId, {
        ...bare,
        ...known(chosen.account),
        bank_id: chosen.bank,
      });
    if (way !== "cc") return wizardApi.save(enrollmentId, tab, { ...payload, ...extra, payment_method: way });
    if (chosen.card === KEPT) return wizardApi.save(enrollmentId, tab, bare);
    const isNewCard = chosen.card === NEW || chosen.card === WAITING;
    if (!isNewCard) return billingApi.saveExisting(enrollmentId, { ...bare, card_id: chosen.card });
    const card = fields.filter(isCard);
    const secret = namesOf(card.filter((field) => field.sensitive));
    const plainValues = Object.fromEntries(
      Object.entries(payload).filter(([name]) => !secret.includes(name)),
    );
    const typed = () => billingApi.token(enrollmentId, pick(payload, namesOf(card)));
    const cardToken = () => (isHosted(fields) ? hosted.confirm(payload) : typed());
    const card_token = chosen.card === WAITING ? (chosen.waiting?.card_token ?? "") : await cardToken();
    const is_physical_address = payload.is_physical_address === "1" ? "yes" : "no";
    return wizardApi.save(enrollmentId, tab, { ...plainValues, ...bare, is_physical_address, card_token });
  };
}

const pick = (answers: Answers, names: string[]): Answers =>
  Object.fromEntries(names.flatMap((name) => (answers[name] ? [[name, answers[name]]] : [])));

function Billing(props: BillingProps) {
  const { answer, banks, cards } = props;
  const { i18n } = useLingui();
  const { enrollmentId, tab } = useStep();
  const chosen = useChosen(props);
  const routing = useRouting(answer.result);
  const address = usePhysicalAddress(answer);
  const hosted = useHosted(() => billingApi.beginSetup(enrollmentId, location.pathname));
  const processor = isHosted(answer.result);
  const save = useSave(chosen, answer.result, hosted);
  const method = answer.result.find((field) => field.field_name === "payment_method");
  const fixed = method?.read_only ?? true;
  const usual = String(method?.value ?? "eft");

  /** A field of the new entry while something known is chosen: it is shown and can't be filled in. */
  const off = (field: FieldDef) =>
    isBank(field)
      ? chosen.bank !== NEW
      : (isCard(field) || isPlace(field)) && ![NEW, WAITING].includes(chosen.card);
  const listed = answer.result
    .filter(({ field_name: name, type }) => type !== "hidden" && !(name === "payment_method" && fixed))
    .map((field) => {
      if (off(field)) return { ...field, error: false };
      if (field.field_name === "bank_name") return { ...field, read_only: routing.locked };
      const copies = isPlace(field) && field.field_name !== "is_physical_address";
      return copies ? { ...field, read_only: address.copied } : field;
    });
  const fields = listed.filter((field) => !off(field));
  const checkCard = useCardChecks(fields);

  const step: StepForm = useStepForm({
    answer: { ...answer, result: answer.result.map(chosen.kept ? withoutCard : drafted) },
    fields,
    extraProblems: () => {
      const way = wayOf(step.form.read(), usual);
      if (way === "eft" && chosen.bank === NEW) return routing.problems(step.form);
      if (way !== "cc" || ![NEW, WAITING].includes(chosen.card)) return [];
      const typed = checkCard(step.form);
      return processor && chosen.card === NEW ? [...typed, ...hosted.problems()] : typed;
    },
    mayLeave: () => processor && wayOf(step.form.read(), usual) === "cc" && chosen.card === NEW,
    onFail: (error) => {
      if (error.fieldErrors.bank_name) routing.unlock();
      if (error.fieldErrors[CONFIRMED]) flushSync(() => setDoubted(true));
      return false;
    },
    extras: processor
      ? Object.entries(hosted.labels).map(([name, label]) => ({ name, id: name, label }))
      : [],
    onExtraErrors: hosted.fail,
    save: (payload, extra) => save(payload, extra, wayOf(step.form.read(), usual)),
  });
  const { form } = step;
  // The server asks about an account number that could be a card's, and about no other.
  const [doubted, setDoubted] = useState(false);
  const { problem } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (problem) step.fail(problem);
  }, [problem]);
  const place = useZipState(step, "mail");
  const way = wayOf(step.answers, usual);
  const extras: Record<string, FieldExtra> = {
    ...routing.extras(form),
    ...place,
    account_number: {
      onChange: () => {
        setDoubted(false);
        form.set(CONFIRMED, "0");
        form.forgive(CONFIRMED);
      },
    },
    is_physical_address: { onChange: (now) => void address.tick(step, place, now === "1") },
  };
  const visible = visibleFields(listed, step.answers)
    .filter(isAsked)
    .filter((field) => field.field_name !== CONFIRMED || doubted);
  const entry = visible.filter((field) => field.part);
  const locked = entry.some(off);
  /** Mistakes of what isn't asked any more go with it. */
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    for (const field of entry) form.forgive(field.field_name);
    step.showErrors([]);
  };
  const list = (fields: FieldDef[]): ReactNode => (
    <FieldList
      fields={fields}
      form={form}
      extras={extras}
      widths={{ is_physical_address: "c6 m6" }}
      onEdited={step.edited}
      onLeft={() => void step.draft.flush()}
    />
  );
  const cardFields = entry.filter(isCard);
  const bankFields = entry.filter(isBank);
  const billDate = visible.find((field) => field.field_name === "bill_date");
  const day = String(step.answers.bill_date ?? "");
  const chooseWay = (value: string) => {
    form.set("payment_method", value);
    step.edited("payment_method");
    // What was wrong with the other way to pay is no mistake any more.
    step.showErrors([]);
  };
  return (
    <StepFrame title={answer.title || tab.title} lead={answer.lead} step={step}>
      {method && (
        <ChoiceCards
          name="payment_method"
          label={method.label}
          className={b.ways}
          value={way}
          error={form.errors.payment_method}
          onChange={(event) => chooseWay(event.target.value)}
          choices={(method.options ?? []).map(({ value, label }) => ({
            value,
            title: label,
            fact: WORDS[value] && i18n._(WORDS[value]),
          }))}
        />
      )}
      {fixed && method?.hint && <Banner>{method.hint}</Banner>}
      {way === "eft" && <Banks banks={banks} chosen={chosen} onChoose={choose(chosen.setBank)} />}
      {way === "cc" && <Cards cards={cards} chosen={chosen} onChoose={choose(chosen.setCard)} />}
      {entry.length > 0 && (
        <fieldset className={b.entry} disabled={locked}>
          {locked && (
            <p className="small mute">
              {way === "cc" ? (
                <Trans>To enter another card, choose New card.</Trans>
              ) : (
                <Trans>To enter another account, choose New bank account.</Trans>
              )}
            </p>
          )}
          {cardFields.length > 0 && (
            <CardFields fields={cardFields} step={step}>
              {processor && chosen.card === NEW && (
                <Suspense fallback={null}>
                  <HostedCard ref={hosted.ref} errors={hosted.errors} onEdited={hosted.edited} />
                </Suspense>
              )}
            </CardFields>
          )}
          {bankFields.length > 0 &&
            (locked ? (
              list(bankFields)
            ) : (
              <BankAccount title={bankFields[0]?.group}>
                {list(bankFields.map((field) => ({ ...field, group: "" })))}
              </BankAccount>
            ))}
          {list(entry.filter(isPlace))}
        </fieldset>
      )}
      {billDate && (
        <BillDays
          field={billDate}
          value={day}
          error={form.errors.bill_date}
          way={way}
          onChange={(value) => {
            form.set("bill_date", value);
            step.edited("bill_date");
          }}
        />
      )}
      {(way === "eft" || way === "cc") && <Terms method={way} day={day} />}
    </StepFrame>
  );
}

const wayOf = (answers: Answers, usual: string): string => String(answers.payment_method || usual);

/**
 * A card that the processor has already: its page was left, or lost, or led to the bank and back. `undefined` while that
 * isn't known; then why it isn't there after the bank's check, null for nothing to say.
 */
function useWaiting(): [CardWaiting | null | undefined, ApiError | null] {
  const { enrollmentId } = useStep();
  const [search] = useSearchParams();
  const back = search.get("card_setup");
  const { data, isPending, error } = useQuery({
    queryKey: [...keys.waiting(enrollmentId), back],
    queryFn: async ({ signal }) =>
      back
        ? (await billingApi.finishSetup(enrollmentId, back)).result
        : billingApi.waiting(enrollmentId, signal),
    enabled: bootstrap.cards !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!bootstrap.cards) return [null, null];
  return [isPending ? undefined : (data ?? null), back && error instanceof ApiError ? error : null];
}

/** Billing Information: how the plans are paid. */
export default function BillingStep() {
  const { enrollmentId, tab } = useStep();
  const fields = useFields(tab);
  const banks = useStepQuery(keys.banks(enrollmentId), (signal) => billingApi.banks(enrollmentId, signal));
  const cards = useStepQuery(keys.cards(enrollmentId), (signal) => billingApi.cards(enrollmentId, signal));
  const [waiting, problem] = useWaiting();
  if (fields.data && !banks.isPending && !cards.isPending && waiting !== undefined) {
    const known = { banks: banks.data ?? [], cards: cards.data ?? [] };
    return <Billing answer={fields.data} {...known} waiting={waiting} problem={problem} />;
  }
  if (fields.error) return <StepFailed title={tab.title} onRetry={() => void fields.refetch()} />;
  return <StepSkeleton title={tab.title} />;
}
