import { Trans } from "@lingui/react/macro";
import type { Parties } from "@/client";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import s from "./QuoteContext.module.css";

interface ContextBannerProps {
  parties: Parties;
  onChange: (() => void) | undefined;
}

/** One line: the member, the group, the portal. */
export default function ContextBanner({ parties, onChange }: ContextBannerProps) {
  const { user_info, group_info, group_note, platform } = parties;
  const member = user_info && `${user_info.first_name} ${user_info.last_name}`;
  const group = group_info && `${group_info.name} (${group_info.code})`;
  const portal = platform?.platform_name;
  return (
    <div className={s.context}>
      <Icon name={member ? "user" : "info"} />
      <p>
        {member && (
          <span>
            <Trans>
              Member: <strong>{member}</strong>
            </Trans>
          </span>
        )}
        {group && (
          <span>
            <Trans>
              Group: <strong>{group}</strong>
            </Trans>
          </span>
        )}
        {portal && onChange && (
          <span>
            <Trans>
              Kind of plans: <strong>{portal}</strong>
            </Trans>
          </span>
        )}
        {group_note && <span>{group_note}</span>}
        {onChange && (
          <LinkButton onClick={onChange}>{portal ? <Trans>Change</Trans> : <Trans>Choose</Trans>}</LinkButton>
        )}
      </p>
    </div>
  );
}
