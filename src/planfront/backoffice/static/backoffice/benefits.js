// The table that shoppers read, as a grid over the two texts that are posted: English and Spanish in one cell.
document.addEventListener("DOMContentLoaded", () => {
  const texts = ["benefits", "benefits_es"].map((name) => document.querySelector(`textarea[name=${name}]`));
  if (texts.includes(null)) return;
  const LANGUAGES = ["en", "es"];
  const BLANK = "–";
  const wrapper = texts[0].closest(".field-row");

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const read = (text) =>
    text
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => line.trim().replace(/^\|+|\|+$/g, "").split("|").map((cell) => cell.trim()));
  const STARTED = [["Care", "In network", "Out of network"]];
  const [english, spanish] = texts.map((text) => read(text.value));
  const width = english[0]?.length ?? 0;
  // What doesn't fit a grid stays a text, with what is wrong said below it.
  if (english.some((line) => line.length !== width) || width === 1) return;

  const said = make("p", { class: "care-said", role: "status" });
  const table = make("table", { "aria-describedby": "benefits-hint" });
  const addRow = make("button", { type: "button", class: "plan-button" }, "+ Add a kind of care");
  const addColumn = make("button", { type: "button", class: "plan-button" }, "+ Add a column");
  const grid = make(
    "div",
    { class: "care benefits", role: "group", "aria-label": "Benefits table, English and Spanish" },
    make("p", { class: "benefits-title" }, "Benefits table"),
    make("p", { class: "care-hint", id: "benefits-hint" }, "As shoppers see it, with the Spanish below each English text. Where the Spanish is empty, they see the English. Words in [brackets] become a small note. Enter and the arrow keys move down and up; Alt with an arrow moves a row."),
    said,
    table,
    make("p", { class: "benefits-more" }, addRow, addColumn),
  );

  const pair = (en, es) => {
    const fields = [en, es && es !== en ? es : ""].map((value, at) => {
      const field = make("input", { type: "text", maxlength: "200", lang: LANGUAGES[at], class: texts[0].className.replace(/\b(vLargeTextField|font-mono)\b/g, ""), "data-in": LANGUAGES[at] });
      field.value = value === BLANK ? "" : value;
      return field;
    });
    return fields;
  };
  const sign = (text, label, act) => {
    const button = make("button", { type: "button", "aria-label": label }, make("span", { "aria-hidden": "true" }, text));
    button.addEventListener("click", act);
    return button;
  };
  const rows = () => [...table.querySelectorAll("tbody")];
  const cells = (row) => [...row.querySelectorAll("[data-cell]")];
  const heads = () => [...table.querySelectorAll("thead [data-cell]")];
  const valueIn = (cell, language) => cell.querySelector(`[data-in=${language}]`)?.value.trim().replaceAll("|", "/") ?? "";
  const nameOf = (row) => valueIn(cells(row)[0], "en") || "New kind of care";

  const write = () => {
    const kept = rows().filter((row) => cells(row).some((cell) => valueIn(cell, "en") || valueIn(cell, "es")));
    const hasSpanish = table.querySelector("[data-in=es]") && [...table.querySelectorAll("[data-in=es]")].some((field) => field.value.trim());
    const line = (listed, language, first) =>
      listed.map((cell, at) => {
        const text = (language === "es" && valueIn(cell, "es")) || valueIn(cell, "en");
        return text || (at === 0 && first !== undefined ? first : at === 0 ? "" : BLANK);
      });
    for (const [at, text] of texts.entries()) {
      const language = LANGUAGES[at];
      const lines = [["Care", ...line(heads(), language, BLANK)], ...kept.map((row) => line(cells(row), language))];
      text.value = kept.length && heads().length && (at === 0 || hasSpanish) ? lines.map((parts) => parts.join(" | ")).join("\n") : "";
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  const label = () => {
    const columns = heads().map((cell) => valueIn(cell, "en") || "New column");
    for (const [at, cell] of heads().entries()) {
      for (const field of cell.querySelectorAll("input")) field.setAttribute("aria-label", `Heading ${at + 1}${field.lang === "es" ? ", in Spanish" : ""}`);
      cell.querySelector("button").setAttribute("aria-label", `Remove the column ${columns[at]}`);
    }
    for (const row of rows()) {
      for (const [at, cell] of cells(row).entries()) {
        cell.dataset.label = at === 0 ? "" : columns[at - 1];
        const what = at === 0 ? "Care" : `${nameOf(row)}: ${columns[at - 1]}`;
        for (const field of cell.querySelectorAll("input")) field.setAttribute("aria-label", `${what}${field.lang === "es" ? ", in Spanish" : ""}`);
      }
    }
    for (const cell of table.querySelectorAll("[data-cell]")) {
      const [en, es] = cell.querySelectorAll("input");
      es.placeholder = en.value.trim() || "Español";
      es.toggleAttribute("data-missing", /\p{L}/u.test(en.value) && !es.value.trim());
    }
  };
  const changed = (words) => {
    label();
    write();
    if (words) said.textContent = words;
  };

  const columnCell = (en, es) => {
    const head = make("th", { scope: "col", "data-cell": "" }, ...pair(en, es));
    head.prepend(
      sign("×", "Remove the column", () => {
        const at = heads().indexOf(head), name = valueIn(head, "en");
        for (const row of rows()) cells(row)[at + 1].remove();
        head.remove();
        changed(`The column ${name} was removed.`);
        addColumn.focus();
      }),
    );
    return head;
  };
  const valueCell = (en = "", es = "") => make("td", { "data-cell": "" }, ...pair(en, es));
  const move = (row, by) => {
    const all = rows(), at = all.indexOf(row), other = all[at + by];
    if (!other) return;
    other[by < 0 ? "before" : "after"](row);
    changed(`${nameOf(row)} is in place ${at + by + 1} of ${all.length}.`);
  };
  const benefitRow = (en, es = []) => {
    const row = make("tbody");
    const up = sign("↑", "Move up", () => (move(row, -1), up.focus()));
    const down = sign("↓", "Move down", () => (move(row, 1), down.focus()));
    const remove = sign("×", "Remove", () => {
      const name = nameOf(row), next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      changed(`${name} was removed.`);
      (next?.querySelector("input") ?? addRow).focus();
    });
    row.append(make("tr", {}, ...en.map((text, at) => valueCell(text, es[at])), make("td", { class: "care-acts" }, up, down, remove)));
    return row;
  };

  const draw = (lines, others) => {
    const corner = make("th", { scope: "col" }, "Care");
    const acts = make("th", { scope: "col" }, make("span", { class: "care-said" }, "Row"));
    table.append(make("thead", {}, make("tr", {}, corner, ...lines[0].slice(1).map((text, at) => columnCell(text, others[0]?.[at + 1])), acts)));
    for (const [at, line] of lines.slice(1).entries()) table.append(benefitRow(line, others[at + 1]));
  };
  draw(english.length ? english : STARTED, spanish);
  label();

  const add = () => {
    const row = benefitRow(Array(heads().length + 1).fill(""));
    table.append(row);
    changed();
    row.querySelector("input").focus();
  };
  addRow.addEventListener("click", add);
  addColumn.addEventListener("click", () => {
    const head = columnCell("", "");
    table.querySelector("thead tr").lastElementChild.before(head);
    for (const row of rows()) row.querySelector(".care-acts").before(valueCell());
    changed();
    head.querySelector("input").focus();
  });
  table.addEventListener("input", () => changed());
  typedGrid.listen(grid, {
    rows,
    rowOf: (target) => target.closest("tbody"),
    columnOf: (target) => {
      const cell = target.closest("[data-cell]");
      return cell && target.matches("input") ? `${cells(cell.closest("tbody")).indexOf(cell)} ${target.dataset.in}` : undefined;
    },
    field: (row, column) => {
      const [at, language] = column.split(" ");
      return cells(row)[Number(at)].querySelector(`[data-in=${language}]`);
    },
    move,
    add,
  });

  wrapper.before(grid);
  for (const list of wrapper.querySelectorAll(".errorlist")) grid.querySelector(".care-hint").after(list);
  wrapper.hidden = true;
});
