import type { MessageDescriptor } from "@lingui/core";
import { defineMessage } from "@lingui/core/macro";
import { isEmail } from "@/lib/email";
import { isName } from "@/lib/fold";

export interface QuoteValues {
  name: string;
  email: string;
  message: string;
}

export const QUOTE_FIELDS = ["name", "email", "message"] as const;
export type QuoteField = (typeof QUOTE_FIELDS)[number];

const REQUIRED = defineMessage`Field is required`;

/** The client's mirror of the server's rules; the server decides. */
export function checkQuoteMail({ name, email }: QuoteValues): Partial<Record<QuoteField, MessageDescriptor>> {
  const errors: Partial<Record<QuoteField, MessageDescriptor>> = {};
  if (!name.trim()) errors.name = REQUIRED;
  else if (!isName(name)) errors.name = defineMessage`Please enter valid name`;
  if (!email.trim()) errors.email = REQUIRED;
  else if (!isEmail(email)) errors.email = defineMessage`Please enter valid email address`;
  return errors;
}
