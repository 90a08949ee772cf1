import { Trans, useLingui } from "@lingui/react/macro";
import { HealthQuestions } from "@/components/shop/questions/HealthQuestions";
import { Dialog } from "@/components/ui/Dialog";

interface RiderQuestionsProps {
  planId: number;
  type: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Questions of a rider before it has a price. */
export default function RiderQuestions({ planId, type, onClose, onSaved }: RiderQuestionsProps) {
  const { t } = useLingui();
  return (
    <Dialog
      wide
      title={<Trans>Please answer following questions to view rates.</Trans>}
      closeLabel={t`Close the questions`}
      onClose={onClose}
    >
      <HealthQuestions planId={planId} type={type} onSaved={onSaved} />
    </Dialog>
  );
}
