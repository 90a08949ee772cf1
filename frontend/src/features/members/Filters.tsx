import { useLingui } from "@lingui/react/macro";
import { ListChoice, ListFilters, ListSort } from "@/components/work/List";
import type { ListState } from "@/components/work/listState";
import { useGroups } from "@/components/work/members";
import { useActor } from "@/lib/actor";

/** Search, order and, for reps, the group. */
export function Filters({ list }: { list: ListState }) {
  const { t } = useLingui();
  const { role } = useActor();
  const groups = useGroups().data;
  const orders = [
    { value: "name", label: t`Name, A to Z` },
    { value: "-name", label: t`Name, Z to A` },
    { value: "dob", label: t`Oldest first` },
    { value: "-dob", label: t`Youngest first` },
    { value: "email", label: t`Email, A to Z` },
    // A group administrator's list is one group.
    ...(role === "rep"
      ? [
          { value: "group", label: t`Group, A to Z` },
          { value: "-group", label: t`Group, Z to A` },
        ]
      : []),
  ];
  return (
    <ListFilters
      list={list}
      label={t`Search members`}
      placeholder={t`Name, birth date, last 4 of SSN, email, or group`}
    >
      <ListSort list={list} options={orders} />
      {/* A rep's choice has its place before the groups are known. */}
      {(groups ? groups.length > 0 : role === "rep") && (
        <ListChoice
          label={t`Group`}
          name="group"
          value={list.chosen}
          placeholder={t`All groups`}
          options={(groups ?? []).map((group) => ({ value: String(group.gid), label: group.gname }))}
          onChoose={list.choose}
        />
      )}
    </ListFilters>
  );
}
