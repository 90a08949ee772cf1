import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";

/** A store that has nothing for this place and these people. */
export default function NoPlans({ onChangeZip }: { onChangeZip: () => void }) {
  return (
    <Empty
      title={<Trans>No Plans are available for your selection</Trans>}
      action={
        <Button size="sm" onClick={onChangeZip}>
          <Trans>Change zip code</Trans>
        </Button>
      }
    >
      <Trans>Try another category, or change your zip code or tier.</Trans>
    </Empty>
  );
}
