import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ListFile } from "@/client";
import { messageOf } from "@/lib/api";
import { saveFile } from "@/lib/saveFile";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { toast } from "../ui/Toast";
import { ListChoice } from "./List";
import s from "./List.module.css";
import type { ListState } from "./listState";
import { type ListName, type SavedView, useListViews } from "./listViews";

const ViewDialog = lazy(() => import("./ViewDialog"));

interface ListToolsProps {
  list: ListState;
  name: ListName;
  /** Rows that were found; nothing is exported while there are none. */
  total: number | undefined;
  /** Asks for all rows that the filters and the search find. Throws ApiError. */
  onExport: () => Promise<ListFile>;
  /** More filters. */
  children?: ReactNode;
}

type Asked = { kind: "save" } | { kind: "rename"; view: SavedView };

/** Saved views of a list, and the list as a file. */
export function ListTools({ list, name, total, onExport, children }: ListToolsProps) {
  const { t } = useLingui();
  const { views, store } = useListViews(name);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const query = list.view();
  const current = views.find((view) => view.query === query);
  const exportRows = async () => {
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      const file = await onExport();
      saveFile(file.name, file.content, "text/csv;charset=utf-8");
    } catch (error) {
      setProblem(messageOf(error) || t`We could not reach the server. Please try again.`);
    } finally {
      setBusy(false);
    }
  };
  const remove = async (view: SavedView) => {
    const before = views;
    const said = view.name;
    setProblem("");
    try {
      await store(before.filter((other) => other !== view));
      list.show("");
      toast(t`View “${said}” deleted`, () => void store(before));
    } catch (error) {
      setProblem(messageOf(error) || t`We could not reach the server. Please try again.`);
    }
  };
  return (
    <div className={s.tools}>
      <div className={s.views}>
        {children}
        {views.length > 0 && (
          <ListChoice
            label={t`View`}
            name="view"
            value={current ? current.query : ""}
            placeholder={query && !current ? t`Not saved` : t`All`}
            options={views.map((view) => ({ value: view.query, label: view.name }))}
            onChoose={list.show}
          />
        )}
        {query && !current && (
          <Button size="sm" tone="quiet" icon="plus" onClick={() => setAsked({ kind: "save" })}>
            <Trans>Save view</Trans>
          </Button>
        )}
        {current && (
          <>
            <Button size="sm" tone="quiet" onClick={() => setAsked({ kind: "rename", view: current })}>
              <Trans>Rename view</Trans>
            </Button>
            <Button size="sm" tone="quiet" onClick={() => void remove(current)}>
              <Trans>Delete view</Trans>
            </Button>
          </>
        )}
      </div>
      <Button
        size="sm"
        icon="download"
        busy={busy}
        busyText={t`Exporting`}
        disabled={!total}
        onClick={() => void exportRows()}
      >
        <Trans>Export CSV</Trans>
      </Button>
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
      {asked && (
        <Suspense fallback={null}>
          <ViewDialog
            name={asked.kind === "rename" ? asked.view.name : ""}
            onClose={() => setAsked(null)}
            onSave={(saved) =>
              store(
                asked.kind === "save"
                  ? [...views, { name: saved, query }]
                  : views.map((view) => (view === asked.view ? { ...view, name: saved } : view)),
              )
            }
          />
        </Suspense>
      )}
    </div>
  );
}

/** The rows of the last days, in lists that are sorted by time. */
export function DaysChoice({ list, label }: { list: ListState; label: string }) {
  const { t } = useLingui();
  return (
    <ListChoice
      label={label}
      name="days"
      value={list.value("days")}
      placeholder={t`Any time`}
      options={[
        { value: "1", label: t`Today` },
        { value: "7", label: t`Last 7 days` },
        { value: "30", label: t`Last 30 days` },
        { value: "90", label: t`Last 90 days` },
      ]}
      onChoose={(days) => list.setValue("days", days)}
    />
  );
}
