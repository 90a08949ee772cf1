import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PlanMini, PlanMinis } from "@/components/shop/PlanMini";
import { api } from "@/lib/api";
import { visitContext } from "@/lib/shop/context";
import s from "./PlanAbout.module.css";

/** Related plans; empty while they load or when there are none. */
export default function RelatedPlans({ planId }: { planId: number }) {
  const { data } = useQuery({
    queryKey: ["related", planId, visitContext()],
    staleTime: 300_000,
    queryFn: ({ signal }) =>
      api.get("/api/v1/get-related-plans", { ...visitContext(), plan_id: planId }, signal),
  });
  if (!data?.length) return null;
  return (
    <section className={s.related} aria-labelledby="related">
      <h2 id="related">
        <Trans>Related plans</Trans>
      </h2>
      <PlanMinis>
        {data.map((plan) => (
          <PlanMini
            key={plan.pid}
            id={plan.pid}
            name={plan.plan_name}
            category={plan.plan_category}
            logo={plan.plan_logo}
            carrier={plan.carrier_name}
            text={plan.plan_short_text}
          />
        ))}
      </PlanMinis>
    </section>
  );
}
