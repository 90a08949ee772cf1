import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import type { OwnPayments } from "@/client";
import { Checkbox, ChoiceCards, Segmented } from "@/components/form/Choices";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { PasswordField } from "@/components/form/PasswordField";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextField } from "@/components/form/TextField";
import { useHosted } from "@/components/hosted-card/useHosted";
import { SignInAgain } from "@/components/session/SignInAgain";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { ApiError, api } from "@/lib/api";
import { today } from "@/lib/dates";
import { loadPart } from "@/lib/load-part";
import { digits } from "@/lib/masks";
import { type Labels, useSubmit } from "@/lib/useSubmit";
import s from "./Payment.module.css";
import { PAYMENTS_KEY } from "./reads";

const HostedCard = lazy(loadPart(() => import("@/components/hosted-card/HostedCard")));

const BANK = [
  "routing_number",
  "bank_name",
  "account_number",
  "account_name",
  "account_type",
  "account_holder_type",
] as const;
const TYPED = ["card_number", "security_code", "expiration_month", "expiration_year"] as const;
const PLACE = ["address1", "address2", "zip", "city", "state"] as const;
const NAMES = ["first_name_on_cc", "last_name_on_cc"] as const;
type Name =
  | (typeof BANK | typeof TYPED | typeof PLACE | typeof NAMES)[number]
  | "account_confirmed"
  | "agreed"
  | "password";
type Values = Partial<Record<Name, string>>;

const ROUTING_DIGITS = 9;
const PREFIX = "pay-";
const HOME = "home";

function useLabels(): Labels<Name> {
  const { t } = useLingui();
  return {
    routing_number: t`Routing number`,
    bank_name: t`Bank name`,
    account_number: t`Account number`,
    account_confirmed: t`Yes, this is the account number`,
    account_name: t`Account holder name`,
    account_type: t`Account type`,
    account_holder_type: t`Account holder type`,
    first_name_on_cc: t`First name on card`,
    last_name_on_cc: t`Last name on card`,
    card_number: t`Card number`,
    security_code: t`Security code`,
    expiration_month: t`Expiration month`,
    expiration_year: t`Expiration year`,
    address1: t`Street address`,
    address2: t`Apartment, suite`,
    zip: t`ZIP code`,
    city: t`City`,
    state: t`State`,
    agreed: t`I agree`,
    password: t`Your password`,
  };
}

/** The bank of a routing number: its name, "" for one that isn't known and has to be named, null before it is looked up.
 * A number that can't be right is told to `onWrong`. */
function useBank(onWrong: (message: string) => void) {
  const [bank, setBank] = useState<string | null>(null);
  const asked = useRef("");
  const lookUp = async (text: string) => {
    const number = digits(text);
    if (number === asked.current) return;
    asked.current = number;
    setBank(null);
    if (number.length !== ROUTING_DIGITS) return;
    try {
      const found = (await api.get("/api/v1/lookup-routing-number", { q: number })).response;
      if (asked.current === number) setBank(found.name);
    } catch (error) {
      if (asked.current !== number || !(error instanceof ApiError)) return;
      const wrong = error.fieldErrors.routing_number;
      if (wrong) onWrong(wrong);
      // Nobody could be asked: the name may be typed.
      else setBank("");
    }
  };
  return { bank, lookUp };
}

interface FormProps {
  own: OwnPayments;
  onClose: (message?: string) => void;
}

/** Pay from another bank account or card: what is agreed to stands above the tick, which starts empty. */
export default function PaymentForm({ own, onClose }: FormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const labels = useLabels();
  const [way, setWay] = useState<string>(own.offers[0]?.method ?? "eft");
  const [values, setValues] = useState<Values>({
    account_type: "checking",
    account_holder_type: "individual",
  });
  const [agreed, setAgreed] = useState(false);
  const [doubted, setDoubted] = useState(false);
  const [place, setPlace] = useState(own.home_address ? HOME : "");
  const { errors, items, attempt, busy, submit, clear } = useSubmit(labels, PREFIX);
  const [wrongNumber, setWrongNumber] = useState("");
  const { bank, lookUp } = useBank(setWrongNumber);
  const hosted = useHosted(() => api.post("/api/v1/begin-payment-card", { back: location.pathname }));
  const offer = own.offers.find(({ method }) => method === way) ?? own.offers[0];
  if (!offer) return null;
  const byCard = way === "cc";
  const ownFields = !own.typed_cards;
  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    clear(name);
  };
  const field = (name: Name) => ({
    id: PREFIX + name,
    name,
    label: labels[name],
    value: values[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  const asked: Name[] = byCard
    ? [...NAMES, ...(ownFields ? [] : TYPED), ...(place === HOME ? [] : PLACE)]
    : BANK.filter((name) => name !== "bank_name" || bank === "");
  const problems = () => {
    const wanted = asked.filter((name) => name !== "address2");
    const proof = own.proof === "password" ? (["password"] as const) : [];
    const missing = [...wanted, ...proof].filter((name) => !values[name]?.trim());
    const found: Partial<Record<Name, string>> = Object.fromEntries(
      missing.map((name) => [name, t`Field is required`]),
    );
    if (!byCard && wrongNumber) found.routing_number = wrongNumber;
    if (!agreed) found.agreed = t`To save, check the box to agree.`;
    return found;
  };
  const send = async () => {
    const typed = Object.fromEntries(asked.map((name) => [name, values[name] ?? ""]));
    const body = {
      ...typed,
      ...(!byCard && bank ? { bank_name: bank } : {}),
      ...(byCard && place === HOME ? { is_physical_address: "yes" } : {}),
      ...(byCard && ownFields ? { card_token: await hosted.confirm(typed) } : {}),
      account_confirmed: values.account_confirmed ?? "",
      payment_method: offer.method,
      agreed,
      digest: offer.digest,
      password: values.password ?? "",
    };
    try {
      const answer = await api.postEnvelope("/api/v1/change-payment", body);
      client.setQueryData(PAYMENTS_KEY, answer?.data);
      onClose(answer?.message);
    } catch (error) {
      if (error instanceof ApiError && error.fieldErrors.account_confirmed) setDoubted(true);
      if (error instanceof ApiError && error.fieldErrors.password && own.proof !== "password")
        await client.invalidateQueries({ queryKey: PAYMENTS_KEY });
      if (error instanceof ApiError && error.errorCode === "termsDiffer") {
        setAgreed(false);
        await client.invalidateQueries({ queryKey: PAYMENTS_KEY });
      }
      throw error;
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (byCard && ownFields && hosted.problems().length > 0) return;
    void submit(problems(), send);
  };
  const { starts_on: day } = offer;
  const years = Array.from({ length: 15 }, (_, index) => String(today().year + index));
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
  return (
    <Card aria-labelledby="change-how">
      <form className={s.form} noValidate onSubmit={onSubmit}>
        <div>
          <h2 id="change-how">
            <Trans>Change how you pay</Trans>
          </h2>
          <p className="small">
            <Trans>
              Starts with the payment on <b className="num">{day}</b>. Until then, nothing changes.
            </Trans>
          </p>
        </div>
        <ErrorSummary items={items} attempt={attempt} />
        {own.offers.length > 1 && (
          <ChoiceCards
            id="pay-way"
            name="pay-way"
            label={t`Pay with`}
            compact
            value={way}
            onChange={(event) => {
              setWay(event.target.value);
              setAgreed(false);
            }}
            choices={own.offers.map(({ method }) => ({
              value: method,
              title: method === "cc" ? t`Card` : t`Bank account`,
            }))}
          />
        )}
        {byCard ? (
          <>
            <div className="grid-6">
              <TextField {...field("first_name_on_cc")} className="c3 m6" autoComplete="cc-given-name" />
              <TextField {...field("last_name_on_cc")} className="c3 m6" autoComplete="cc-family-name" />
              {ownFields ? (
                <Suspense fallback={null}>
                  <HostedCard ref={hosted.ref} errors={hosted.errors} onEdited={hosted.edited} />
                </Suspense>
              ) : (
                <>
                  <TextField
                    {...field("card_number")}
                    className="c4 m6"
                    inputMode="numeric"
                    autoComplete="cc-number"
                    maxLength={31}
                  />
                  <TextField
                    {...field("security_code")}
                    className="c2 m6"
                    inputMode="numeric"
                    autoComplete="cc-csc"
                    maxLength={4}
                  />
                  <SelectField
                    {...field("expiration_month")}
                    className="c3 m3"
                    placeholder={t`Select`}
                    autoComplete="cc-exp-month"
                    options={months.map((value) => ({ value, label: value }))}
                  />
                  <SelectField
                    {...field("expiration_year")}
                    className="c3 m3"
                    placeholder={t`Select`}
                    autoComplete="cc-exp-year"
                    options={years.map((value) => ({ value, label: value }))}
                  />
                </>
              )}
            </div>
            {own.home_address && (
              <Checkbox
                id="pay-home"
                label={t`The billing address is my home address`}
                note={own.home_address}
                checked={place === HOME}
                onChange={(event) => setPlace(event.target.checked ? HOME : "")}
              />
            )}
            {place !== HOME && (
              <div className="grid-6">
                <TextField
                  {...field("address1")}
                  className="c6 m6"
                  maxLength={80}
                  autoComplete="billing address-line1"
                />
                <TextField {...field("address2")} className="c6 m6" maxLength={80} optional />
                <MaskedField
                  kind="zip"
                  {...field("zip")}
                  className="c2 m3"
                  autoComplete="billing postal-code"
                />
                <TextField {...field("city")} className="c3 m6" autoComplete="billing address-level2" />
                <TextField {...field("state")} className="c1 m3" maxLength={2} />
              </div>
            )}
          </>
        ) : (
          <div className="grid-6">
            <TextField
              {...field("routing_number")}
              className="c3 m6"
              error={errors.routing_number ?? (wrongNumber || undefined)}
              hint={bank || undefined}
              inputMode="numeric"
              autoComplete="off"
              maxLength={ROUTING_DIGITS}
              onChange={(event) => {
                setWrongNumber("");
                set("routing_number", event.target.value);
              }}
              onBlur={(event) => void lookUp(event.target.value)}
            />
            {bank === "" && (
              <TextField
                {...field("bank_name")}
                className="c3 m6"
                hint={t`We don't recognize this routing number. Enter your bank's name as shown on your check.`}
                maxLength={80}
              />
            )}
            <TextField
              {...field("account_number")}
              className="c3 m6"
              inputMode="numeric"
              autoComplete="off"
              maxLength={17}
              onChange={(event) => {
                setDoubted(false);
                set("account_confirmed", "");
                set("account_number", event.target.value);
              }}
            />
            {doubted && (
              <div className="c6 m6">
                <Checkbox
                  id={`${PREFIX}account_confirmed`}
                  label={labels.account_confirmed}
                  error={errors.account_confirmed}
                  checked={values.account_confirmed === "1"}
                  onChange={(event) => set("account_confirmed", event.target.checked ? "1" : "")}
                />
              </div>
            )}
            <TextField {...field("account_name")} className="c6 m6" maxLength={22} autoComplete="name" />
            <div className="c3 m6">
              <Segmented
                {...field("account_type")}
                options={[
                  { value: "checking", label: t`Checking account` },
                  { value: "savings", label: t`Savings account` },
                ]}
              />
            </div>
            <div className="c3 m6">
              <Segmented
                {...field("account_holder_type")}
                options={[
                  { value: "individual", label: t`Individual` },
                  { value: "company", label: t`Company` },
                ]}
              />
            </div>
          </div>
        )}
        <div className={s.agree}>
          {offer.items.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <Checkbox
            id={`${PREFIX}agreed`}
            label={labels.agreed}
            error={errors.agreed}
            checked={agreed}
            onChange={(event) => {
              setAgreed(event.target.checked);
              clear("agreed");
            }}
          />
        </div>
        {own.proof === "password" && (
          <PasswordField
            {...field("password")}
            hint={t`To protect your account, confirm that it's you.`}
            autoComplete="current-password"
          />
        )}
        {own.proof === "sign_in" && (
          <SignInAgain>
            <Trans>
              To protect your account, sign in again with a link before you change how you pay. Then you have
              15 minutes.
            </Trans>
          </SignInAgain>
        )}
        <div className={s.buttons}>
          <Button
            type="submit"
            tone="primary"
            busy={busy}
            busyText={t`Saving`}
            disabled={own.proof === "sign_in"}
          >
            {byCard ? <Trans>Save new card</Trans> : <Trans>Save new account</Trans>}
          </Button>
          <Button tone="quiet" onClick={() => onClose()}>
            <Trans>Keep the current one</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
}
