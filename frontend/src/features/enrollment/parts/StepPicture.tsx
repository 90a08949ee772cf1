import { Scene } from "@/components/art/Scene";
import { useRoom } from "@/components/art/useRoom";

/** The picture of a step; phones have no room for it beside the title. */
export default function StepPicture({ step }: { step: string }) {
  return useRoom(820) && <Scene name={`step/${step}`} width={168} />;
}
