import { Dialog } from "@/components/ui/Dialog";

export default function GroupCodeDialog({ onClose }: { onClose: () => void }) {
  return <Dialog title="" onClose={onClose} />;
}
