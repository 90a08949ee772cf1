import { Trans } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";
import s from "./Choose.module.css";

/** Categories that leave nothing were dropped. */
export default function AllInstead() {
  return (
    <Banner
      className={s.cleared}
      live="status"
      title={<Trans>No Plans are available for your selection</Trans>}
    >
      <Trans>Here are all plans instead.</Trans>
    </Banner>
  );
}
