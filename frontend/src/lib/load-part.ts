import { i18n } from "@lingui/core";
import { answeredJustNow } from "./api";
import { withTexts } from "./i18n";

const WAIT_MS = 2000;
const TRIES = 3;

const pause = () => new Promise((again) => setTimeout(again, WAIT_MS));

/** Whatever the store answers, it is there; after an answer of a moment ago it isn't asked. */
const isThere = () => navigator.onLine && (answeredJustNow() || fetch("/healthz").catch(() => null));

/** The module that failed, under another address; its texts are loaded with it. */
async function importAgain(address: string) {
  const part = await import(/* @vite-ignore */ address);
  if (part.messages) i18n.load(i18n.locale, part.messages);
  return part;
}

/**
 * Nothing is asked for while the store can't be reached; what broke is asked for again. Chromium remembers for as long
 * as a page is open that a module could not be had, or one that it needs, and doesn't ask for it again: the first try
 * has to be a good one, and the next has another address.
 */
async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failed = 0; ; await pause()) {
    if (!(await isThere())) continue;
    try {
      return await load();
    } catch (error) {
      if (++failed === TRIES) throw error;
      const address = /\S+\.js/.exec(String(error))?.[0];
      if (address) load = () => importAgain(`${address}?${failed}`);
    }
  }
}

/** What was asked for once is kept. */
const memoize = <Part>(ask: () => Promise<Part>) => {
  let promise: Promise<Part>;
  return () => (promise ??= ask());
};

/** For React.lazy, with retries: a page that gave up on a part would lose what was typed on it. */
export const loadPart = <Part>(load: () => Promise<Part>) => memoize(() => loadWithRetries(load));

/** The same for a part together with its texts, as `withTexts`. */
export const partWithTexts = <Part>(name: Parameters<typeof withTexts>[0], load: () => Promise<Part>) =>
  memoize(async () => {
    const [part] = await Promise.all([
      loadWithRetries(load),
      loadWithRetries(withTexts(name, async () => null)),
    ]);
    return part;
  });
