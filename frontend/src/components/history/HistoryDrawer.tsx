import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Drawer } from "@/components/ui/Drawer";
import { CardSkeleton, FailedRead, Loading } from "@/components/ui/State";
import { api } from "@/lib/api";
import { ActivityList } from "./ActivityList";

/** The history of an enrollment, the same for its rep or group and its client. */
export default function HistoryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["history", id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get("/api/v1/get-hand-over", { enrollment_id: id }, signal),
  });
  return (
    <Drawer title={<Trans>What happened</Trans>} onClose={onClose}>
      {isError && <FailedRead onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && (
        <Loading>
          <CardSkeleton lines={5} />
        </Loading>
      )}
      {data && <ActivityList acts={data.history} />}
    </Drawer>
  );
}
