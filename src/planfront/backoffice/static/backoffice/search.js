// "/", Ctrl-K and Cmd-K go to the search from every page, "?" shows the keys; arrows move through the results of the search page, which follow what is typed.
document.addEventListener("DOMContentLoaded", () => {
  const WAIT = 150, LEAST = 2;
  const form = document.querySelector("form[data-whole]");
  const field = form?.elements.namedItem("words");
  const box = field ?? document.querySelector("[data-everything]");
  const typing = () => document.activeElement?.matches("input, textarea, select, [contenteditable]");

  const move = (event, step) => {
    const hits = [...document.querySelectorAll("[data-hit]")];
    const at = hits.indexOf(document.activeElement);
    if (hits.length === 0 || (at === -1 && typing() && document.activeElement !== field)) return;
    event.preventDefault();
    if (at + step < 0 && field) return field.focus();
    hits[Math.max(0, Math.min(hits.length - 1, at + step))].focus();
  };

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && form) move(event, step);
    if (event.altKey || document.querySelector("dialog:modal")) return;
    const command = event.ctrlKey || event.metaKey;
    if (!command && typing()) return;
    const keys = document.querySelector("[data-keys]");
    if (event.key === "?" && !command && keys) {
      event.preventDefault();
      return keys.showModal();
    }
    const asked = command ? event.key.toLowerCase() === "k" && !event.shiftKey : event.key === "/";
    if (!asked || !box) return;
    event.preventDefault();
    if (box.offsetParent) return box.focus();
    document.querySelector("[data-everything-page]")?.click(); // a narrow page has a way to the search instead
  });

  if (!form) return;
  if (field.autofocus) field.focus(); // narrow pages leave it to us
  const results = form.querySelector("[data-results]"), said = form.querySelector("[data-count]");
  let waiting = 0, asking = null;
  const forget = () => {
    clearTimeout(waiting);
    asking?.abort();
    asking = null;
  };
  const ask = async () => {
    const going = new AbortController(), body = new FormData(form);
    asking = going;
    body.set("whole", "1");
    try {
      const answer = await fetch(form.dataset.whole, { method: "POST", body, redirect: "manual", signal: going.signal });
      if (!answer.ok) return;
      const text = await answer.text();
      if (asking !== going) return;
      results.innerHTML = text;
      said.textContent = results.querySelector("[data-said]")?.dataset.said ?? "";
    } catch {
      return; // given up, or nobody answered: Enter still asks
    }
  };
  field.addEventListener("input", () => {
    forget();
    const { length } = field.value.trim();
    if (length >= LEAST || length === 0) waiting = setTimeout(() => void ask(), WAIT);
  });
  form.addEventListener("submit", forget);
});
