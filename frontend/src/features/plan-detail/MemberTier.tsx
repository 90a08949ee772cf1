import { useState } from "react";
import ChoiceDialog from "@/components/shop/ChoiceDialog";
import { useEnrollMember } from "@/components/work/members";
import { useTierOptions } from "@/components/work/tiers";
import { getItem } from "@/lib/storage";

/** A member is known already: who else is covered is the one question before prices. */
export default function MemberTier({ userId }: { userId: string }) {
  const enroll = useEnrollMember();
  const choices = useTierOptions();
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <ChoiceDialog
      field="tier"
      choices={choices}
      onClose={() => setOpen(false)}
      onChoose={(tier) =>
        enroll({ userId: Number(userId), tier, groupId: Number(getItem("group_id")) || null })
      }
    />
  );
}
