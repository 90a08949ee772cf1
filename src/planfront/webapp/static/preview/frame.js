// Runs before the store's own script, and only in a frame of the back office. The page then keeps nothing in the
// browser, sends no cookie, and shows the sample visit that was made for it.
(() => {
  const given = document.currentScript.dataset;
  const asked = new URLSearchParams(location.search);
  const token = asked.get("preview");

  const memory = (start) => {
    const kept = new Map(Object.entries(start));
    return {
      get length() {
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
    };
  };
  const visit = given.enrollment ? { tempId: given.enrollment, isFilterDataSubmitted: "true" } : {};
  // Light or dark, and the language: as the editor shows them, not as the visitor once chose.
  for (const name of ["theme", "language"]) if (asked.get(name)) visit[name] = asked.get(name);
  Object.defineProperty(window, "localStorage", { value: memory(visit) });
  Object.defineProperty(window, "sessionStorage", { value: memory({}) });

  dispatchEvent(new Event("storage"));

  const call = window.fetch.bind(window);
  const started = { status: "success", statusCode: 200, message: "", data: { token: given.session, role: "visitor", name: "" } };
  window.fetch = (input, init = {}) => {
    const { pathname } = new URL(input.url ?? input, location.href);
    if (given.session && pathname === "/api/v1/session" && init.method === "POST")
      return Promise.resolve(Response.json(started));
    const headers = new Headers(init.headers ?? input.headers);
    if (token) headers.set("X-Preview", token);
    return call(input, { ...init, headers, credentials: "omit" });
  };

  // Pictures of a store that isn't open are shown to pages whose address carries the draft's token, so it stays there.
  for (const name of ["pushState", "replaceState"]) {
    const go = history[name].bind(history);
    history[name] = (state, unused, to) => {
      const url = new URL(to ?? location.href, location.href);
      for (const name of ["preview", "theme", "language"]) if (asked.get(name)) url.searchParams.set(name, asked.get(name));
      go(state, unused, url.href);
    };
  }

  // One plan's row: kept in sight while the list is filled, drawn again and measured, and the editor is told where it is.
  const row = asked.get("row");
  if (row && /^\d+$/.test(row)) {
    let told = "";
    let due = 0;
    const show = () => {
      const found = document.querySelector(`article:has(a[href^="/plan/${row}/"])`);
      if (!found) return;
      found.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = found.getBoundingClientRect();
      const place = { left, top, width, height };
      if (JSON.stringify(place) === told) return;
      told = JSON.stringify(place);
      parent.postMessage({ row, place }, given.origin);
    };
    const soon = () => {
      cancelAnimationFrame(due);
      due = requestAnimationFrame(show);
    };
    new MutationObserver(soon).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
    addEventListener("scroll", soon);
    addEventListener("DOMContentLoaded", () => new ResizeObserver(soon).observe(document.body));
  }

  // The editor's next draft: another style sheet, without loading the page again.
  window.addEventListener("message", ({ origin, data }) => {
    if (origin !== given.origin || typeof data?.preview !== "string") return;
    const old = document.querySelectorAll('link[rel="stylesheet"][href^="/theme."]');
    const next = document.createElement("link");
    next.rel = "stylesheet";
    next.href = `/theme.preview.css?${new URLSearchParams({ preview: data.preview })}`;
    next.addEventListener("load", () => {
      for (const sheet of old) sheet.remove();
    });
    document.head.append(next);
  });
})();
