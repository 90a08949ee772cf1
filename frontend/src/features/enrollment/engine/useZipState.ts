import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Purpose } from "@/client";
import { ApiError } from "@/lib/api";
import { wizardApi } from "../api";
import type { FieldExtra } from "../fields/widget";
import type { Answer, FieldDef } from "../types";
import { say } from "./messages";
import type { StepForm } from "./useStepForm";

const FIVE = /^\d{5}$/;

const startOf = (fields: FieldDef[], name: string): string =>
  String(fields.find((field) => field.field_name === name)?.value ?? "");

/** A ZIP of five digits fills in its city and its state, which then stays shut until the ZIP is changed. */
export function useZipState(step: StepForm, purpose: Purpose, onChanged: () => void = () => undefined) {
  const { t } = useLingui();
  const { form, fields } = step;
  const [filled, setFilled] = useState(
    () => FIVE.test(startOf(fields, "zip")) && startOf(fields, "state") !== "",
  );
  const [announced, setAnnounced] = useState(false);
  const lastZip = useRef(startOf(fields, "zip"));
  const lastLookUp = useRef(filled ? lastZip.current : "");
  const city = useRef(startOf(fields, "city"));

  const put = (name: string, value: string) => {
    if (form.read()[name] === value) return;
    form.set(name, value);
    if (value) form.forgive(name);
    step.draft.edited(name);
  };
  const setState = (value: string) => put("state", value);
  /** A city that was typed here stays. */
  const setCity = (value: string) => {
    const typed = String(form.read().city ?? "");
    if (typed && typed !== city.current) return;
    city.current = value;
    put("city", value);
  };
  const lookUp = async (zip: string) => {
    lastLookUp.current = zip;
    try {
      const place = await wizardApi.zipState(zip, purpose);
      const state = place.state;
      if (lastLookUp.current !== zip || !state) return;
      setState(state);
      setCity(place.city);
      // A ZIP on a border lies in two: the person says in which.
      setFilled(place.states.length < 2);
      setAnnounced(true);
      form.forgive("zip");
    } catch (error) {
      if (lastLookUp.current !== zip) return;
      if (error instanceof ApiError && error.offline) {
        lastLookUp.current = "";
        return;
      }
      const message = error instanceof ApiError ? (error.fieldErrors.zip ?? error.message) : "";
      form.fail({ zip: message || say("zip") });
    }
  };
  const zipChanged = (answer: Answer) => {
    const zip = String(answer).trim();
    if (zip === lastZip.current) return;
    lastZip.current = zip;
    lastLookUp.current = "";
    onChanged();
    setFilled(false);
    setAnnounced(false);
    setState("");
    if (FIVE.test(zip)) void lookUp(zip);
  };
  /** What nobody could be asked about is asked when the field is left. */
  const zipLeft = (answer: Answer) => {
    zipChanged(answer);
    const zip = lastZip.current;
    if (FIVE.test(zip) && !filled && lastLookUp.current !== zip) void lookUp(zip);
  };
  // An answer that was kept without its state is one that no look-up has found.
  const checkSavedZip = useEffectEvent(() => zipLeft(lastZip.current));
  useEffect(() => checkSavedZip(), []);
  const extras: Record<string, FieldExtra> = {
    zip: { onChange: zipChanged, onBlur: zipLeft, ok: announced ? t`State filled in` : undefined },
    state: { readOnly: filled, hint: "" },
  };
  return extras;
}
