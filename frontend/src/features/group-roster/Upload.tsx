import { Trans, useLingui } from "@lingui/react/macro";
import { type DragEvent, useRef, useState } from "react";
import type { Roster } from "@/client";
import { Button, LinkButton } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { HelpLink } from "@/components/work/HelpLink";
import { ApiError, api, messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { PageHeading } from "@/lib/page";
import s from "./GroupRoster.module.css";
import { contentOf, MOST_BYTES, saveTemplate, TOO_LONG } from "./reads";

/** Choose a file or drop it. What is wrong with it is said here, and the place for the next one stays. */
export function Upload({ onRead }: { onRead: (roster: Roster) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  const send = async (file: File | undefined) => {
    if (!file || busy) return;
    setProblem("");
    if (file.size > MOST_BYTES) {
      setProblem(t`${file.name} is larger than 10 MB. Remove columns you don't need, or split it.`);
      return;
    }
    setBusy(true);
    try {
      const content = await contentOf(file);
      onRead(await api.post("/api/v1/upload-roster", { file_name: file.name.slice(-200), content }));
    } catch (error) {
      if (error instanceof Error && error.message === TOO_LONG) {
        setProblem(t`${file.name} is too large to send. Save the sheet as CSV and choose it again.`);
      } else if (error instanceof ApiError) {
        setProblem(
          error.offline
            ? t`We couldn't send the file. Check your connection and try again.`
            : messageOf(error),
        );
      } else {
        setProblem(t`We couldn't read ${file.name}. Choose it again.`);
      }
    } finally {
      setBusy(false);
      if (input.current) input.current.value = "";
    }
  };
  const drag = (entered: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(entered);
  };

  return (
    <>
      <div>
        <PageHeading title={t`Upload a roster`}>
          <Trans>Upload a roster</Trans>
        </PageHeading>
        <p className={s.lead}>
          <Trans>Add or update many people at once. Nothing is saved until you've seen every change.</Trans>
        </p>
        <HelpLink topic="roster">
          <Trans>Help with rosters</Trans>
        </HelpLink>
      </div>
      <section
        className={cx(s.drop, over && s.over)}
        aria-labelledby="roster-drop"
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          void send(event.dataTransfer.files[0]);
        }}
      >
        <span className={s.dropIcon}>
          <Icon name="document" />
        </span>
        <h2 id="roster-drop" className={s.dropTitle}>
          <Trans>Drag your spreadsheet here</Trans>
        </h2>
        <p className="small mute">
          <Trans>Excel, CSV, or a Google Sheets export, up to 10 MB</Trans>
        </p>
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          aria-label={t`Roster file`}
          accept=".xlsx,.csv,.txt,.tsv"
          onChange={(event) => void send(event.target.files?.[0])}
        />
        <Button
          tone="primary"
          busy={busy}
          busyText={t`Reading the file`}
          aria-describedby={problem ? "roster-problem" : undefined}
          onClick={() => input.current?.click()}
        >
          <Trans>Choose a file</Trans>
        </Button>
        {problem && (
          <p className={s.problem} id="roster-problem" role="alert">
            <Icon name="alert" />
            {problem}
          </p>
        )}
      </section>
      <div className={s.two}>
        <div>
          <h2>
            <Trans>Any layout works</Trans>
          </h2>
          <p className="small">
            <Trans>
              Use the sheet you already have. You tell us once which column is which, and we remember it.
            </Trans>
          </p>
        </div>
        <div>
          <h2>
            <Trans>Starting fresh?</Trans>
          </h2>
          <p className="small">
            <Trans>Download a template with the right columns and a sample family.</Trans>{" "}
            <LinkButton onClick={() => void saveTemplate("xlsx")} aria-label={t`Template for Excel`}>
              Excel
            </LinkButton>
            {", "}
            <LinkButton onClick={() => void saveTemplate("csv")} aria-label={t`Template as CSV`}>
              CSV
            </LinkButton>
          </p>
        </div>
      </div>
    </>
  );
}
