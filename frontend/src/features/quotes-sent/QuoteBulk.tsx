import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/Button";
import ActionDialog from "@/components/work/ActionDialog";
import { MOST_AT_ONCE } from "@/components/work/assigning";
import { LeftOut, type Selected, SelectionBar } from "@/components/work/Selection";
import { api } from "@/lib/api";

const AssignDialog = lazy(() => import("@/components/work/AssignDialog"));

interface Result {
  done: string;
  leftOut: string;
  rows: { id: string; name: string; reason: string }[];
}

/** What can be done with the selected quotes, and what became of it. */
export function QuoteBulk({ selected, onClear }: { selected: Selected<string>; onClear: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState<"send" | "assign" | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const count = selected.size;
  const close = () => setAsking(null);
  const finish = (after: Result) => {
    setResult(after);
    close();
    onClear();
  };
  const send = async () => {
    const { sent, not_sent } = await api.post("/api/v1/resend-quotes", { quote_ids: [...selected] });
    finish({
      done: t`${plural(sent, { one: "# quote sent again.", other: "# quotes sent again." })}`,
      leftOut: t`${plural(not_sent.length, { one: "# quote was not sent:", other: "# quotes were not sent:" })}`,
      rows: not_sent.map(({ quote_id, ...row }) => ({ ...row, id: quote_id })),
    });
    await client.invalidateQueries({ queryKey: ["sent-quotes"] });
  };
  const status = count
    ? t`${plural(count, { one: "# quote selected", other: "# quotes selected" })}`
    : result?.done;
  return (
    <SelectionBar label={t`Selected quotes`} status={status ?? ""} onClear={count ? onClear : undefined}>
      {count > MOST_AT_ONCE && (
        <p className="small mute">
          <Trans>You can send or assign up to {MOST_AT_ONCE} quotes at once.</Trans>
        </p>
      )}
      {count > 0 && count <= MOST_AT_ONCE && (
        <>
          <Button size="sm" icon="send" onClick={() => setAsking("send")}>
            {t`${plural(count, { one: "Send # quote again", other: "Send # quotes again" })}`}
          </Button>
          <Button size="sm" onClick={() => setAsking("assign")}>
            {t`${plural(count, { one: "Assign # quote", other: "Assign # quotes" })}`}
          </Button>
        </>
      )}
      {!count && result && <LeftOut title={result.leftOut} rows={result.rows} />}
      {asking === "send" && (
        <ActionDialog
          title={t`${plural(count, { one: "Send # quote again?", other: "Send # quotes again?" })}`}
          why={
            <Trans>Each client gets the same email with the same link. Expired quotes are left out.</Trans>
          }
          action={<Trans>Send again</Trans>}
          busyText={t`Sending`}
          onSubmit={send}
          onClose={close}
        />
      )}
      {asking === "assign" && (
        <Suspense fallback={null}>
          <AssignDialog
            of="quotes"
            ids={[...selected]}
            title={t`${plural(count, { one: "Assign # quote", other: "Assign # quotes" })}`}
            why={
              <Trans>
                The rep gets the quotes and their carts right away. They are no longer on your list, and you
                can't take them back.
              </Trans>
            }
            action={<Trans>Assign</Trans>}
            onDone={({ assigned, not_assigned: rows }, name) =>
              finish({
                done: t`${plural(assigned, { one: `# quote assigned to ${name}.`, other: `# quotes assigned to ${name}.` })}`,
                leftOut: t`${plural(rows.length, { one: "# quote was not assigned:", other: "# quotes were not assigned:" })}`,
                rows,
              })
            }
            onClose={close}
          />
        </Suspense>
      )}
    </SelectionBar>
  );
}
