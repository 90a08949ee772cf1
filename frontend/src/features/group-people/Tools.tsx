import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import type { Show } from "@/components/work/group/reads";
import { ListChoice } from "@/components/work/List";
import { SelectionBar, useBulkAction } from "@/components/work/Selection";
import { useActor } from "@/lib/actor";
import { ApiError, api } from "@/lib/api";
import { focusInstead } from "@/lib/page";
import { saveFile } from "@/lib/saveFile";
import type { Moved } from "./MoveDialog";

const MoveDialog = lazy(() => import("./MoveDialog"));

/** The classes of the group that somebody can be in. */
export function useClasses() {
  const { groupId } = useActor();
  return useQuery({
    queryKey: ["group-classes", groupId],
    queryFn: ({ signal }) => api.get("/api/v1/get-group-classes", undefined, signal),
  });
}

/** Only the people of a class. */
export function ClassChoice({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const { t } = useLingui();
  const classes = useClasses();
  if (!classes.data?.length) return null;
  return (
    <ListChoice
      label={t`Class`}
      name="class"
      value={value}
      placeholder={t`All classes`}
      options={classes.data.map((own) => ({ value: String(own.id), label: own.name }))}
      onChoose={onChoose}
    />
  );
}

interface BulkProps {
  selected: ReadonlySet<number>;
  filters: { search: string; show: Show; day: string; class_id: string };
  groupName: string;
  onClear: () => void;
}

const MOST_AT_ONCE = 100;

/** What can be done with the people who are selected; without any, the list that is shown becomes a file. */
export function Bulk({ selected, filters, groupName, onClear }: BulkProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const hasClasses = Boolean(useClasses().data?.length);
  const [moving, setMoving] = useState(false);
  const [moved, setMoved] = useState<Moved | null>(null);
  const { busy, said, setSaid, problem, run } = useBulkAction();
  const exported = async () => {
    const query = selected.size ? { members: [...selected].join(","), day: filters.day } : filters;
    const file = await api.get("/api/v1/export-group-people", query);
    saveFile(file.name, file.content, "text/csv;charset=utf-8");
    return t`${plural(file.rows, { one: "# person exported.", other: "# people exported." })}`;
  };
  const remind = async () => {
    const { reminded: count } = await api.post("/api/v1/remind-group-people", { member_ids: [...selected] });
    return count
      ? t`${plural(count, { one: "Reminder sent to # person.", other: "Reminders sent to # people." })}`
      : t`No reminders sent: they have enrolled, were reminded today, or have no email address.`;
  };
  const undo = async ({ moves }: Moved) => {
    const { stuck, undone } = await api.post("/api/v1/undo-class-move", { moves });
    setMoved(null);
    focusInstead(null); // its button is gone
    await client.invalidateQueries({ queryKey: ["group-people"] });
    const names = stuck.join(", ");
    if (names)
      throw new ApiError({ status: 200, message: t`These moves can no longer be undone: ${names}.` });
    return t`${plural(undone, { one: "# person keeps their class.", other: "# people keep their class." })}`;
  };
  return (
    <SelectionBar
      label={t`Selected people`}
      status={
        said ||
        (selected.size > 0
          ? t`${plural(selected.size, { one: "# person selected", other: "# people selected" })}`
          : "")
      }
      problem={problem}
      onClear={selected.size > 0 ? onClear : undefined}
    >
      {selected.size > 0 && (
        <>
          <Button
            size="sm"
            icon="mail"
            busy={busy === "remind"}
            busyText={t`Sending`}
            onClick={() => void run("remind", remind)}
          >
            {t`${plural(selected.size, { one: "Remind # person", other: "Remind # people" })}`}
          </Button>
          {hasClasses && selected.size <= MOST_AT_ONCE && (
            <Button size="sm" icon="users" onClick={() => setMoving(true)}>
              <Trans>Move to a class</Trans>
            </Button>
          )}
        </>
      )}
      <Button
        size="sm"
        icon="download"
        busy={busy === "export"}
        busyText={t`Exporting`}
        onClick={() => void run("export", exported)}
      >
        {selected.size > 0
          ? t`${plural(selected.size, { one: "Export # person", other: "Export # people" })}`
          : t`Export CSV`}
      </Button>
      {moved && (
        <Banner
          tone="ok"
          live="status"
          news
          action={
            <Button
              size="sm"
              busy={busy === "undo"}
              busyText={t`Undoing`}
              onClick={() => void run("undo", () => undo(moved))}
            >
              <Trans>Undo</Trans>
            </Button>
          }
        >
          {t`${plural(moved.moves.length, {
            one: "# person moves",
            other: "# people move",
          })} to ${moved.className} on ${moved.day}. You can undo this until midnight.`}
        </Banner>
      )}
      {moving && (
        <Suspense fallback={null}>
          <MoveDialog
            memberIds={[...selected]}
            groupName={groupName}
            onClose={() => setMoving(false)}
            onDone={(done) => {
              setMoving(false);
              setSaid("");
              setMoved(done);
              onClear();
            }}
          />
        </Suspense>
      )}
    </SelectionBar>
  );
}
