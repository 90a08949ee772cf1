import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { IconButton, LinkButton } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Drawer } from "@/components/ui/Drawer";
import { RichText } from "@/components/ui/RichText";
import { Price } from "@/components/ui/Statement";
import { cents, money, planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import { shortName } from "@/lib/shop/shortName";
import type { PlanDetail } from "@/lib/shop/types";
import s from "./CompareTable.module.css";
import { FigureCell } from "./FigureCell";
import type { Line as FigureLine, LineGroup } from "./lines";
import { Buy, NotSold, type PriceActions, PriceCell } from "./PriceCell";
import { differs } from "./rows";
import type { PlanColumn } from "./useColumns";

interface CompareTableProps {
  columns: PlanColumn[];
  prices: FigureLine[];
  groups: LineGroup[];
  /** Which two of four plans a phone shows. */
  pair: number;
  onlyDifferent: boolean;
  actions: PriceActions;
}

function Heads({ columns, actions }: { columns: PlanColumn[]; actions: PriceActions }) {
  const { t } = useLingui();
  return (
    <thead>
      <tr>
        <td className={s.corner} />
        {columns.map((column) => {
          const { id, plan, priced } = column;
          const name = plan?.plan_name ?? t`Plan ${id}`;
          return (
            <th key={id} scope="col">
              <div className={s.head}>
                <div>
                  {plan && <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} eager />}
                  {plan ? (
                    <Link to={planPath(id, name)} aria-label={name}>
                      <span className={s.wideName}>{name}</span>
                      <span className={s.narrowName}>{shortName(name, plan.carrier_name)}</span>
                    </Link>
                  ) : (
                    <span>{name}</span>
                  )}
                </div>
                <IconButton
                  icon="close"
                  iconSize="sm"
                  className={s.remove}
                  label={t`Remove ${name} from compare`}
                  onClick={() => actions.onRemove(id)}
                />
              </div>
              {actions.quoted && priced && (
                <div className={s.headBuy}>
                  <Price amount={priced.recurring} />
                  <Buy column={column} actions={actions} />
                </div>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The plan says nothing about it; in words, because a dash alone may be read as "none". */
const Unsaid = () => (
  <span className={s.unsaid}>
    <Trans>Not stated</Trans>
  </span>
);

interface LineProps {
  label: ReactNode;
  note?: string;
  columns: PlanColumn[];
  cell: (column: PlanColumn, index: number) => ReactNode;
  className?: string | undefined;
  best?: number | null;
}

function Line({ label, note, columns, cell, className, best }: LineProps) {
  return (
    <tr className={className}>
      <th scope="row">
        {label}
        {note && <small>{note}</small>}
      </th>
      {columns.map((column, index) => (
        <td key={column.id} data-best={best === index || undefined}>
          {column.plan ? (cell(column, index) ?? <Unsaid />) : null}
        </td>
      ))}
    </tr>
  );
}

interface SectionProps {
  title: string;
  note?: string | undefined;
  span: number;
  children: ReactNode;
}

function Section({ title, note, span, children }: SectionProps) {
  return (
    <tbody>
      <tr className={s.group}>
        <th scope="rowgroup" colSpan={span + 1}>
          <span>{title}</span>
          {note && <small>{note}</small>}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

/** Nothing of the kind in this kind of plan: a vision plan has no fillings. */
const Apart = () => (
  <span className={s.unsaid}>
    <Trans>Does not apply</Trans>
  </span>
);

/** A cell of a row: its figure, or why there is none. */
function figureOf(line: FigureLine, columns: PlanColumn[], index: number): ReactNode {
  const figure = line.figures[index];
  if (figure) return <FigureCell figure={figure} best={line.best === index ? line.word : undefined} />;
  const kinds = columns.filter((_, at) => line.figures[at]).map(({ plan }) => plan?.plan_category);
  const isApart = kinds.length > 0 && !kinds.includes(columns[index]?.plan?.plan_category);
  return isApart ? <Apart /> : null;
}

interface FigureRowProps {
  line: FigureLine;
  columns: PlanColumn[];
  cell?: (column: PlanColumn, figure: ReactNode) => ReactNode;
}

function FigureRow({ line, columns, cell }: FigureRowProps) {
  return (
    <Line
      label={line.label}
      note={line.note}
      columns={columns}
      best={line.best}
      cell={(column, index) => {
        const figure = figureOf(line, columns, index);
        return cell ? cell(column, figure) : figure;
      }}
    />
  );
}

const NoPrice = () => (
  <span className={s.unsaid}>
    <Trans>No price</Trans>
  </span>
);

interface PriceRowsProps {
  columns: PlanColumn[];
  prices: FigureLine[];
  onlyDifferent: boolean;
  actions: PriceActions;
}

/** The plans' prices; before there is a quote, the way to one. */
function PriceRows({ columns, prices, onlyDifferent, actions }: PriceRowsProps) {
  const { t } = useLingui();
  const fees = columns.map(({ priced }) =>
    priced
      ? [...priced.fees.map((fee) => `${fee.name} ${fee.amount} ${fee.once}`), priced.cost.membership].join()
      : null,
  );
  const start = columns.map(({ priced }) => priced?.earliest_start ?? null);
  const own = prices.find(({ key }) => key === "price");
  const others = prices.filter(({ key }) => key !== "price");
  const isShown = (cells: (string | null)[]) => !onlyDifferent || differs(cells, columns);
  return (
    <>
      <tr>
        <th scope="row">
          <Trans>Your price</Trans>
        </th>
        {columns.map((column, index) => (
          <td key={column.id} data-best={own?.best === index || undefined}>
            {column.plan ? (
              <PriceCell
                column={column}
                actions={actions}
                figure={own ? figureOf(own, columns, index) : column.priced && money(column.priced.recurring)}
              />
            ) : (
              <NotSold id={column.id} onRemove={actions.onRemove} />
            )}
          </td>
        ))}
      </tr>
      {others.map((line) => (
        <FigureRow
          key={line.key}
          line={line}
          columns={columns}
          cell={({ priced }, figure) => figure ?? (priced ? <AskCarrier /> : <NoPrice />)}
        />
      ))}
      {actions.quoted && isShown(fees) && (
        <Line
          label={t`Fees`}
          columns={columns}
          cell={({ priced }) =>
            priced && (priced.fees.length || cents(priced.cost.membership)) ? (
              <ul className={s.list}>
                {priced.fees.map((fee) => (
                  <li key={fee.code}>
                    {fee.name} {money(fee.amount)}
                    <small>{fee.once ? t`First month only` : fee.note}</small>
                  </li>
                ))}
                {cents(priced.cost.membership) > 0 && (
                  <li>
                    <Trans>Membership</Trans> {money(priced.cost.membership)}
                    <small>
                      <Trans>Each month, however many plans you choose</Trans>
                    </small>
                  </li>
                )}
              </ul>
            ) : priced ? (
              t`None`
            ) : (
              <NoPrice />
            )
          }
        />
      )}
      {actions.quoted && isShown(start) && (
        <Line label={t`Earliest start`} columns={columns} cell={(_, index) => start[index] ?? <NoPrice />} />
      )}
    </>
  );
}

const AskCarrier = () => (
  <span className={s.unsaid}>
    <Trans>Ask the insurer</Trans>
  </span>
);

const NewTab = () => (
  <span className="sr">
    {" "}
    <Trans>(opens in a new tab)</Trans>
  </span>
);

function Links({ links }: { links: { url: string; name: string }[] }) {
  if (links.length === 0) return null;
  return (
    <ul className={s.list}>
      {links.map(({ url, name }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
            <NewTab />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface ReadingProps {
  columns: PlanColumn[];
  onlyDifferent: boolean;
  onRead: (column: PlanColumn) => void;
}

/** Links to networks, documents and exclusions. */
function Reading({ columns, onlyDifferent, onRead }: ReadingProps) {
  const { t } = useLingui();
  const isShown = (text: (plan: PlanDetail) => string) =>
    !onlyDifferent ||
    differs(
      columns.map(({ plan }) => plan && text(plan)),
      columns,
    );
  return (
    <Section title={t`Networks and documents`} span={columns.length}>
      {isShown((plan) => plan.networks.map(({ name }) => name).join()) && (
        <Line
          label={t`Provider networks`}
          columns={columns}
          cell={({ plan }) => (plan?.networks.length ? <Links links={plan.networks} /> : null)}
        />
      )}
      <Line
        label={t`Documents`}
        columns={columns}
        cell={({ plan }) =>
          plan?.documents.length ? (
            <Links links={plan.documents.map(({ url, title }) => ({ url, name: title }))} />
          ) : null
        }
      />
      {isShown((plan) => plan.plan_desc.exclusions_text ?? "") && (
        <Line
          label={t`Exclusions`}
          columns={columns}
          className={s.reading}
          cell={(column) =>
            column.plan?.plan_desc.exclusions_text ? (
              <LinkButton onClick={() => onRead(column)}>
                <Trans>What is not covered</Trans>
                <span className="sr">: {column.plan.plan_name}</span>
              </LinkButton>
            ) : null
          }
        />
      )}
    </Section>
  );
}

/** One table for all plans: the names with price and cart above, always in sight; it never scrolls by itself. */
export function CompareTable({ columns, prices, groups, pair, onlyDifferent, actions }: CompareTableProps) {
  const { t } = useLingui();
  const [reading, setReading] = useState<PlanColumn | null>(null);
  const exclusions = reading?.plan?.plan_desc;
  return (
    <>
      <div className={s.card}>
        <table
          className={s.table}
          data-count={columns.length}
          data-pair={columns.length > 3 ? pair : undefined}
        >
          <caption className="sr">
            <Trans>Plans side by side</Trans>
          </caption>
          <Heads columns={columns} actions={actions} />
          <Section title={t`What it costs`} span={columns.length}>
            <PriceRows columns={columns} prices={prices} onlyDifferent={onlyDifferent} actions={actions} />
          </Section>
          {groups.map((group) => (
            <Section key={group.key} title={group.title} note={group.note} span={columns.length}>
              {group.lines.map((line) => (
                <FigureRow key={line.key} line={line} columns={columns} />
              ))}
            </Section>
          ))}
          <Reading columns={columns} onlyDifferent={onlyDifferent} onRead={setReading} />
        </table>
      </div>
      {reading && exclusions && (
        <Drawer
          title={exclusions.exclusions_text_name || t`Exclusions`}
          subtitle={reading.plan?.plan_name}
          onClose={() => setReading(null)}
        >
          <RichText text={exclusions.exclusions_text ?? ""} />
        </Drawer>
      )}
    </>
  );
}
