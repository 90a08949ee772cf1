import { Trans, useLingui } from "@lingui/react/macro";
import { Lines } from "@/components/ui/Statement";
import { api } from "@/lib/api";
import { formatPhone } from "@/lib/masks";
import { CodeDialog, goToLanding } from "./CodeDialog";
import s from "./Codes.module.css";

interface Rep {
  first_name: string;
  last_name: string;
  agent_code: string;
  email: string;
  phone: string;
  landing_url: string | null;
}

export default function RepCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <CodeDialog<Rep>
      title={t`Rep Access Code`}
      label={t`Rep Access Code`}
      why={<Trans>Your rep gave you this code. It opens your rep's own page.</Trans>}
      invalid={t`Invalid Rep Access Code`}
      foundTitle={t`Is this your rep?`}
      lookUp={(code) => api.get("/api/v1/validate-agent", { agent_code: code })}
      details={(rep) => (
        <div className={s.details}>
          <Lines
            lines={[
              { label: t`Name`, value: `${rep.first_name} ${rep.last_name}` },
              { label: t`Code`, value: rep.agent_code },
              { label: t`Email`, value: rep.email },
              { label: t`Phone`, value: formatPhone(rep.phone) },
            ]}
          />
        </div>
      )}
      onYes={(rep) => goToLanding(rep.landing_url, "Agent")}
      onClose={onClose}
    />
  );
}
