import { i18n } from "@lingui/core";
import { withTexts } from "./i18n";

const WAIT_MS = 2000;
const TRIES = 3;

const pause = () => new Promise((again) => setTimeout(again, WAIT_MS));

/** Whatever the store answers, it is there. */
const isThere = () => navigator.onLine && fetch("/healthz").catch(() => null);

/** The module a failure is about, under another address; what it has of texts is taken over. */
async function anew(address: string) {
  const found = await import(/* @vite-ignore */ address);
  if (found.messages) i18n.load(i18n.locale, found.messages);
  return found;
}

/**
 * Nothing is asked for while the store can't be reached; what broke is asked for again. Chromium remembers for as long
 * as a page is open that a module could not be had, or one that it needs, and doesn't ask for it again: the first try
 * has to be a good one, and the next has another address.
 */
async function insist<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failed = 0; ; await pause()) {
    if (!(await isThere())) continue;
    try {
      return await load();
    } catch (error) {
      if (++failed === TRIES) throw error;
      const address = /\S+\.js/.exec(String(error))?.[0];
      if (address) load = () => anew(`${address}?${failed}`);
    }
  }
}

/** What was asked for once is kept. */
const once = <Part>(ask: () => Promise<Part>) => {
  let asked: Promise<Part>;
  return () => (asked ??= ask());
};

/** For React.lazy: a page that gave up on a part would take what stands on it along. */
export const patient = <Part>(load: () => Promise<Part>) => once(() => insist(load));

/** The same for a part together with its texts, as `withTexts`. */
export const patientTexts = <Part>(name: Parameters<typeof withTexts>[0], load: () => Promise<Part>) =>
  once(async () => {
    const [part] = await Promise.all([insist(load), insist(withTexts(name, async () => null))]);
    return part;
  });
