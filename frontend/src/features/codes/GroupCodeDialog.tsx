import { Trans, useLingui } from "@lingui/react/macro";
import { LinkButton } from "@/components/ui/Button";
import { Lines } from "@/components/ui/Statement";
import { api } from "@/lib/api";
import { CodeDialog, goToLanding } from "./CodeDialog";
import s from "./Codes.module.css";

interface Group {
  name: string;
  landing_url: string | null;
}

export default function GroupCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <CodeDialog<Group>
      title={t`Employee Enrollment`}
      label={t`Group Enrollment Code`}
      why={<Trans>Your employer gave you this code. It opens your employer's plans.</Trans>}
      invalid={t`Invalid Group Enrollment Code`}
      foundTitle={t`Is this your employer?`}
      lookUp={(code) => api.get("/api/v1/validate-group", { group_code: code })}
      details={(group, reenter) => (
        <div className={s.details}>
          <Lines lines={[{ label: t`Company Name`, value: group.name }]} />
          <LinkButton className={s.reenter} onClick={reenter}>
            <Trans>If this is NOT the your employer please click here, to re-enter...</Trans>
          </LinkButton>
        </div>
      )}
      onYes={(group) => goToLanding(group.landing_url, "Group")}
      onClose={onClose}
    />
  );
}
