import { Trans, useLingui } from "@lingui/react/macro";
import { setItem, useStored } from "@/lib/storage";
import s from "./ThemeSwitch.module.css";

/** Light or dark colours, by choice or as the device has them. src/first.ts puts them on the page. */
export default function ThemeSwitch() {
  const { t } = useLingui();
  const chosen = useStored("theme") ?? "";
  const choices = [
    { value: "", text: t`As my device` },
    { value: "light", text: t`Light` },
    { value: "dark", text: t`Dark` },
  ];
  return (
    <fieldset className={s.theme}>
      <legend>
        <Trans>Colors</Trans>
      </legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            checked={value === chosen}
            onChange={() => {
              setItem("theme", value);
              dispatchEvent(new Event("storage"));
            }}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
