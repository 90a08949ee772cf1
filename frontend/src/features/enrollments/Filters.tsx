import { useLingui } from "@lingui/react/macro";
import { useChangeSorts, WorkFilters } from "@/components/work/List";
import { DaysChoice } from "@/components/work/ListTools";
import type { ListState } from "@/components/work/listState";
import { useStatusWords } from "./status";

/** Search by name, status and order. */
export function Filters({ list }: { list: ListState }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const sorts = useChangeSorts();
  return (
    <WorkFilters
      list={list}
      label={t`Search enrollments`}
      placeholder={t`Search by name`}
      name="status"
      title={t`Status`}
      words={words}
      all={t`All statuses`}
      sorts={sorts}
    >
      <DaysChoice list={list} label={t`Changed`} />
    </WorkFilters>
  );
}
