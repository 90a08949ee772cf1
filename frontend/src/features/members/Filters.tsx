import { useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/form/SelectField";
import { TextField } from "@/components/form/TextField";
import { useGroups } from "@/components/work/members";
import s from "./Members.module.css";

interface FiltersProps {
  list: {
    search: string;
    sort: string;
    group: string;
    find: (text: string) => void;
    sortBy: (sort: string) => void;
    only: (group: string) => void;
  };
}

/** Search, order and, for reps, the group. */
export function Filters({ list }: FiltersProps) {
  const { t } = useLingui();
  const groups = useGroups().data ?? [];
  const orders = [
    { value: "name", label: t`Name, A to Z` },
    { value: "-name", label: t`Name, Z to A` },
    { value: "dob", label: t`Oldest first` },
    { value: "-dob", label: t`Youngest first` },
    { value: "email", label: t`Email, A to Z` },
    { value: "group", label: t`Group, A to Z` },
    { value: "-group", label: t`Group, Z to A` },
  ];
  return (
    <search className={s.filters}>
      <TextField
        label={<span className="sr">{t`Search members`}</span>}
        className={s.find}
        name="search"
        type="search"
        icon="search"
        maxLength={80}
        autoComplete="off"
        placeholder={t`Search name, email, or group`}
        value={list.search}
        onChange={(event) => list.find(event.target.value)}
      />
      <div className={s.choices}>
        <SelectField
          label={t`Sort`}
          className={s.choice}
          name="sort"
          value={list.sort}
          options={orders}
          onChange={(event) => list.sortBy(event.target.value)}
        />
        {groups.length > 0 && (
          <SelectField
            label={t`Group`}
            className={s.choice}
            name="group"
            value={list.group}
            placeholder={t`All groups`}
            options={groups.map((one) => ({ value: String(one.gid), label: one.gname }))}
            onChange={(event) => list.only(event.target.value)}
          />
        )}
      </div>
    </search>
  );
}
