import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "@/components/ui/Card";
import { Icon } from "@/components/ui/Icon";
import { useActor } from "@/lib/actor";
import { api } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { Link } from "@/lib/router";
import { setItem, useStored } from "@/lib/storage";
import { LinkButton } from "../ui/Button";
import s from "./FirstSteps.module.css";

const HIDDEN = "stepsHidden";

/** What a new rep or group administrator sets up first. Gone once all is done, or when its reader hides it. */
export function FirstSteps() {
  const { t } = useLingui();
  const { role, agentId, groupId } = useActor();
  const who = `${role}:${agentId ?? groupId}`;
  const hidden = useStored(HIDDEN) === who;
  const { data = [] } = useQuery({
    queryKey: ["first-steps", who],
    enabled: !hidden && (agentId ?? groupId) !== null,
    queryFn: ({ signal }) => api.get("/api/v1/get-first-steps", undefined, signal),
  });
  const done = data.filter((step) => step.done).length;
  if (hidden || done === data.length) return null;
  const total = data.length;
  const hide = () => {
    setItem(HIDDEN, who);
    focusQuietly(document.querySelector("h1"));
  };
  return (
    <Panel
      titleId="first-steps"
      title={<Trans>First steps</Trans>}
      aside={
        <span className="small mute num">
          <Trans>
            {done} of {total} done
          </Trans>
        </span>
      }
    >
      <ol className={s.steps}>
        {data.map((step) => (
          <li key={step.href} data-done={step.done || undefined}>
            <Icon name={step.done ? "check" : "arrow"} size="sm" label={step.done ? t`Done` : t`To do`} />
            {step.done ? (
              <span>{step.title}</span>
            ) : (
              <span>
                <Link to={step.href}>{step.title}</Link>
                <small>{step.text}</small>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className={s.hide}>
        <LinkButton onClick={hide}>
          <Trans>Hide first steps</Trans>
        </LinkButton>
      </p>
    </Panel>
  );
}
