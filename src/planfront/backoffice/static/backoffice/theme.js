// The theme editor: while somebody types, two frames show the store with what is typed; nothing is saved by that.
(() => {
  const form = document.querySelector("[data-theme-form]");
  if (!form) return;
  const page = document.querySelector("[data-page]");
  const state = document.querySelector("[data-state]");
  const preview = document.querySelector("[data-preview-width]");
  const [scheme, language, width] = ["theme", "language", "width"].map((name) => document.querySelector(`[data-shown=${name}]`));
  const boxes = [...document.querySelectorAll("[data-frame]")];
  let shown = "";
  let turn = 0;
  let timer;

  const fit = (box) => {
    const scale = Math.min(1, box.clientWidth / Number(box.dataset.width));
    box.firstElementChild.style.transform = `scale(${scale})`;
    box.style.height = `${Number(box.dataset.height) * scale}px`;
  };
  const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));
  for (const box of boxes) {
    resized.observe(box);
    fit(box);
  }

  // What a style sheet can't change needs the page anew.
  const pictures = () =>
    [page.value, scheme.value, language.value, ...[...form.querySelectorAll("[name^=picture_], [name^=font_], [name^=recipe_]")].map((field) => field.value)].join("\n");

  const show = ({ url, token, origin }) => {
    const now = pictures();
    for (const { firstElementChild: frame } of boxes) {
      if (now !== shown) frame.src = `${url}&theme=${scheme.value}&language=${language.value}`;
      else frame.contentWindow.postMessage({ preview: token }, origin);
    }
    shown = now;
  };

  const contrast = (text, rows) => {
    const said = form.querySelector("[data-contrast]");
    if (said.textContent !== text) said.textContent = text;
    if (rows) form.querySelector("[data-pairs]").replaceChildren(...rows);
  };
  const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const tell = ({ errors, pairs, changes, colors }) => {
    for (const field of form.querySelectorAll("[data-field]")) {
      const error = errors[field.dataset.field];
      const list = field.querySelector("[data-errors]");
      if (list && (error ?? "") !== list.textContent.trim()) list.replaceChildren(...(error ? [cell("p", error)] : []));
    }
    for (const [name, { text, hex }] of Object.entries(colors ?? {})) {
      form.querySelector(`[data-picker=${name}]`).value = hex;
      form.querySelector(`[data-hex=${name}]`).textContent = hex;
      const field = form.elements[name];
      if (field.value.startsWith("#") && document.activeElement !== field) field.value = text;
    }
    if (!pairs) contrast("not checked: correct the marked values first", []);
    else {
      const rows = pairs.map(({ words, ratio, least, passes }) => {
        const row = document.createElement("tr");
        row.className = passes ? "" : "is-bad";
        row.append(Object.assign(cell("th", words), { scope: "row" }), cell("td", ratio), cell("td", least));
        return row;
      });
      const failed = pairs.filter(({ passes }) => !passes).length;
      contrast(failed ? `${failed} of ${pairs.length} pairs can't be read` : `all ${pairs.length} pairs pass`, rows);
    }
    if (changes) {
      const text =
        changes.length === 0
          ? "Same as the published store."
          : `Different from the store: ${changes.map(({ label }) => label).join(", ")}.`;
      const said = form.querySelector("[data-changes]");
      if (said.textContent !== text) said.textContent = text;
    }
  };

  const refresh = async () => {
    const mine = ++turn;
    const body = new FormData(form);
    body.set("page", page.value);
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body });
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      if (mine !== turn) return;
      tell(told);
      if (told.url) show(told);
      state.textContent = told.url ? "Shows what you've typed." : "Correct the marked values to see them.";
    } catch {
      if (mine !== turn) return;
      contrast("not checked", []);
      state.textContent = "The preview can't be loaded. Check your connection or sign in again.";
    }
  };
  const soon = () => {
    clearTimeout(timer);
    contrast("being checked");
    timer = setTimeout(refresh, 250);
  };

  form.addEventListener("input", ({ target }) => {
    const { picker } = target.dataset;
    if (picker) form.elements[picker].value = target.value;
    soon();
  });
  form.addEventListener("change", soon);
  for (const choice of [page, scheme, language]) choice.addEventListener("change", refresh);
  width.addEventListener("change", () => {
    preview.dataset.previewWidth = width.value;
  });
  refresh();
})();
