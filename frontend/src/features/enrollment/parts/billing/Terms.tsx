import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { keys, useStep } from "../../engine/wizard";
import { billingApi } from "./api";
import s from "./Billing.module.css";

/** Read the server's terms of a payment method and day; the last ones stay while another day loads. */
export function useTerms(method: string, day: string) {
  const { enrollmentId } = useStep();
  return useQuery({
    queryKey: keys.terms(enrollmentId, method, day),
    queryFn: ({ signal }) => billingApi.text(enrollmentId, method, day, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[2] === method ? before : undefined),
  }).data;
}

/** The charge, its day, and the applicant's authorization in the server's words, shown before Next is pressed. */
export function Terms({ method, day }: { method: string; day: string }) {
  const items = useTerms(method, day)?.items ?? [];
  if (!items.length) return null;
  return (
    <section className={s.terms} aria-labelledby="billing-terms">
      <h2 id="billing-terms">
        <Trans>What you authorize when you sign</Trans>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
