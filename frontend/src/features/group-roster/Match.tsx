import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Roster, RosterMapping, RosterQuestion } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { type Column, Table } from "@/components/ui/Table";
import { ApiError, api, messageOf } from "@/lib/api";
import { PageHeading } from "@/lib/page";
import s from "./GroupRoster.module.css";

type Answers = Record<string, string>;
const keyOf = (kind: string, key: string) => `${kind}:${key}`;
/** Kinds whose words the server puts as a whole sentence. */
const OWN_TITLES = ["annual_salary", "ssn"];

interface WordsProps {
  question: RosterQuestion;
  heading: string;
  answers: Answers;
  onAnswer: (key: string, meaning: string) => void;
}

/** What the words of a column mean, asked once. */
function Words({ question, heading, answers, onAnswer }: WordsProps) {
  const { t } = useLingui();
  const title =
    OWN_TITLES.includes(question.kind) || !heading
      ? question.title
      : t`In “${heading}”, what do these words mean?`;
  return (
    <Banner tone="plain" title={title}>
      {question.words.length === 0 ? (
        <p className="small">
          <Trans>
            This column has too many different words. If it's the right column, you'll fix its rows in the
            next step.
          </Trans>
        </p>
      ) : (
        <div className={s.letters}>
          {question.words.map((word) => {
            const key = keyOf(question.kind, word.key);
            return (
              <SelectField
                key={key}
                id={`word-${key}`}
                label={word.text}
                className={s.letter}
                placeholder={t`Choose`}
                value={answers[key] ?? word.meaning}
                options={question.choices}
                onChange={(event) => onAnswer(key, event.target.value)}
              />
            );
          })}
        </div>
      )}
    </Banner>
  );
}

interface SheetsProps {
  roster: Roster;
  mapping: RosterMapping;
  onTaken: (roster: Roster) => void;
}

/** Which sheets of a workbook are read. */
function Sheets({ roster, mapping, onTaken }: SheetsProps) {
  const { t } = useLingui();
  const [names, setNames] = useState(mapping.sheets.filter((sheet) => sheet.read).map((sheet) => sheet.name));
  const [problem, setProblem] = useState("");
  const read = async () => {
    setProblem("");
    try {
      onTaken(await api.post("/api/v1/choose-roster-sheets", { roster_id: roster.roster_id, names }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    }
  };
  return (
    <fieldset className={s.sheets}>
      <legend>
        <Trans>Sheets of the workbook</Trans>
      </legend>
      {mapping.sheets.map((sheet) => (
        <label key={sheet.name}>
          <input
            type="checkbox"
            checked={names.includes(sheet.name)}
            onChange={(event) =>
              setNames(
                event.target.checked ? [...names, sheet.name] : names.filter((name) => name !== sheet.name),
              )
            }
          />
          {sheet.name}
        </label>
      ))}
      <Button size="sm" blocked={names.length === 0} onClick={() => void read()}>
        <Trans>Read these sheets</Trans>
      </Button>
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <span className="sr">{t`The columns are matched again.`}</span>
    </fieldset>
  );
}

interface MatchProps {
  roster: Roster;
  mapping: RosterMapping;
  onBack: () => void;
  onTaken: (roster: Roster) => void;
}

type Line = RosterMapping["columns"][number] & { at: number };

/** Each column of the file with its first cell, and what it is. */
export function Match({ roster, mapping, onBack, onTaken }: MatchProps) {
  const { t } = useLingui();
  const [columns, setColumns] = useState(mapping.columns.map((column) => column.field));
  const [answers, setAnswers] = useState<Answers>({});
  const [everyone, setEveryone] = useState(mapping.everyone_employee);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const moved = columns.some((field, at) => field !== mapping.columns[at]?.field);
  const asked = useQuery({
    queryKey: ["roster-rows", roster.roster_id, "columns", columns],
    queryFn: ({ signal }) =>
      api.post("/api/v1/preview-roster-columns", { roster_id: roster.roster_id, columns }, { signal }),
    placeholderData: keepPreviousData,
    enabled: moved,
    gcTime: 0,
  });
  const { questions, relations } = (moved && asked.data) || mapping;
  const options = mapping.fields.flatMap((group) => group.choices);
  const matched = columns.filter(Boolean).length;
  const twice = columns.filter((field, at) => field && columns.indexOf(field) !== at);

  const check = async () => {
    setProblem("");
    setBusy(true);
    const words = questions.flatMap((question) =>
      question.words.flatMap(({ key, meaning }) => {
        const answer = answers[keyOf(question.kind, key)] ?? (question.kind === "ssn" ? meaning : "");
        return answer ? [{ kind: question.kind, key, meaning: answer }] : [];
      }),
    );
    try {
      const sent = { roster_id: roster.roster_id, columns, words, everyone_employee: everyone };
      onTaken(await api.post("/api/v1/map-roster", sent));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const lines: Line[] = mapping.columns.map((column, at) => ({ ...column, at }));
  const table: Column<Line>[] = [
    { key: "column", label: t`Your column`, header: true, cell: (row) => row.heading },
    {
      key: "first",
      label: t`First row`,
      cell: (row) => <span className={s.sample}>{row.samples[0] ?? <span className="mute">–</span>}</span>,
    },
    {
      key: "field",
      label: t`Goes to`,
      width: 320,
      cell: (row) => (
        <SelectField
          id={`column-${row.at}`}
          label={<span className="sr">{t`${row.heading} goes to`}</span>}
          className={s.goes}
          placeholder={t`Don't use`}
          value={columns[row.at] ?? ""}
          error={
            twice.includes(columns[row.at] ?? "")
              ? t`Two columns can't be the same. Choose another.`
              : undefined
          }
          options={options}
          onChange={(event) =>
            setColumns(columns.map((field, at) => (at === row.at ? event.target.value : field)))
          }
        />
      ),
    },
  ];

  return (
    <>
      <div>
        <PageHeading title={t`Match your columns`}>
          <Trans>Match your columns</Trans>
        </PageHeading>
        <p className={s.lead}>
          <Trans>
            We matched {matched} of {columns.length} columns in <b>{roster.file_name}</b>. Check them, then
            continue.
          </Trans>
        </p>
      </div>
      {roster.problem && (
        <Banner tone="bad" live="alert">
          {roster.problem}
        </Banner>
      )}
      {mapping.sheets.length > 1 && <Sheets roster={roster} mapping={mapping} onTaken={onTaken} />}
      <Table
        caption={t`Columns of your file`}
        columns={table}
        rows={lines}
        rowKey={(row) => String(row.at)}
        className={s.maps ?? ""}
      />
      {questions.map((question) => (
        <Words
          key={question.kind}
          question={question}
          heading={
            mapping.columns[columns.findIndex((field) => field.endsWith(question.kind))]?.heading ?? ""
          }
          answers={answers}
          onAnswer={(key, meaning) => setAnswers({ ...answers, [key]: meaning })}
        />
      ))}
      {(relations.length > 0 || everyone) && (
        <label className={s.check}>
          <input type="checkbox" checked={everyone} onChange={(event) => setEveryone(event.target.checked)} />
          <Trans>Everyone in this file is an employee. There are no spouses or children in it.</Trans>
        </label>
      )}
      {mapping.notes.length > 0 && (
        <Disclosure
          summary={t`${plural(mapping.notes.length, { one: "# note about this file", other: "# notes about this file" })}`}
        >
          <ul className={s.list}>
            {mapping.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {problem && (
        <Banner tone="bad" live="alert">
          {problem}
        </Banner>
      )}
      <div className={s.actions}>
        <Button onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button
          tone="primary"
          busy={busy}
          busyText={t`Sending`}
          blocked={twice.length > 0}
          onClick={() => void check()}
        >
          {t`${plural(roster.rows, { one: "Check # row", other: "Check # rows" })}`}
        </Button>
      </div>
    </>
  );
}
