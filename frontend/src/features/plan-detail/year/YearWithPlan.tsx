import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { PlanYear } from "@/client";
import field from "@/components/form/fields.module.css";
import { Banner } from "@/components/ui/Banner";
import { LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { Share } from "@/components/ui/Statement";
import { announce } from "@/lib/announce";
import { cx } from "@/lib/cx";
import { cents, fromCents, money } from "@/lib/format";
import { shortName } from "@/lib/shop/shortName";
import { longMonth } from "./months";
import { type Care, useOthers, useYear, useYearAddress, type YearCost, type YearService } from "./useYear";
import s from "./Year.module.css";
import { YearChildren } from "./YearChildren";
import { YearPicker } from "./YearPicker";
import { MonthCharts, type Shown, Totals } from "./YearPictures";
import { CareNotes, MonthTable, YearStatement } from "./YearTables";
import { YearTabs } from "./YearTabs";
import { YearUnknown } from "./YearUnknown";

/** The plans of an answer that have a year; the first is the page's own. */
function shownPlans(answer: YearCost): Shown[] {
  return answer.plans.flatMap(({ plan_id, plan_name, plan_logo, carrier_name, year }) =>
    year
      ? [
          {
            id: plan_id,
            name: plan_name,
            short: shortName(plan_name, carrier_name),
            logo: plan_logo,
            carrier: carrier_name,
            year,
          },
        ]
      : [],
  );
}

/** The year compared with no plan, and from which month. A higher cost is said as plainly as a lower one. */
function Difference({ year, start }: { year: PlanYear; start: string }) {
  const { i18n } = useLingui();
  const less = cents(year.difference);
  const amount = money(fromCents(Math.abs(less)));
  const month = year.ahead_from === null ? "" : longMonth(start, year.ahead_from, i18n.locale);
  return (
    <p className={s.difference} data-less={less > 0 || undefined}>
      <Icon name={less > 0 ? "check" : "info"} />
      <span>
        {less > 0 ? (
          year.from_checkups ? (
            <Trans>
              <b>{amount} less</b> over the year, all of it from checkups.
            </Trans>
          ) : (
            <Trans>
              <b>{amount} less</b> over the year. You come out ahead from {month} on.
            </Trans>
          )
        ) : less < 0 ? (
          <Trans>
            <b>{amount} more</b> over the year. Unexpected care isn't included.
          </Trans>
        ) : (
          <Trans>The same as without insurance.</Trans>
        )}
      </span>
    </p>
  );
}

interface CompareProps {
  others: { plan_id: number; plan_name: string }[];
  beside: number | null;
  onPick: (id: number) => void;
}

function CompareWith({ others, beside, onPick }: CompareProps) {
  return (
    <div className={s.with}>
      <label htmlFor="year-beside">
        <Trans>Compare with</Trans>
      </label>
      <select
        id="year-beside"
        className={field.select}
        value={beside ?? 0}
        onChange={(event) => onPick(Number(event.target.value))}
      >
        {others.map(({ plan_id, plan_name }) => (
          <option key={plan_id} value={plan_id}>
            {plan_name}
          </option>
        ))}
        <option value={0}>
          <Trans>No other plan</Trans>
        </option>
      </select>
    </div>
  );
}

const TONES = { good: ["plain", "check"], warning: ["warn", "warning"], info: ["info", "info"] } as const;

function Picture({ answer, plans, grows }: { answer: YearCost; plans: Shown[]; grows: boolean }) {
  const [own] = plans;
  if (!own) return null;
  const [total, without] = [own.year.total, answer.without].map((amount) => money(amount));
  const { remark } = answer;
  const label = answer.presets.find(({ value }) => value === answer.care)?.label;
  const [tone, icon] = TONES[remark?.tone ?? "info"];
  return (
    <>
      <h3 className={s.say}>
        {label && <span className="sr">{label}: </span>}
        <Trans>
          You pay <b>{total}</b> with this plan, <span>{without} without insurance.</span>
        </Trans>
      </h3>
      <Difference year={own.year} start={answer.start} />
      <Share share={answer.plans[0]?.share} />
      <Totals plans={plans} without={answer.without} />
      <MonthCharts plans={plans} answer={answer} grows={grows} />
      {remark && (
        <Banner tone={tone} icon={icon} title={remark.title} className={s.remark ?? ""}>
          {remark.text}
        </Banner>
      )}
      {answer.care === null && <CareNotes plan={own} answer={answer} />}
      <YearStatement plans={plans} answer={answer} />
      <MonthTable plans={plans} answer={answer} />
    </>
  );
}

/** What is said once new numbers are there. */
function useResultAnnounced(answer: YearCost | undefined, changed: boolean): void {
  const { t } = useLingui();
  const year = answer?.plans[0]?.year;
  const [total, without] = [year?.total ?? "", answer?.without ?? ""].map((amount) => money(amount));
  const announcement = year ? t`You pay ${total} with this plan, ${without} without insurance.` : "";
  useEffect(() => {
    if (changed && announcement) announce(announcement);
  }, [changed, announcement]);
}

/** The care of children who aren't counted any more goes with them. */
const servicesWith = (services: YearService[], children: number) =>
  services.filter(({ person }) => Number(/^child (\d+)$/.exec(person ?? "")?.[1] ?? 1) <= children);

interface YearWithPlanProps {
  planId: number;
  category: string;
  option: string;
}

/** The cost of twelve months: a usual year of care with this plan, with another one, and without insurance. */
export default function YearWithPlan({ planId, category, option }: YearWithPlanProps) {
  const { t } = useLingui();
  const address = useYearAddress();
  const { others, beside, isLoading } = useOthers(planId, category, address.beside);
  const [services, setServices] = useState<YearService[] | null>(null);
  const [children, setChildren] = useState<number | null>(null);
  const [editing, setEditing] = useState(false);
  const [changed, setChanged] = useState(false);
  const query = useYear({
    planId,
    option,
    beside,
    care: address.care,
    services,
    children,
    enabled: !isLoading,
  });
  const answer = query.data;
  useResultAnnounced(answer, changed && !query.isFetching);

  if (query.isError) return <FailedRead onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!answer) {
    return (
      <Loading label={t`Calculating your year`}>
        <div className={s.skeleton}>
          <SkeletonBar height={48} />
          <SkeletonBar height={640} />
        </div>
      </Loading>
    );
  }
  const plans = shownPlans(answer);
  const change = (act: () => void) => {
    setChanged(true);
    act();
  };
  const ofChildren = (
    <YearChildren
      answer={answer}
      onChange={(count) =>
        change(() => {
          setChildren(count);
          setServices(services && servicesWith(services, count ?? answer.own_children ?? 0));
        })
      }
    />
  );
  if (!answer.plans[0]?.year) {
    return (
      <>
        <p>
          {answer.plans[0]?.error?.message ?? (
            <Trans>We don't have this plan's costs as numbers. See its summary of benefits.</Trans>
          )}
        </p>
        {children !== null && ofChildren}
      </>
    );
  }
  const preset = answer.presets.find(({ value }) => value === address.care) ?? answer.presets[0];
  const chosen: Care | null = services ? null : (preset?.value ?? null);
  const count = services?.length ?? 0;
  return (
    <>
      <div className={s.folder}>
        <YearTabs
          presets={answer.presets}
          chosen={chosen}
          onChoose={(care) =>
            change(() => {
              setServices(null);
              address.pickCare(care);
            })
          }
        />
        <div className={s.head}>
          <p>
            {services
              ? t`${plural(count, { one: "The service that you chose.", other: "The # services that you chose." })}`
              : preset?.text}{" "}
            <LinkButton
              aria-expanded={editing}
              aria-controls="year-care"
              onClick={() => setEditing(!editing)}
            >
              <Trans>Change the care</Trans>
            </LinkButton>
          </p>
          {others.length > 0 && (
            <CompareWith
              others={others}
              beside={beside}
              onPick={(id) => change(() => address.pickBeside(id))}
            />
          )}
        </div>
        {ofChildren}
        <div id="year-care" hidden={!editing}>
          {editing && (
            <YearPicker
              answer={answer}
              services={services ?? preset?.services ?? []}
              onChange={(next) => change(() => setServices(next))}
            />
          )}
        </div>
        <div
          key={`${services ? "own" : answer.care} ${answer.children}`}
          className={cx(changed && s.fades, query.isFetching && s.stale)}
          aria-busy={query.isFetching || undefined}
        >
          <Picture answer={answer} plans={plans} grows={!changed} />
        </div>
      </div>
      <YearUnknown answer={answer} />
    </>
  );
}
