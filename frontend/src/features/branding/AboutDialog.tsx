import { Dialog } from "@/components/ui/Dialog";

export default function AboutDialog({ onClose }: { onClose: () => void }) {
  return <Dialog title="" onClose={onClose} />;
}
