// The search of the top bar answers while one types; before that it lists recent records and actions. Without an entry chosen, Enter opens the search page as ever.
document.addEventListener("DOMContentLoaded", () => {
  const WAIT = 150, LEAST = 2, GAP = 6, EDGE = 12, WIDEST = 460;
  const form = document.querySelector("form[data-typing]");
  const box = form?.querySelector("[data-everything]");
  if (!box || !("popover" in HTMLElement.prototype)) return;

  const said = form.querySelector("[role='status']");
  const list = Object.assign(document.createElement("div"), { id: "every-typing", className: "every-typing" });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Found");
  list.popover = "manual";
  form.append(list);
  const closed = { role: "combobox", "aria-controls": list.id, "aria-expanded": "false", "aria-autocomplete": "list" };
  for (const [name, value] of Object.entries(closed)) box.setAttribute(name, value);

  let at = -1, waiting = 0, asking = null;
  const options = () => [...list.querySelectorAll("[role='option']")];
  const isOpen = () => list.matches(":popover-open");

  const choose = (next) => {
    const all = options();
    all[at]?.setAttribute("aria-selected", "false");
    at = next;
    if (!all[at]) return box.removeAttribute("aria-activedescendant");
    all[at].setAttribute("aria-selected", "true");
    all[at].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", all[at].id);
  };
  const close = () => {
    if (isOpen()) list.hidePopover();
    box.setAttribute("aria-expanded", "false");
    choose(-1);
  };
  const open = () => {
    if (options().length === 0) return close();
    if (!isOpen()) list.showPopover();
    const { left, bottom } = form.getBoundingClientRect();
    Object.assign(list.style, {
      left: `${Math.max(EDGE, Math.min(left, innerWidth - WIDEST - EDGE))}px`,
      top: `${bottom + GAP}px`,
      width: `${Math.min(WIDEST, innerWidth - 2 * EDGE)}px`,
      maxHeight: `${innerHeight - bottom - GAP - EDGE}px`,
    });
    box.setAttribute("aria-expanded", "true");
  };
  const forget = () => {
    clearTimeout(waiting);
    asking?.abort();
    asking = null;
  };
  const ask = async () => {
    const going = new AbortController();
    asking = going;
    try {
      const answer = await fetch(form.dataset.typing, {
        method: "POST", body: new FormData(form), redirect: "manual", signal: going.signal,
      });
      if (!answer.ok) return close();
      list.innerHTML = await answer.text();
    } catch {
      return; // given up, or nobody answered: Enter still asks
    }
    if (asking !== going) return;
    options().forEach((option, place) => {
      option.id = `${list.id}-${place}`;
    });
    choose(-1);
    open();
    said.textContent = list.firstElementChild?.dataset.said ?? "";
  };

  box.addEventListener("input", () => {
    forget();
    const words = box.value.trim();
    if (words.length >= LEAST || words.length === 0) {
      waiting = setTimeout(() => void ask(), WAIT);
      return;
    }
    list.replaceChildren();
    said.textContent = "";
    close();
  });
  box.addEventListener("keydown", (event) => {
    const all = options();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && all.length > 0) {
      // The page's own list of results moves by arrows, too.
      event.preventDefault();
      event.stopPropagation();
      if (!isOpen()) return open();
      choose(at + step < -1 ? all.length - 1 : at + step === all.length ? -1 : at + step);
    } else if (event.key === "Enter" && isOpen() && all[at]) {
      event.preventDefault();
      all[at].click();
    } else if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      forget();
      close();
    } else if (event.key === "Tab") close();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  box.addEventListener("blur", close);
  box.addEventListener("focus", () => (options().length > 0 ? open() : void ask()));
  form.addEventListener("submit", forget);
  addEventListener("resize", close);
});
