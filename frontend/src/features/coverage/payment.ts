import { useLingui } from "@lingui/react/macro";
import type { Receipt } from "@/client";

/** Return how an enrollment is paid, in words; only the end of an account number is available. */
export function usePaymentWords({ payment, share }: Pick<Receipt, "payment" | "share">): string {
  const { t } = useLingui();
  if (share?.from_pay) return share.from_pay.line;
  const { bank_name, account_ending, bill_date } = payment;
  switch (payment.method) {
    case "eft":
      return t`${bank_name}, account ending ${account_ending}, on the ${bill_date}`;
    case "cc":
      return t`Credit card ending ${account_ending}, on the ${bill_date}`;
    case "list":
      return t`By list bill`;
    case "elist":
      return t`By EFT list bill`;
    case "stmt":
      return t`By statement`;
    default:
      return "";
  }
}
