/**
 * Runs before the first paint, as a script of its own, and before the style sheets are there. What the server draws is
 * for somebody it has never seen. Whoever has just a quote sees of it what is the same for both; whoever else this
 * browser knows waits for the store itself, so that nothing is shown and then taken back. The store's files wait in a
 * template: a newcomer's are asked for after the first paint, since before it they would only hold up style sheets and
 * pictures; the others' at once.
 */
import { type EarlyCalls, earlyCall } from "./lib/early-calls";

const page = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const kept = (key: string) => localStorage.getItem(key);
let known = false;
let quote: string | null = null;
try {
  const language = kept("language");
  const context = "expiredQuote,usertype,agent_id,group_id,portal_id,open_type,referral"
    .split(",")
    .some(kept);
  quote = kept("tempId");
  known = context || Boolean(language && language !== page.lang);
  if (known) page.classList.add("known");
  else if (quote) page.classList.add("shopper", ...(kept("unnamed") ? [] : ["named"]));
  if (kept("deviceId") || sessionStorage.getItem("locationRefused")) page.classList.add("asked");
} catch {
  // A browser without storage knows nobody.
}

/** A body is read at once: a page that never asks for it would leave the request open. */
const fetchWhole = async (path: string, init: RequestInit) => {
  const response = await fetch(path, init);
  return new Response(await response.blob(), response);
};

// Every call of the page waits for the session: it is asked for while the store's files are on their way, and then
// what the page is about.
if (known || quote) {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const session = fetchWhole("/api/v1/session", { method: "POST", headers, body: "{}" });
  session.catch(() => {});
  const early: EarlyCalls = { session, answers: {} };
  const address = known || !quote ? undefined : earlyCall(location.pathname, location.search, quote);
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

/** Day or night, as somebody chose it here, else as the device has it (components/layout/ThemeSwitch.tsx). */
const dress = () => {
  let theme = system.matches ? "dark" : "light";
  try {
    theme = kept("theme") || theme;
  } catch {
    // Nothing is kept here.
  }
  page.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-for]"))
    meta.media = meta.dataset.for === theme ? "" : "not all";
};
dress();
system.onchange = dress;
// Also said in this window, by whoever chooses.
addEventListener("storage", dress);

const store = document.querySelector("template")?.content;
const insert = (tag: string) => {
  for (const element of store?.querySelectorAll(tag) ?? []) document.head.append(document.adoptNode(element));
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
