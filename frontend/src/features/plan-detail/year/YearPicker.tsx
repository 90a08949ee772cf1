import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { SelectField } from "@/components/form/SelectField";
import { Button } from "@/components/ui/Button";
import { MONTHS, monthName } from "./months";
import type { YearCost, YearService } from "./useYear";
import s from "./YearPicker.module.css";

/** The server takes so many at once. */
const MOST = 24;

interface YearPickerProps {
  answer: YearCost;
  services: YearService[];
  onChange: (services: YearService[]) => void;
}

/** The care a shopper expects: one line a service, with its month and, for more than one person, whose it is. */
export function YearPicker({ answer, services, onChange }: YearPickerProps) {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLFieldSetElement>(null);
  const choices = answer.choices.map(({ service, label }) => ({ value: service, label }));
  const people = answer.people.map(({ value, label }) => ({ value: value as string, label }));
  const months = MONTHS.map((month) => ({
    value: String(month),
    label: monthName(answer.start, month, i18n.locale),
  }));
  const put = (index: number, change: Partial<YearService>) =>
    onChange(services.map((service, at) => (at === index ? { ...service, ...change } : service)));
  // The pressed button is gone after this: the focus goes to the list's nearest control.
  const remove = (index: number) => {
    onChange(services.filter((_, at) => at !== index));
    const rows = list.current?.querySelectorAll<HTMLElement>("select[data-first]") ?? [];
    (rows[index + 1] ?? rows[index - 1] ?? list.current)?.focus();
  };
  return (
    <fieldset ref={list} className={s.picker} tabIndex={-1}>
      <legend>
        <Trans>Care you expect in the next 12 months</Trans>
      </legend>
      {services.map((service, index) => (
        <div key={index} className={s.pick} data-people={people.length > 1 || undefined}>
          <SelectField
            data-first
            id={`year-service-${index}`}
            label={t`Service ${index + 1}`}
            options={choices}
            value={service.service}
            onChange={(event) => put(index, { service: event.target.value as YearService["service"] })}
          />
          <SelectField
            id={`year-month-${index}`}
            label={t`Month`}
            options={months}
            value={String(service.month)}
            onChange={(event) => put(index, { month: Number(event.target.value) })}
          />
          {people.length > 1 && (
            <SelectField
              id={`year-person-${index}`}
              label={t`For`}
              options={people}
              value={service.person ?? "self"}
              onChange={(event) =>
                put(index, { person: event.target.value as NonNullable<YearService["person"]> })
              }
            />
          )}
          <Button
            tone="quiet"
            icon="trash"
            className={s.remove}
            aria-label={t`Remove service ${index + 1}`}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon="plus"
          className="no-print"
          disabled={services.length >= MOST}
          onClick={() =>
            onChange([...services, { service: answer.choices[0]?.service ?? "cleaning", month: 1 }])
          }
        >
          <Trans>Add a service</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
