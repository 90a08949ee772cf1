import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { LeadDetail, LeadItem } from "@/client";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import { LinkButton } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { toast } from "@/components/ui/Toast";
import { ApiError } from "@/lib/api";
import s from "./Lead.module.css";
import { useLeadChange } from "./leads";
import { useLeadWords, useReasons } from "./status";

const LostDialog = lazy(() => import("./LostDialog"));
const AssignDialog = lazy(() => import("@/components/work/AssignDialog"));

/** How far the lead is, and who works on it. */
export function Standing({ lead }: { lead: LeadDetail }) {
  const { t } = useLingui();
  const words = useLeadWords();
  const reasons = useReasons();
  const { move } = useLeadChange(lead);
  const [open, setOpen] = useState<"lost" | "hand" | null>(null);
  const { follow_up_on: day, title } = lead;
  const close = () => setOpen(null);
  const choose = (status: LeadItem["status"]) => {
    if (status === "LOST") setOpen("lost");
    else move.mutate({ status });
  };
  return (
    <Panel titleId="lead-status-title" title={<Trans>Status</Trans>}>
      <div className={s.body}>
        <SelectField
          label={<span className="sr">{t`Status of this lead`}</span>}
          name="lead-status"
          value={lead.status}
          options={Object.entries(words).map(([value, label]) => ({ value, label }))}
          onChange={(event) => choose(event.target.value as LeadItem["status"])}
        />
        {move.isError && (
          <Banner tone="bad" live="alert">
            <Trans>We could not save the status. Please try again.</Trans>
          </Banner>
        )}
        <p className="small mute">
          {lead.reason ? (
            reasons[lead.reason]
          ) : (
            <Trans>A saved call sets this to Contacted, a sent quote to Quoted.</Trans>
          )}
        </p>
        {day && (
          <p className="small num">
            <Trans>Follow up on {day}</Trans>
          </p>
        )}
        <p>
          <LinkButton onClick={() => setOpen("hand")}>
            <Trans>Hand over to another rep</Trans>
          </LinkButton>
        </p>
      </div>
      <Suspense fallback={null}>
        {open === "lost" && <LostDialog lead={lead} onClose={close} />}
        {open === "hand" && (
          <AssignDialog
            of="leads"
            ids={[lead.lead_id]}
            title={<Trans>Hand over {title}</Trans>}
            why={<Trans>The rep sees this lead on their list right away. You can still read it.</Trans>}
            action={<Trans>Hand over</Trans>}
            onDone={({ not_assigned: [refused] }, name) => {
              if (refused) throw new ApiError({ status: 409, message: refused.reason });
              toast(t`${name} has this lead now.`);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Panel>
  );
}
