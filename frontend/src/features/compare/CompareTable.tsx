import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { IconButton, LinkButton } from "@/components/ui/Button";
import { CarrierLogo } from "@/components/ui/Category";
import { Drawer } from "@/components/ui/Drawer";
import { RichText } from "@/components/ui/RichText";
import { cx } from "@/lib/cx";
import { money, planPath } from "@/lib/format";
import { Link } from "@/lib/router";
import type { PlanDetail } from "@/lib/shop/types";
import s from "./Compare.module.css";
import { NotSold, type PriceActions, PriceCell } from "./PriceCell";
import { differs, type Group, isApart, onlyDifferences, type Row } from "./rows";
import type { PlanColumn } from "./useColumns";
import { useGroups } from "./useGroups";

interface CompareTableProps {
  columns: PlanColumn[];
  onlyDifferent: boolean;
  actions: PriceActions;
}

function Heads({ columns, onRemove }: { columns: PlanColumn[]; onRemove: (id: number) => void }) {
  const { t } = useLingui();
  return (
    <thead>
      <tr>
        <td className={s.corner} />
        {columns.map(({ id, plan }) => {
          const name = plan?.plan_name ?? t`Plan ${id}`;
          return (
            <th key={id} scope="col">
              <div className={s.head}>
                <div>
                  {plan && <CarrierLogo src={plan.plan_logo} name={plan.carrier_name} eager />}
                  {plan ? <Link to={planPath(id, name)}>{name}</Link> : <span>{name}</span>}
                </div>
                <IconButton
                  icon="close"
                  iconSize="sm"
                  className={s.remove}
                  label={t`Remove ${name} from compare`}
                  onClick={() => onRemove(id)}
                />
              </div>
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
}

function Line({ label, note, columns, cell, className }: LineProps) {
  return (
    <tr className={className}>
      <th scope="row">
        {label}
        {note && <small>{note}</small>}
      </th>
      {columns.map((column, index) => (
        <td key={column.id}>{column.plan ? (cell(column, index) ?? <Unsaid />) : null}</td>
      ))}
    </tr>
  );
}

function Section({ title, span, children }: { title: string; span: number; children: ReactNode }) {
  return (
    <tbody>
      <tr className={s.group}>
        <th scope="rowgroup" colSpan={span + 1}>
          <span>{title}</span>
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

const textCell = (row: Row, columns: PlanColumn[]) => (column: PlanColumn, index: number) =>
  row.cells[index] ?? (isApart(row, column, columns) ? <Apart /> : null);

function Sections({ groups, columns }: { groups: Group[]; columns: PlanColumn[] }) {
  return groups.map((group) => (
    <Section key={group.key} title={group.title} span={columns.length}>
      {group.rows.map((row) => (
        <Line
          key={row.key}
          label={row.label}
          note={row.note}
          columns={columns}
          cell={textCell(row, columns)}
        />
      ))}
    </Section>
  ));
}

/** What the price is made of. Known only once the quote is. */
function PriceLines({ columns, onlyDifferent }: { columns: PlanColumn[]; onlyDifferent: boolean }) {
  const { t } = useLingui();
  const fees = columns.map(({ priced }) =>
    priced?.fees.map((fee) => `${fee.name} ${fee.amount} ${fee.once}`).join(),
  );
  const first = columns.map(({ priced }) => priced && money(priced.first_month));
  const later = columns.map(({ priced }) => priced && money(priced.recurring));
  const start = columns.map(({ priced }) => priced?.earliest_start ?? null);
  const unpriced = (what: ReactNode) =>
    what ?? (
      <span className={s.unsaid}>
        <Trans>No price</Trans>
      </span>
    );
  const isShown = (cells: (string | null | undefined)[]) =>
    !onlyDifferent ||
    differs(
      cells.map((cell) => cell ?? null),
      columns,
    );
  const lines = [
    { label: t`First month`, cells: first },
    { label: t`Each month after`, cells: later },
    { label: t`Earliest start`, cells: start },
  ];
  return (
    <>
      {isShown(fees) && (
        <Line
          label={t`Fees`}
          columns={columns}
          cell={({ priced }) =>
            priced?.fees.length ? (
              <ul className={s.list}>
                {priced.fees.map((fee) => (
                  <li key={fee.code}>
                    {fee.name} {money(fee.amount)}
                    <small>{fee.once ? t`First month only` : fee.note}</small>
                  </li>
                ))}
              </ul>
            ) : (
              unpriced(priced && t`None`)
            )
          }
        />
      )}
      {lines
        .filter((line) => isShown(line.cells))
        .map((line) => (
          <Line
            key={line.label}
            label={line.label}
            columns={columns}
            cell={(_, index) => unpriced(line.cells[index])}
          />
        ))}
    </>
  );
}

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

/** Where to read more: the networks, the documents, and what is not covered. */
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

/** Names need room, however many plans there are. */
const SIZES: Record<number, string | undefined> = { 3: s.wide, 4: s.widest };

/** One table for all plans: the names above, what is compared on the left, both always in sight. */
export function CompareTable({ columns, onlyDifferent, actions }: CompareTableProps) {
  const { t } = useLingui();
  const [reading, setReading] = useState<PlanColumn | null>(null);
  const all = useGroups(columns);
  const groups = onlyDifferent ? onlyDifferences(all, columns) : all;
  const exclusions = reading?.plan?.plan_desc;
  return (
    <>
      <div className={s.scroller} role="region" aria-label={t`Plans side by side`} tabIndex={0}>
        <table className={cx(s.table, SIZES[columns.length])}>
          <caption className="sr">
            <Trans>Plans side by side</Trans>
          </caption>
          <Heads columns={columns} onRemove={actions.onRemove} />
          <tbody>
            <tr className={s.prices}>
              <th scope="row">
                <Trans>Your price</Trans>
              </th>
              {columns.map((column) => (
                <td key={column.id}>
                  {column.plan ? (
                    <PriceCell column={column} actions={actions} />
                  ) : (
                    <NotSold id={column.id} onRemove={actions.onRemove} />
                  )}
                </td>
              ))}
            </tr>
            {actions.quoted && <PriceLines columns={columns} onlyDifferent={onlyDifferent} />}
          </tbody>
          <Sections groups={groups} columns={columns} />
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
