import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The product's texts for wrong answers. The server says the same ones and has the last word. */
export const MESSAGES = {
  required: msg`Field is required`,
  tick: msg`This field is required.`,
  email: msg`Email is not in correct format`,
  phone: msg`Invalid phone number`,
  zip: msg`Enter 5 digit zip code.`,
  date: msg`Enter a date as mm/dd/yyyy`,
  ssn: msg`Invalid Social Security Number`,
  typeAgain: msg`Please type it again. Numbers like this one are never saved in a draft.`,
  openAgain: msg`A change reopened this step. Please complete it again.`,
  offline: msg`We couldn't reach the server. Nothing you entered was lost; please try again.`,
} satisfies Record<string, MessageDescriptor>;

export type MessageKey = keyof typeof MESSAGES;

export const say = (key: MessageKey): string => i18n._(MESSAGES[key]);
