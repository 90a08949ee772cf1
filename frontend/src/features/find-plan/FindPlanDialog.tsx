import { Dialog } from "@/components/ui/Dialog";

export default function FindPlanDialog({ onClose }: { onClose: () => void }) {
  return <Dialog title="" onClose={onClose} />;
}
