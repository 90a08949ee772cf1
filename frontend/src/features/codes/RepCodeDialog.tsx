import { Dialog } from "@/components/ui/Dialog";

export default function RepCodeDialog({ onClose }: { onClose: () => void }) {
  return <Dialog title="" onClose={onClose} />;
}
