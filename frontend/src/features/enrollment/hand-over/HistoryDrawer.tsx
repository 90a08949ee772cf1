import { Trans } from "@lingui/react/macro";
import type { Standing } from "@/client";
import { ActivityList } from "@/components/history/ActivityList";
import { Drawer } from "@/components/ui/Drawer";

/** The history of an application, the same for both sides. */
export function HistoryDrawer({ standing, onClose }: { standing: Standing; onClose: () => void }) {
  return (
    <Drawer title={<Trans>What happened</Trans>} onClose={onClose}>
      <ActivityList acts={standing.history} />
    </Drawer>
  );
}
