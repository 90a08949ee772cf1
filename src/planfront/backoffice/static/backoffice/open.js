// Says who else has this page open, and who has changed meanwhile what it shows. Nobody is locked out.
document.addEventListener("DOMContentLoaded", () => {
  const EVERY = 20_000;
  const place = document.querySelector("[data-open-page]");
  if (!place) return;

  const cookie = () => /(?:^|; )(?:__Host-)?pf_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? "";
  const form = document.querySelector("#content form[method=post]");
  let changing = false, mark = "", before = "", timer = 0;

  const line = (text, link) => {
    const row = Object.assign(document.createElement("p"), { textContent: text });
    if (link) row.append(" ", Object.assign(document.createElement("a"), { href: location.href, textContent: link }));
    return row;
  };
  const show = ({ others, saved }) => {
    const said = JSON.stringify([others, saved]);
    if (said === before) return; // what is said already isn't announced again
    before = said;
    place.replaceChildren(...(saved ? [line(saved, "Reload the page")] : []), ...others.map((text) => line(text)));
  };
  const body = (more) => new URLSearchParams({ page: place.dataset.openPage, mark, ...(changing && { changing: "1" }), ...more });
  const ask = async () => {
    clearTimeout(timer);
    try {
      const answer = await fetch(place.dataset.address, {
        method: "POST", headers: { "X-CSRFToken": cookie() }, body: body(), redirect: "manual",
      });
      if (answer.status === 200) {
        const heard = await answer.json();
        mark = heard.mark;
        show(heard);
      }
    } catch {
      // Nobody answered: the next time asks again.
    }
    timer = setTimeout(ask, EVERY);
  };
  void ask();

  form?.addEventListener("input", () => {
    if (changing) return;
    changing = true;
    void ask();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void ask();
  });
  addEventListener("pagehide", () => {
    clearTimeout(timer);
    navigator.sendBeacon(place.dataset.address, body({ left: "1", csrfmiddlewaretoken: cookie() }));
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void ask();
  });
});
