import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentType, useEffect, useState } from "react";
import type { ListedYears } from "@/client";
import { Checkbox } from "@/components/form/Choices";
import { Button, ButtonLink } from "@/components/ui/Button";
import { announce } from "@/lib/announce";
import { MOST_COMPARED } from "@/lib/shop/compare";
import { CompareTable } from "./CompareTable";
import { type Line, lineDiffers } from "./lines";
import type { PriceActions } from "./PriceCell";
import s from "./SideBySide.module.css";
import type { PlanColumn } from "./useColumns";
import { useGroups, usePriceLines } from "./useGroups";
import type { FirstCare } from "./useYears";

type InShort = ComponentType<{ columns: PlanColumn[]; lines: Line[] }>;

/** The words above the table come while the figures do, so that they move nothing; null until then. */
export function useInShort(): InShort | null {
  const [part, setPart] = useState<InShort | null>(null);
  useEffect(() => {
    const without: InShort = () => null;
    import("./InShort").then(
      (loaded) => setPart(() => loaded.default),
      () => setPart(() => without),
    );
  }, []);
  return part;
}

interface ToolsProps {
  count: number;
  same: number;
  onlyDifferent: boolean;
  onDifferent: (on: boolean) => void;
}

function Tools({ count, same, onlyDifferent, onDifferent }: ToolsProps) {
  const { t } = useLingui();
  return (
    <div className={s.tools}>
      {count > 1 && (
        <div className={s.only}>
          <Checkbox
            id="only-differences"
            role="switch"
            checked={onlyDifferent}
            onChange={(event) => {
              const on = event.target.checked;
              onDifferent(on);
              announce(on ? t`Showing only the rows that differ.` : t`Showing all rows.`);
            }}
            label={<Trans>Show only differences</Trans>}
          />
          <small>{t`${plural(same, { one: "# row is the same", other: "# rows are the same" })}`}</small>
        </div>
      )}
      <div className="row">
        <Button size="sm" icon="print" onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <ButtonLink size="sm" icon={count < MOST_COMPARED ? "plus" : "edit"} to="/plans">
          {count < MOST_COMPARED ? <Trans>Add another plan</Trans> : <Trans>Change plans</Trans>}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Four plans stand two at a time on a phone. */
function Pairs({ shown, onShow }: { shown: number; onShow: (pair: number) => void }) {
  return (
    <fieldset className={s.pairs}>
      <legend className="sr">
        <Trans>Plans shown</Trans>
      </legend>
      {[0, 1].map((pair) => {
        const [from, to] = [pair * 2 + 1, pair * 2 + 2];
        return (
          <Button key={pair} aria-pressed={shown === pair} onClick={() => onShow(pair)}>
            <Trans>
              {from}–{to} of 4
            </Trans>
          </Button>
        );
      })}
    </fieldset>
  );
}

interface SideBySideProps {
  columns: PlanColumn[];
  inShort: InShort;
  care: Map<number, FirstCare[]>;
  years: ListedYears | undefined;
  kind: string;
  onlyDifferent: boolean;
  onDifferent: (on: boolean) => void;
  actions: PriceActions;
}

/** The plans side by side, with what the difference comes to above them. */
export function SideBySide(props: SideBySideProps) {
  const { columns, inShort: InShort, care, years, kind, onlyDifferent, onDifferent, actions } = props;
  const [pair, setPair] = useState(0);
  const prices = usePriceLines(columns, years, kind);
  const groups = useGroups(columns, care);
  const lines = [...(actions.quoted ? prices : []), ...groups.flatMap((group) => group.lines)];
  const different = lines.filter((line) => lineDiffers(line, columns));
  const kept = (all: typeof lines) => (onlyDifferent ? all.filter((line) => different.includes(line)) : all);
  return (
    <>
      <Tools
        count={columns.length}
        same={lines.length - different.length}
        onlyDifferent={onlyDifferent}
        onDifferent={onDifferent}
      />
      {actions.quoted && columns.length > 1 && <InShort columns={columns} lines={different} />}
      {columns.length === 4 && <Pairs shown={pair} onShow={setPair} />}
      <CompareTable
        columns={columns}
        prices={actions.quoted ? kept(prices) : []}
        groups={groups
          .map((group) => ({ ...group, lines: kept(group.lines) }))
          .filter((group) => group.lines.length > 0)}
        pair={pair}
        onlyDifferent={onlyDifferent}
        actions={actions}
      />
    </>
  );
}
