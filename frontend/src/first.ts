/**
 * Runs before the first paint, as a script of its own. What the server draws is for somebody it has never seen: whoever
 * this browser knows waits for the store itself, so that nothing is shown and then taken back. The store's files, which
 * wait in a template, are asked for after the first paint: before it they would only hold up style sheets and pictures.
 */
(() => {
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const kept = (key: string) => localStorage.getItem(key);
  let known = false;
  try {
    const language = kept("language");
    const context = "tempId,expiredQuote,usertype,agent_id,group_id,portal_id,open_type,referral"
      .split(",")
      .some(kept);
    known = context || Boolean(language && language !== page.lang);
    if (known) page.classList.add("known");
    else if (kept("deviceId") || sessionStorage.getItem("locationRefused")) page.classList.add("asked");
  } catch {
    // A browser without storage knows nobody.
  }

  // Every call of the page waits for the session: it is asked for while the store's files are on their way. Its body is
  // read at once, since a page without calls never asks for it and would leave the request open.
  if (known) {
    window.earlySession = fetch("/api/v1/session", {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: "{}",
    }).then(async (response) => new Response(await response.blob(), response));
    window.earlySession.catch(() => {});
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

  const start = () => {
    const store = document.querySelector("template");
    if (!store) return;
    store.remove();
    document.head.append(document.importNode(store.content, true));
  };
  document.addEventListener("DOMContentLoaded", () => {
    if (known || document.hidden) return start();
    requestAnimationFrame(() => setTimeout(start));
    setTimeout(start, 1000); // no frame is drawn in a window that is covered
  });
})();
