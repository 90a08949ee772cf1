import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { bootstrap, type FeaturedPlan } from "@/lib/bootstrap";
import { Link } from "@/lib/router";
import { visitContext } from "@/lib/shop/context";
import { useQuoteId } from "@/lib/shop/filter";
import { useStored } from "@/lib/storage";
import s from "./FeaturedRow.module.css";
import { PlanMini, PlanMinis } from "./PlanMini";

/** The page already holds the brand's featured plans; a portal and group have their own. */
function useFeatured(): FeaturedPlan[] {
  const portal = useStored("portal_id");
  const group = useStored("group_id");
  const { i18n } = useLingui();
  const special = Boolean(portal && group) || i18n.locale !== "en";
  const { data } = useQuery({
    queryKey: ["featured", portal, group, i18n.locale],
    enabled: special,
    staleTime: 300_000,
    queryFn: ({ signal }) => api.get("/api/v1/get-featured-plans", visitContext(), signal),
  });
  return data?.length ? data : bootstrap.featured;
}

export function FeaturedRow() {
  const plans = useFeatured().slice(0, 4);
  const quoted = Boolean(useQuoteId());
  const { from_place: place, from_prices: prices } = bootstrap.recipe;
  if (plans.length === 0) return null;
  return (
    <section className="section" aria-labelledby="featured">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2 id="featured">
              <Trans>Featured plans</Trans>
            </h2>
            <p>
              <Trans>Places most people start.</Trans>
            </p>
          </div>
          <Link className="only-d" to="/plans">
            <Trans>See all plans</Trans>
          </Link>
        </div>
        <PlanMinis>
          {plans.map((plan) => (
            <PlanMini
              key={plan.plan_id}
              id={plan.plan_id}
              name={plan.plan_name}
              category={plan.category}
              logo={plan.plan_logo}
              carrier={plan.carrier_name}
              text={plan.plan_short_text}
              from={quoted ? undefined : prices.find((row) => row.plan_id === plan.plan_id)?.price}
              place={place}
            />
          ))}
        </PlanMinis>
        <Link className={`only-m ${s.seeAll}`} to="/plans">
          <Trans>See all plans</Trans>
        </Link>
      </div>
    </section>
  );
}
