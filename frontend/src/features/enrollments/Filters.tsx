import { useLingui } from "@lingui/react/macro";
import { ListChoice, ListFilters, ListSort } from "@/components/work/List";
import type { ListState } from "@/components/work/listState";
import { useStatusWords } from "./status";

/** Search by name, status and order. */
export function Filters({ list }: { list: ListState }) {
  const { t } = useLingui();
  const words = useStatusWords();
  return (
    <ListFilters list={list} label={t`Search enrollments`} placeholder={t`Search by name`}>
      <ListChoice
        label={t`Status`}
        name="status"
        value={list.chosen}
        placeholder={t`All statuses`}
        options={Object.entries(words).map(([value, label]) => ({ value, label }))}
        onChoose={list.choose}
      />
      <ListSort
        list={list}
        options={[
          { value: "-changed", label: t`Last change, newest first` },
          { value: "changed", label: t`Last change, oldest first` },
        ]}
      />
    </ListFilters>
  );
}
