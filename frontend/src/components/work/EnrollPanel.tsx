import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { TextField } from "../form/TextField";
import { Button } from "../ui/Button";
import { Panel } from "../ui/Card";
import { Icon, type IconName } from "../ui/Icon";
import s from "./EnrollPanel.module.css";

/** "Who do you want to enroll for?" with its two ways. */
export function WhoPanel({ children }: { children: ReactNode }) {
  return (
    <Panel titleId="who" title={<Trans>Who do you want to enroll for?</Trans>}>
      <div className={s.who}>{children}</div>
    </Panel>
  );
}

export function WayTitle({ icon, title, text }: { icon: IconName; title: ReactNode; text: ReactNode }) {
  return (
    <div className={s.title}>
      <span className={s.mark}>
        <Icon name={icon} />
      </span>
      <div>
        <h3>{title}</h3>
        <p className="small mute">{text}</p>
      </div>
    </div>
  );
}

/** Finds somebody on record; the list takes the search over. */
export function CurrentMemberWay({ list, total }: { list: string; total: number | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(list, { state: { search: search.trim() } });
  };
  return (
    <form onSubmit={submit}>
      <WayTitle
        icon="user"
        title={<Trans>Current Member</Trans>}
        text={
          !total
            ? t`Add plans for one of your members.`
            : t`${plural(total, { one: "Add plans for your # member.", other: "Add plans for one of your # members." })}`
        }
      />
      <TextField
        label={t`Find a member`}
        name="find-member"
        type="search"
        icon="search"
        maxLength={80}
        autoComplete="off"
        placeholder={t`Name, birth date, or last 4 of SSN`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="row">
        <Button type="submit">
          {search.trim() ? <Trans>Search</Trans> : <Trans>See all members</Trans>}
        </Button>
      </div>
    </form>
  );
}
