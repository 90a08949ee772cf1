import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, api } from "@/lib/api";
import { quoteKey, useQuoteId } from "@/lib/shop/filter";
import { FIELD_REQUIRED } from "@/lib/shop/labels";
import type { MembershipPlan } from "@/lib/shop/types";
import { ChoiceCards } from "../form/Choices";
import { Banner } from "../ui/Banner";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { CardSkeleton, FailedRead, Loading } from "../ui/State";
import { Price } from "../ui/Statement";
import s from "./Dialogs.module.css";

interface MembershipDialogProps {
  planName: string;
  /** Throws ApiError; the dialog shows its message. */
  onChoose: (membership: MembershipPlan) => Promise<void>;
  onClose: () => void;
}

/** A premier plan comes with a wellness membership: both go in the cart together, or neither. */
export default function MembershipDialog({ planName, onChoose, onClose }: MembershipDialogProps) {
  const { t, i18n } = useLingui();
  const id = useQuoteId();
  const [chosen, setChosen] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const memberships = useQuery({
    queryKey: quoteKey(id, "memberships"),
    queryFn: async ({ signal }) => {
      const query = { enrollment_id: id };
      const data = await api.get("/api/v1/get-plan-pricing-detail-elevate", query, signal);
      return data?.plans ?? [];
    },
  });
  const keyOf = (plan: MembershipPlan) => `${plan.plan_id}-${plan.plan_pricing_id}`;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const membership = memberships.data?.find((plan) => keyOf(plan) === chosen);
    if (!membership) return setError(i18n._(FIELD_REQUIRED));
    setBusy(true);
    setProblem(null);
    try {
      await onChoose(membership);
      onClose();
    } catch (reason) {
      setProblem(
        (reason instanceof ApiError && reason.message) || t`We could not add the plan. Please try again.`,
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={<Trans>Elevate Wellness Membership</Trans>}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="primary" busy={busy} busyText={t`Adding`}>
            <Trans>Add to Cart</Trans>
          </Button>
        </>
      }
    >
      <p className={s.why}>
        <Trans>
          {planName} is for members. The membership you choose will be added to your cart with it.
        </Trans>
      </p>
      {memberships.isLoading && (
        <Loading>
          <CardSkeleton lines={2} />
        </Loading>
      )}
      {memberships.isError && <FailedRead onRetry={() => void memberships.refetch()} />}
      {memberships.data && (
        <ChoiceCards
          label={t`Select MemberShip`}
          name="membership"
          value={chosen}
          error={error}
          onChange={(event) => {
            setChosen(event.target.value);
            setError(undefined);
          }}
          choices={memberships.data.map((plan) => ({
            value: keyOf(plan),
            title: plan.plan_name,
            fact: plan.plan_short_text,
            end: <Price amount={plan.price} period="mo" size="sm" />,
          }))}
        />
      )}
      {problem && (
        <Banner tone="bad" live="alert" className={s.problem}>
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}
