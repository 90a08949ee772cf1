import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SelectField } from "@/components/form/SelectField";
import { MaskedField, TextField } from "@/components/form/TextField";
import { api } from "@/lib/api";
import type { ChangeForm } from "./useChangeForm";

/** The counties of a ZIP code whose prices differ by county; none for all others. */
function useCounties(zip: string) {
  const answer = useQuery({
    queryKey: ["zip-counties", zip],
    enabled: /^\d{5}$/.test(zip),
    queryFn: () => api.get("/api/v1/validate-zip-code", { zip_code: zip }),
    retry: false,
  });
  return answer.data?.county_required ? answer.data.counties : [];
}

/** The whole address of a move, of everyone or of one person of the family, and where letters go. */
export function AddressFields({ form }: { form: ChangeForm }) {
  const { t } = useLingui();
  const { answers, coverage, errors, field, labels } = form;
  const counties = useCounties(answers.zip);
  const family = coverage.people.filter((person) => person.role !== "subscriber");
  const asksState = answers.state !== "" || errors.state !== undefined;
  return (
    <>
      {family.length > 0 && (
        <SelectField
          {...field("person_id")}
          label={t`Who is moving`}
          placeholder={t`Everyone at home`}
          options={family.map((person) => ({ value: person.id, label: person.name }))}
        />
      )}
      <TextField {...field("address1")} maxLength={80} autoComplete="address-line1" />
      <TextField {...field("address2")} maxLength={80} autoComplete="address-line2" optional />
      <MaskedField kind="zip" {...field("zip")} autoComplete="postal-code" />
      <TextField {...field("city")} maxLength={60} autoComplete="address-level2" />
      {asksState && <TextField {...field("state")} maxLength={2} autoComplete="address-level1" />}
      {counties.length > 0 && (
        <SelectField
          {...field("county")}
          placeholder={t`Choose`}
          options={counties.map((place) => ({ value: place.fips, label: `${place.county}, ${place.state}` }))}
        />
      )}
      {!answers.person_id && (
        <SelectField
          {...field("mailing")}
          options={[
            { value: "", label: t`Where they go today` },
            { value: "home", label: t`To the new address` },
            { value: "other", label: t`To another address` },
          ]}
        />
      )}
      {answers.mailing === "other" && !answers.person_id && (
        <fieldset>
          <legend>{labels.mailing_address1}</legend>
          <TextField {...field("mailing_address1")} label={labels.address1} maxLength={80} />
          <TextField {...field("mailing_address2")} label={labels.address2} maxLength={80} optional />
          <TextField {...field("mailing_city")} label={labels.city} maxLength={60} />
          <TextField {...field("mailing_state")} label={labels.state} maxLength={2} />
          <MaskedField kind="zip" {...field("mailing_zip")} label={labels.zip} />
        </fieldset>
      )}
    </>
  );
}
