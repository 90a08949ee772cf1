import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { TextField } from "@/components/form/TextField";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { Link } from "@/lib/router";
import s from "./AgentHome.module.css";

const StartDialog = lazy(() => import("@/components/work/StartDialog"));
const MEMBERS = "/agent-select-member";

/** The start with a new client: a popup asks for the portal, then goes on directly or into one of the rep's groups. */
export function StartButton({ children, block }: { children: ReactNode; block?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="plus" block={block ?? false} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <StartDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Two ways to enroll: somebody new, or a member on record, whom the list finds. */
export function EnrollPanel({ total }: { total: number | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(MEMBERS, { state: { search: search.trim() } });
  };
  return (
    <Panel titleId="who" title={<Trans>Who do you want to enroll for?</Trans>} className={s.panel}>
      <div className={s.enroll}>
        <StartButton block>
          <Trans>Start New Member Enrollment</Trans>
        </StartButton>
        <form role="search" onSubmit={submit}>
          <TextField
            label={t`Current Member`}
            name="find-member"
            type="search"
            icon="search"
            maxLength={80}
            autoComplete="off"
            placeholder={t`Name, birth date, or last 4 of SSN`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {search.trim() && (
            <Button type="submit" size="sm">
              <Trans>Search</Trans>
            </Button>
          )}
        </form>
        {total !== 0 && (
          <Link to={MEMBERS} className="small">
            {total
              ? t`${plural(total, { one: "See your # member", other: "See all # members" })}`
              : t`See all members`}
          </Link>
        )}
      </div>
    </Panel>
  );
}
