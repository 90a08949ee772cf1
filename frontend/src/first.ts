/**
 * Runs before the first paint, as a script of its own, and before the style sheets are there. The server draws a page for
 * a first-time visitor. A visitor with a quote sees the parts that are the same for both; any other returning visitor
 * waits for the store itself, so that nothing is shown and then taken back. The store's files wait in a template: they are
 * requested after the first paint for a first-time visitor, since they would only hold up style sheets and pictures before
 * it, and at once for the others.
 */
import { type EarlyCalls, earlyCall } from "./lib/early-calls";

const page = document.documentElement;
const darkMode = matchMedia("(prefers-color-scheme: dark)");
const getStored = (key: string) => localStorage.getItem(key);
let isKnown = false;
let quote: string | null = null;
try {
  const language = getStored("language");
  const context = "expiredQuote,usertype,agent_id,group_id,portal_id,open_type,referral"
    .split(",")
    .some(getStored);
  quote = getStored("tempId");
  isKnown = context || Boolean(language && language !== page.lang);
  if (isKnown) page.classList.add("known");
  else if (quote) page.classList.add("shopper");
} catch {
  // Without storage each visitor is a first-time visitor.
}

/** Read the body at once: a page that never uses it would leave the request open. */
const fetchWhole = async (path: string, init: RequestInit) => {
  const response = await fetch(path, init);
  return new Response(await response.blob(), response);
};

// Every call of the page waits for the session: request it while the store's files are on their way, and then the page's
// own data.
if (isKnown || quote) {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const session = fetchWhole("/api/v1/session", { method: "POST", headers, body: "{}" });
  session.catch(() => {});
  const early: EarlyCalls = { session, answers: {} };
  const address = isKnown || !quote ? undefined : earlyCall(location.pathname, location.search, quote);
  if (address) {
    const answer = session
      .then((response) => response.clone().json())
      .then(({ data: { token } }) =>
        fetchWhole(address, {
          headers: { ...headers, "Accept-Language": page.lang, Authorization: `Bearer ${token}` },
        }),
      );
    answer.catch(() => {});
    early.answers[address] = answer;
  }
  window.early = early;
}

/** Apply the theme chosen here, else the device's (components/layout/ThemeSwitch.tsx). */
const applyTheme = () => {
  let theme = darkMode.matches ? "dark" : "light";
  try {
    theme = getStored("theme") || theme;
  } catch {
    // Storage is blocked.
  }
  page.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-for]"))
    meta.media = meta.dataset.for === theme ? "" : "not all";
};
applyTheme();
darkMode.onchange = applyTheme;
// ThemeSwitch sends this event in its own window, too.
addEventListener("storage", applyTheme);

const storeFiles = document.querySelector("template")?.content;
const insert = (tag: string) => {
  for (const element of storeFiles?.querySelectorAll(tag) ?? [])
    document.head.append(document.adoptNode(element));
};
const start = () => {
  insert("link");
  insert("script");
};
if (window.early) insert("link");
document.addEventListener("DOMContentLoaded", () => {
  if (document.hidden) return start();
  // A frame comes when the style sheets are there.
  requestAnimationFrame(window.early ? start : () => setTimeout(start));
  setTimeout(start, 1000); // no frame is drawn in a window that is covered
});
