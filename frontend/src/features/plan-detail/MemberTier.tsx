import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import ChoiceDialog from "@/components/shop/ChoiceDialog";
import { api } from "@/lib/api";
import { TIERS } from "@/lib/shop/filter";
import { TIER_LABELS } from "@/lib/shop/labels";
import { setItem } from "@/lib/storage";

/** A member is known already: who else is covered is the one question before prices. */
export default function MemberTier({ userId }: { userId: string }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <ChoiceDialog
      field="tier"
      choices={TIERS.map((tier) => ({ value: tier, label: i18n._(TIER_LABELS[tier]) }))}
      onClose={() => setOpen(false)}
      onChoose={async (tier) => {
        const made = await api.post<{ temp_enrollment_id: string; portal_id?: number | null }>(
          "/api/v1/add-filter-for-member",
          { user_id: userId, tier },
        );
        if (made.portal_id) setItem("portal_id", made.portal_id);
        setItem("tempId", made.temp_enrollment_id);
        setItem("isFilterDataSubmitted", "true");
        await client.invalidateQueries({ queryKey: ["quote"] });
      }}
    />
  );
}
