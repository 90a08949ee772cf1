// A plan's form says which texts have no Spanish, and its preview follows what is typed.
document.addEventListener("DOMContentLoaded", () => {
  const WAIT = 300;
  const form = document.getElementById("plan_form");
  const previews = [...document.querySelectorAll("[data-shown]")];
  if (!form) return;

  const pairs = [...form.querySelectorAll("[name$=_es]")]
    .map((spanish) => [form.elements.namedItem(spanish.name.slice(0, -3)), spanish])
    .filter(([english, spanish]) => english instanceof HTMLElement && spanish.name !== "name_es");
  for (const [, spanish] of pairs) {
    const note = document.createElement("p");
    note.className = "plan-missing";
    note.id = `${spanish.id}_missing`;
    note.textContent = "Missing. Spanish shoppers read the English.";
    spanish.after(note);
    spanish.setAttribute("aria-describedby", [spanish.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
  }
  const mark = () => {
    for (const [english, spanish] of pairs) {
      const missing = english.value.trim() !== "" && spanish.value.trim() === "";
      spanish.toggleAttribute("data-missing", missing);
      document.getElementById(`${spanish.id}_missing`).hidden = !missing;
    }
  };
  mark();

  const rail = form.querySelector("[data-rail]");
  const address = rail?.dataset.address;
  const boxes = rail ? [...rail.querySelectorAll("[data-shop-frame]")] : [];
  // A box shows the row alone, as large as its width allows.
  const MARGIN = 6;
  const places = new WeakMap();
  const fit = (box) => {
    for (const frame of box.children) {
      const { left, top, width, height } = places.get(frame) ?? { left: 0, top: 0, width: Number(box.dataset.width), height: 200 };
      const scale = Math.min(1, box.clientWidth / (width + 2 * MARGIN));
      frame.style.transform = `scale(${scale}) translate(${MARGIN - left}px, ${MARGIN - top}px)`;
      if (frame === box.lastElementChild) box.style.height = `${(height + 2 * MARGIN) * scale}px`;
    }
  };
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) fit(target);
  });
  for (const box of boxes) resized.observe(box);

  // The next row is loaded behind the one that is shown, and takes its place once it is there.
  const load = (box, url, origin) => {
    for (const older of box.querySelectorAll("iframe:not(.is-shown)")) older.remove();
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: url, title: box.dataset.title, width: box.dataset.width, height: box.dataset.height, tabIndex: -1 });
    frame.inert = true;
    frame.dataset.origin = origin;
    box.append(frame);
    fit(box);
  };
  window.addEventListener("message", ({ origin, source, data }) => {
    const frame = boxes.flatMap((box) => [...box.children]).find((one) => one.contentWindow === source);
    if (!frame || origin !== frame.dataset.origin || typeof data?.row !== "string") return;
    places.set(frame, data.place);
    frame.classList.add("is-shown");
    fit(frame.parentElement);
    for (const older of [...frame.parentElement.children]) if (older !== frame) older.remove();
  });

  let waiting = 0, asking = null, shownRow = "";
  const showRow = ({ why, origin, urls }) => {
    const said = rail.querySelector("[data-why]");
    if (said.textContent !== why) said.textContent = why;
    rail.querySelector("[data-frames]").hidden = urls.length === 0;
    for (const [at, url] of urls.entries()) load(boxes[at], url, origin);
  };
  const rowKey = () =>
    JSON.stringify(
      ["name", "short_text", "facts", "badges", "category"]
        .flatMap((name) => [name, `${name}_es`])
        .concat(["shop_store", "shop_zip", "shop_dob", "shop_tier"])
        .map((name) => form.elements.namedItem(name)?.value),
    );
  const show = async () => {
    const going = new AbortController();
    asking = going;
    try {
      const answer = await fetch(address, { method: "POST", body: new FormData(form), signal: going.signal });
      if (!answer.ok) return;
      const shown = await answer.json();
      if (asking !== going) return;
      for (const place of previews) place.innerHTML = shown[place.dataset.shown];
      rail.querySelector("[data-said]").innerHTML = shown.said;
      rail.querySelector("[data-rates]").innerHTML = shown.rates;
      if (rowKey() !== shownRow) {
        shownRow = rowKey();
        showRow(shown.row);
      }
    } catch {
      return; // given up, or nobody answered: the next key asks again
    }
  };
  if (address) void show();

  // What differs from what is kept, by the names of the fields.
  const bar = document.querySelector("[data-bar]");
  const differs = (field) => {
    if (["hidden", "submit", "button"].includes(field.type) || field.disabled || !field.name) return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field instanceof HTMLSelectElement)
      return [...field.options].some((option) => option.selected !== option.defaultSelected && (field.multiple || option.selected));
    return field.value !== field.defaultValue;
  };
  const nameOf = (field) => {
    const row = field.closest(".inline-related, [data-inline-formset]")?.querySelector("h2, h3")?.textContent.trim();
    const own = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? field.name;
    return [row, own.replace(/\s*\*\s*$/, "").trim()].filter(Boolean).join(": ");
  };
  const count = () => {
    if (!bar) return;
    const fields = [...form.elements].filter((field) => !field.closest("[data-rail]") && !field.name?.includes("__prefix__"));
    const names = [...new Set(fields.filter(differs).map(nameOf))];
    const said = bar.querySelector("[data-changes]");
    const text = names.length === 0 ? "Nothing changed." : `${names.length} change${names.length === 1 ? "" : "s"}, not saved.`;
    if (said.textContent.trim() !== text) said.textContent = text;
    bar.querySelector("[data-changed]").replaceChildren(
      ...(names.length ? names : ["The form has no unsaved changes."]).map((name) => Object.assign(document.createElement("li"), { textContent: name })),
    );
  };
  if (rail) count();

  // Without Spanish it may be published: asked once, with the names.
  const ask = document.querySelector("[data-ask]");
  let agreed = false;
  form.addEventListener("submit", (event) => {
    const lacking = pairs.filter(([, spanish]) => spanish.hasAttribute("data-missing")).map(([english]) => nameOf(english));
    if (agreed || !ask || bar?.dataset.onSale !== "yes" || lacking.length === 0) return;
    event.preventDefault();
    ask.querySelector("[data-lacking]").textContent = lacking.join(", ");
    ask.showModal();
    ask.addEventListener(
      "close",
      () => {
        if (ask.returnValue !== "yes") return;
        agreed = true;
        form.requestSubmit(event.submitter);
      },
      { once: true },
    );
  });
  const changed = ({ target }) => {
    mark();
    if (!target.closest("[data-rail]")) count();
    clearTimeout(waiting);
    asking?.abort();
    if (address) waiting = setTimeout(() => void show(), WAIT);
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
});
