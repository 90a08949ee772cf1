import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { setItem, useStored } from "@/lib/storage";
import s from "./ThemeSwitch.module.css";

/**
 * Light or dark colours, by choice or as the device has them. src/first.ts puts them on the page. `titled`: what it is
 * stands above it already.
 */
export default function ThemeSwitch({ titled }: { titled?: boolean }) {
  const { t } = useLingui();
  // A page may have two of them, in its foot and among the account's settings.
  const name = useId();
  const chosen = useStored("theme") ?? "";
  const choices = [
    { value: "", text: t`Match my device` },
    { value: "light", text: t`Light` },
    { value: "dark", text: t`Dark` },
  ];
  return (
    <fieldset className={s.theme}>
      <legend className={titled ? "sr" : undefined}>
        <Trans>Colors</Trans>
      </legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
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
