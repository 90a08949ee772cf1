import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { useMemberDetails } from "@/components/work/MemberDetails";
import s from "./YourDetails.module.css";

/** The facts that are out of date most often, and the way to change them. */
export function YourDetails() {
  const { t } = useLingui();
  const { data: details } = useMemberDetails();
  if (!details) return null;
  const rows = [
    [t`Address`, details.home_address],
    [t`Phone`, details.phone],
    [t`Email`, details.email],
  ];
  return (
    <Panel
      titleId="your-details"
      title={<Trans>Your details</Trans>}
      aside={
        <ButtonLink size="sm" tone="quiet" to="/coverage/details" aria-label={t`Edit your details`}>
          <Trans>Edit</Trans>
        </ButtonLink>
      }
    >
      <dl className={s.list}>
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || t`Not on record`}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
