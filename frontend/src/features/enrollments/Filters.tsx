import { useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import s from "./Enrollments.module.css";
import { useStatusWords } from "./status";

interface FiltersProps {
  list: {
    search: string;
    status: string;
    sort: string;
    find: (text: string) => void;
    only: (status: string) => void;
    sortBy: (sort: string) => void;
  };
}

/** Search by name, status and order. */
export function Filters({ list }: FiltersProps) {
  const { t } = useLingui();
  const words = useStatusWords();
  return (
    <search className={s.filters}>
      <TextField
        label={<span className="sr">{t`Search enrollments`}</span>}
        className={s.find}
        name="search"
        type="search"
        icon="search"
        maxLength={80}
        autoComplete="off"
        placeholder={t`Search by name`}
        value={list.search}
        onChange={(event) => list.find(event.target.value)}
      />
      <div className={s.choices}>
        <SelectField
          label={t`Status`}
          className={s.choice}
          name="status"
          value={list.status}
          placeholder={t`All statuses`}
          options={Object.entries(words).map(([value, label]) => ({ value, label }))}
          onChange={(event) => list.only(event.target.value)}
        />
        <SelectField
          label={t`Sort`}
          className={s.choice}
          name="sort"
          value={list.sort}
          options={[
            { value: "-changed", label: t`Last change, newest first` },
            { value: "changed", label: t`Last change, oldest first` },
          ]}
          onChange={(event) => list.sortBy(event.target.value)}
        />
      </div>
    </search>
  );
}
