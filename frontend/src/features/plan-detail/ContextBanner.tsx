import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "@/components/ui/Banner";
import { LinkButton } from "@/components/ui/Button";
import { api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { useStored } from "@/lib/storage";
import s from "./PlanDetail.module.css";

interface Party {
  name: string;
  code: string;
}

interface Parties {
  result?: {
    user_info?: { first_name: string; last_name: string } | null;
    group_info?: Party | null;
    agent_info?: Party | null;
    platform?: { platform_name: string } | null;
  };
}

/** What was chosen before there is a quote. */
function useBegun(): NonNullable<Parties["result"]> {
  const portal = useStored("portal_name");
  const name = useStored("gname");
  const code = useStored("gcode");
  return {
    platform: portal ? { platform_name: portal } : null,
    group_info: portal && name && code ? { name, code } : null,
  };
}

/** For whom the prices are: the group, the member, the portal. Nothing for visitors without any of them. */
export function ContextBanner({ onChange }: { onChange: (() => void) | undefined }) {
  const id = useQuoteId();
  const group = useStored("group_id");
  const portal = useStored("portal_id");
  const user = useStored("user_id");
  const shown = Boolean(group || portal || user) && !(bootstrap.flags.memberships && !group);
  const { data } = useQuery({
    queryKey: quoteKey(id, "parties"),
    enabled: Boolean(id) && shown,
    queryFn: ({ signal }) =>
      api.get<Parties>("/api/v1/get-group-agent-member-info", { enrollment_id: id }, signal),
  });
  const begun = useBegun();
  const { user_info, group_info, platform } = data?.result ?? (id ? {} : begun);
  if (!user_info && !group_info && !platform) return null;
  const member = user_info && `${user_info.first_name} ${user_info.last_name}`;
  const groupName = group_info && `${group_info.name} (${group_info.code})`;
  const portalName = platform?.platform_name;
  return (
    <Banner tone="plain" className={s.context}>
      {member && (
        <span>
          <Trans>
            Member: <strong>{member}</strong>
          </Trans>{" "}
        </span>
      )}
      {groupName && (
        <span>
          <Trans>
            Group: <strong>{groupName}</strong>
          </Trans>{" "}
        </span>
      )}
      {portalName && (
        <span>
          <Trans>
            Enrollment portal: <strong>{portalName}</strong>
          </Trans>
        </span>
      )}
      {onChange && (
        <LinkButton className="small" onClick={onChange}>
          <Trans>Change</Trans>
        </LinkButton>
      )}
    </Banner>
  );
}
