import { Trans } from "@lingui/react/macro";
import { contact } from "@/lib/bootstrap";

/** Whom to call about a payment; nothing where the store names no number. */
export function PaymentQuestions() {
  const { phone, phoneHref } = contact();
  if (!phone) return null;
  return (
    <Trans>
      Questions about a payment? Call{" "}
      <a className="num" href={phoneHref}>
        {phone}
      </a>
      .
    </Trans>
  );
}
