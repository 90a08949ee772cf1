import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import type { Show } from "@/components/work/group/reads";
import { ListChoice } from "@/components/work/List";
import { useActor } from "@/lib/actor";
import { ApiError, api, messageOf } from "@/lib/api";
import { saveFile } from "@/lib/saveFile";
import s from "./GroupPeople.module.css";

/** Only the people of a class. */
export function ClassChoice({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const { t } = useLingui();
  const { groupId } = useActor();
  const classes = useQuery({
    queryKey: ["group-classes", groupId],
    queryFn: ({ signal }) => api.get("/api/v1/get-group-classes", undefined, signal),
  });
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
  onClear: () => void;
}

/** What can be done with the people who are selected; without any, the list that is shown becomes a file. */
export function Bulk({ selected, filters, onClear }: BulkProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState("");
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const run = async (name: string, work: () => Promise<string>) => {
    setBusy(name);
    setSaid("");
    setProblem("");
    try {
      setSaid(await work());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error) || t`We could not reach the server. Please try again.`);
    } finally {
      setBusy("");
    }
  };
  const exported = async () => {
    const query = selected.size ? { members: [...selected].join(","), day: filters.day } : filters;
    const file = await api.get("/api/v1/export-group-people", query);
    saveFile(file.name, file.content, "text/csv;charset=utf-8");
    return t`${plural(file.rows, { one: "# person exported.", other: "# people exported." })}`;
  };
  const remind = async () => {
    let count = 0;
    for (const member_id of selected) {
      count += (await api.post("/api/v1/remind-group-people", { member_id })).reminded;
    }
    return count
      ? t`${plural(count, { one: "Reminder sent to # person.", other: "Reminders sent to # people." })}`
      : t`No reminders sent: they have enrolled, were reminded today, or have no email address.`;
  };
  return (
    <section className={s.bulk} aria-label={t`Selected people`}>
      <p className="small" role="status">
        {said ||
          (selected.size > 0 &&
            t`${plural(selected.size, { one: "# person selected", other: "# people selected" })}`)}
      </p>
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
          <Button size="sm" tone="quiet" onClick={onClear}>
            <Trans>Clear selection</Trans>
          </Button>
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
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
    </section>
  );
}
