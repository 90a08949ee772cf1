import { Trans } from "@lingui/react/macro";
import { Disclosure } from "@/components/ui/Disclosure";
import { Icon } from "@/components/ui/Icon";
import s from "./Documents.module.css";
import { isOver } from "./PolicyState";
import type { PolicySummary } from "./reads";

/** As many as stand open; the rest is folded. */
const SHOWN = 4;

/** Papers of the plans in force, those of ended plans last. */
export function Documents({ policies }: { policies: PolicySummary[] }) {
  const sorted = [...policies].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
  const rows = sorted.flatMap((policy) => policy.documents.map((paper) => ({ paper, policy })));
  const rest = rows.length - SHOWN;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className={s.title}>
        <Trans>Documents</Trans>
      </h2>
      <List rows={rows.slice(0, SHOWN)} />
      {rest > 0 && (
        <Disclosure summary={<Trans>More documents: {rest}</Trans>}>
          <List rows={rows.slice(SHOWN)} />
        </Disclosure>
      )}
    </section>
  );
}

function List({ rows }: { rows: { paper: PolicySummary["documents"][number]; policy: PolicySummary }[] }) {
  return (
    <ul className={s.list}>
      {rows.map(({ paper, policy }) => {
        return (
          <li key={policy.number + paper.url}>
            <a href={paper.url} target="_blank" rel="noreferrer">
              <Icon name="document" />
              <span>
                <b>{paper.title}</b>
                <small>{policy.plan}</small>
              </span>
              <Icon name="download" size="sm" />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
