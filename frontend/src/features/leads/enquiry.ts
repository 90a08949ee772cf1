import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { APOSTROPHES, fold } from "@/lib/fold";
import { masks } from "@/lib/masks";

export const FIELDS = ["name", "state", "phone", "email"] as const;
export type Field = (typeof FIELDS)[number];
export type Enquiry = Record<Field, string>;

export const BLANK: Enquiry = { name: "", state: "", phone: "", email: "" };

const REQUIRED = msg`Field is required`;
const INVALID: Partial<Record<Field, [RegExp, MessageDescriptor]>> = {
  name: [new RegExp(`^[\\p{L}\\p{M}0-9\\-${APOSTROPHES} _]+$`, "u"), msg`Enter valid name`],
  phone: [/^\d{10}$/, msg`Invalid phone number`],
  email: [/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, msg`Enter valid email address`],
};

/** Return the body to send: trimmed, the phone as digits. */
export function toSend(values: Enquiry): Enquiry {
  return {
    name: fold(values.name),
    state: values.state,
    phone: masks.phone.parse(values.phone),
    email: values.email.trim(),
  };
}

export function checkEnquiry(values: Enquiry): Partial<Record<Field, MessageDescriptor>> {
  const sent = toSend(values);
  const errors: Partial<Record<Field, MessageDescriptor>> = {};
  for (const field of FIELDS) {
    const rule = INVALID[field];
    if (!sent[field]) errors[field] = REQUIRED;
    else if (rule && !rule[0].test(sent[field])) errors[field] = rule[1];
  }
  return errors;
}
