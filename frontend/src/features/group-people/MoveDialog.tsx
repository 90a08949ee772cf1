import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ClassMoveRow, MonthSplit, PersonMove } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import ActionDialog from "@/components/work/ActionDialog";
import group from "@/components/work/group/Group.module.css";
import { confirmPreview, PreviewProblem } from "@/components/work/Previewed";
import { api } from "@/lib/api";
import { money } from "@/lib/format";
import { useClasses } from "./Tools";

export interface Moved {
  moves: PersonMove[];
  className: string;
  day: string;
}

interface MoveProps {
  memberIds: readonly number[];
  groupName: string;
  onClose: () => void;
  onDone: (moved: Moved) => void;
}

interface SplitProps {
  before: MonthSplit;
  after: MonthSplit;
  groupName: string;
}

/** A month's premium and who pays how much of it, before and after. */
function Splits({ before, after, groupName }: SplitProps) {
  const { t } = useLingui();
  const change = (part: "premium" | "employer" | "own") => {
    if (!before[part] || !after[part]) return t`Not on record`;
    return before[part] === after[part]
      ? money(after[part])
      : `${money(before[part])} → ${money(after[part])}`;
  };
  const rows = [
    [t`Premium`, change("premium")],
    [t`${groupName} pays`, change("employer")],
    [t`They pay`, change("own")],
  ] as const;
  return (
    <dl className={group.facts}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function People({ rows, groupName }: { rows: ClassMoveRow[]; groupName: string }) {
  const { t } = useLingui();
  const moving = rows.filter((row) => !row.problem);
  const staying = rows.filter((row) => row.problem);
  return (
    <>
      <ul className={group.ends} aria-label={t`What changes for each person`}>
        {moving.map((row) => (
          <li key={row.member_id}>
            <b>{row.class_name ? `${row.name}, ${row.class_name}` : row.name}</b>
            <Splits before={row.before} after={row.after} groupName={groupName} />
            {row.notes.map((note) => (
              <span key={note} className="xs mute">
                {note}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {staying.length > 0 && (
        <Banner tone="warn" title={<Trans>These people keep their class</Trans>}>
          <ul>
            {staying.map((row) => (
              <li key={row.member_id}>
                {row.name}: {row.problem}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

/** Moves the people who are selected to a class from one day on; what changes for each is shown before it is saved. */
export default function MoveDialog({ memberIds, groupName, onClose, onDone }: MoveProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const classes = useClasses();
  const [classId, setClassId] = useState("");
  const [day, setDay] = useState("");
  const order = { member_ids: [...memberIds], class_id: Number(classId), day };
  const preview = useQuery({
    queryKey: ["class-move", order],
    queryFn: () => api.post("/api/v1/preview-class-move", order),
    enabled: classId !== "",
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const shown = classId ? preview.data : undefined;
  const save = async () => {
    if (!shown) return;
    const confirmed = { ...order, day: shown.day, digest: shown.digest };
    const done = await confirmPreview(() => api.post("/api/v1/move-class", confirmed), preview.refetch);
    await client.invalidateQueries({ queryKey: ["group-people"] });
    onDone({ moves: done.moves, className: shown.class_name, day: shown.day });
  };
  const count = shown?.people ?? memberIds.length;
  return (
    <ActionDialog
      title={<Trans>Move to a class</Trans>}
      action={t`${plural(count, { one: "Move # person", other: "Move # people" })}`}
      busyText={t`Saving`}
      disabled={!shown || shown.people === 0 || preview.isFetching}
      onSubmit={save}
      onClose={onClose}
    >
      {() => (
        <div className="stack-6">
          <SelectField
            id="move-class"
            name="class_id"
            label={t`Class`}
            placeholder={t`Choose a class`}
            value={classId}
            onChange={(event) => setClassId(event.target.value)}
            options={(classes.data ?? []).map((own) => ({ value: String(own.id), label: own.name }))}
          />
          {shown && (
            <SelectField
              id="move-day"
              name="day"
              label={t`Starts on`}
              value={day || shown.day}
              onChange={(event) => setDay(event.target.value)}
              options={shown.days.map((value) => ({ value, label: value }))}
            />
          )}
          <div aria-live="polite" className="stack-6">
            {shown && (
              <>
                {shown.people > 1 && (
                  <section aria-labelledby="move-sum">
                    <h3 id="move-sum">
                      <Trans>Total per month</Trans>
                    </h3>
                    <Splits before={shown.before} after={shown.after} groupName={groupName} />
                  </section>
                )}
                <People rows={shown.rows} groupName={groupName} />
              </>
            )}
          </div>
          <PreviewProblem error={preview.error} />
        </div>
      )}
    </ActionDialog>
  );
}
