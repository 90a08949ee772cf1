import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { AssignedItems } from "@/client";
import { Button } from "@/components/ui/Button";
import { MOST_AT_ONCE } from "@/components/work/assigning";
import { LeftOut, type Selected, SelectionBar } from "@/components/work/Selection";

const AssignDialog = lazy(() => import("@/components/work/AssignDialog"));

/** What can be done with the selected leads, and what became of it. */
export function LeadBulk({ selected, onClear }: { selected: Selected<string>; onClear: () => void }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState<(AssignedItems & { rep: string }) | null>(null);
  const count = selected.size;
  const rows = result?.not_assigned ?? [];
  const done = () => {
    if (!result) return "";
    const { assigned, rep } = result;
    return t`${plural(assigned, { one: `# lead assigned to ${rep}.`, other: `# leads assigned to ${rep}.` })}`;
  };
  return (
    <SelectionBar
      label={t`Selected leads`}
      status={count ? t`${plural(count, { one: "# lead selected", other: "# leads selected" })}` : done()}
      onClear={count ? onClear : undefined}
    >
      {count > MOST_AT_ONCE && (
        <p className="small mute">
          <Trans>You can assign up to {MOST_AT_ONCE} leads at once.</Trans>
        </p>
      )}
      {count > 0 && count <= MOST_AT_ONCE && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {t`${plural(count, { one: "Assign # lead", other: "Assign # leads" })}`}
        </Button>
      )}
      {!count && (
        <LeftOut
          title={t`${plural(rows.length, { one: "# lead was not assigned:", other: "# leads were not assigned:" })}`}
          rows={rows}
        />
      )}
      {asking && (
        <Suspense fallback={null}>
          <AssignDialog
            of="leads"
            ids={[...selected]}
            title={t`${plural(count, { one: "Assign # lead", other: "Assign # leads" })}`}
            why={<Trans>The rep sees these leads on their list right away. You can still read them.</Trans>}
            action={<Trans>Assign</Trans>}
            onDone={(answer, rep) => {
              setResult({ ...answer, rep });
              onClear();
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </SelectionBar>
  );
}
