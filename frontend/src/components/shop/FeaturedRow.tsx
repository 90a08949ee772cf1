import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "@/components/ui/Button";
import { Folder } from "@/components/ui/Card";
import { CarrierLogo } from "@/components/ui/Category";
import { api } from "@/lib/api";
import { bootstrap, type FeaturedPlan } from "@/lib/bootstrap";
import { categoryLabel } from "@/lib/categories";
import { planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import { visitContext } from "@/lib/shop/context";
import { useStored } from "@/lib/storage";
import s from "./FeaturedRow.module.css";

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
    queryFn: ({ signal }) => api.get<FeaturedPlan[]>("/api/v1/get-featured-plans", visitContext(), signal),
  });
  return data?.length ? data : bootstrap.featured;
}

export function FeaturedRow() {
  const { i18n } = useLingui();
  const plans = useFeatured().slice(0, 4);
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
        <div className={s.plans4}>
          {plans.map((plan) => {
            const name = plan.plan_name;
            return (
              <Folder
                key={plan.plan_id}
                as="article"
                className={s.planMini}
                category={plan.category}
                tab={i18n._(categoryLabel(plan.category))}
              >
                <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} />
                <h3>{name}</h3>
                <p>{plan.plan_short_text}</p>
                <ButtonLink to={planPath(plan.plan_id, name)}>
                  <Trans>More Info</Trans>
                  <span className="sr">: {name}</span>
                </ButtonLink>
              </Folder>
            );
          })}
        </div>
        <Link className={`only-m ${s.seeAll}`} to="/plans">
          <Trans>See all plans</Trans>
        </Link>
      </div>
    </section>
  );
}
