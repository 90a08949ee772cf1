import { Trans } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Empty } from "@/components/ui/State";
import s from "./Choose.module.css";

interface NoPlansProps {
  /** Categories that leave nothing were dropped: all plans stand below. */
  allInstead?: boolean;
  onChangeZip: () => void;
}

/** The notice that no plan is sold for this place, these people or these categories. */
export default function NoPlans({ allInstead, onChangeZip }: NoPlansProps) {
  const title = <Trans>No Plans are available for your selection</Trans>;
  if (allInstead) {
    return (
      <Banner className={s.cleared} live="status" title={title}>
        <Trans>Here are all plans instead.</Trans>
      </Banner>
    );
  }
  return (
    <Empty
      title={title}
      action={
        <Button size="sm" onClick={onChangeZip}>
          <Trans>Change zip code</Trans>
        </Button>
      }
    >
      <Trans>Try another category, or change your zip code or who is covered.</Trans>
    </Empty>
  );
}
