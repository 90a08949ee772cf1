import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { PreviewPrice } from "@/client";
import { api } from "@/lib/api";
import { bootstrap, type FeaturedPlan, type Language } from "@/lib/bootstrap";
import { money, planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import { visitContext } from "@/lib/shop/context";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
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

/** Prices of the running quote, by plan; undefined while there is none. */
function useQuotePrices(): PreviewPrice[] | undefined {
  const id = useQuoteId();
  const { data } = useQuery({
    queryKey: quoteKey(id, "featured"),
    enabled: Boolean(id),
    retry: false,
    queryFn: ({ signal }) => api.get("/api/v1/get-featured-prices", { enrollment_id: id }, signal),
  });
  return id ? (data?.result ?? []) : undefined;
}

const priceOf = (rows: { plan_id: number; price: string | null }[], id: number) =>
  rows.find((row) => row.plan_id === id)?.price;

/** The price for one adult of 18 without tobacco in the brand's state. */
function From({ id }: { id: number }) {
  const { from_place: place, from_prices: prices } = bootstrap.recipe;
  const price = priceOf(prices, id);
  if (!price) return null;
  return (
    <p className={s.from}>
      <Trans>
        From <b className="num">{money(price)}</b> /month
      </Trans>
      <small>
        <Trans>One 18-year-old in {place}, no tobacco use</Trans>
      </small>
    </p>
  );
}

/** The shopper's own price, or the reason there is none with the way to get one. */
function Own({ rows, id, page }: { rows: PreviewPrice[]; id: number; page: string }) {
  const plan = rows.find((row) => row.plan_id === id);
  if (!plan) return null;
  if (!plan.price) {
    return (
      <p>
        <Link to={page}>{plan.message}</Link>
      </p>
    );
  }
  return (
    <p className={s.from}>
      <b className="num">{money(plan.price)}</b> <Trans>/month</Trans>
    </p>
  );
}

/** When the brand picks a plan, and when it talks people out of it. */
function Judged({ id }: { id: number }) {
  const { i18n } = useLingui();
  const judgement = bootstrap.recipe.judged.find((plan) => plan.plan_id === id)?.[i18n.locale as Language];
  if (!judgement) return null;
  return (
    <dl className={s.judged}>
      <dt>
        <Trans>We recommend it when</Trans>
      </dt>
      <dd>{judgement.pick}</dd>
      <dt>
        <Trans>We don't recommend it when</Trans>
      </dt>
      <dd>{judgement.against}</dd>
    </dl>
  );
}

/** Featured plans at their from-prices, which give way to somebody's own: `prices`, or else those of the quote. */
export function FeaturedRow({ prices }: { prices?: PreviewPrice[] | undefined }) {
  const plans = useFeatured().slice(0, bootstrap.recipe.featured_count);
  const quoted = useQuotePrices();
  const currentPrices = prices ?? quoted;
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
              <Trans>Popular first choices.</Trans>
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
              judgement={<Judged id={plan.plan_id} />}
              price={
                currentPrices ? (
                  <Own rows={currentPrices} id={plan.plan_id} page={planPath(plan.plan_id, plan.plan_name)} />
                ) : (
                  <From id={plan.plan_id} />
                )
              }
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
