// The grid of what a plan pays: rows are added, moved and taken out; keys go through it as through a table.
document.addEventListener("DOMContentLoaded", () => {
  const grid = document.querySelector("[data-care]");
  if (!grid) return;
  const table = grid.querySelector("table");
  const total = grid.querySelector("[name$=-TOTAL_FORMS]");
  const add = grid.querySelector("[data-care-add]");
  const said = grid.querySelector("[data-care-said]");
  const COLUMNS = ["name", "pays_in", "pays_out", "waiting_months"];

  grid.classList.add("has-script");
  const rows = () => [...table.querySelectorAll("[data-care-row]")];
  const kept = () => rows().filter((row) => !row.classList.contains("is-removed"));
  const field = (row, name) => row.querySelector(`[name$="-${name}"]`);
  const tell = (target) => target.dispatchEvent(new Event("input", { bubbles: true }));
  const careOf = (row) => field(row, "name").value || "New kind of care";

  const number = () => {
    for (const [at, row] of kept().entries()) field(row, "position").value = at + 1;
    tell(grid);
  };
  const move = (row, by) => {
    const all = kept(), at = all.indexOf(row), other = all[at + by];
    if (!other) return;
    other[by < 0 ? "before" : "after"](row);
    number();
    said.textContent = `${careOf(row)} is in place ${at + by + 1} of ${all.length}.`;
  };
  const mark = (row) => {
    row.classList.toggle("is-removed", field(row, "DELETE")?.checked ?? false);
  };
  const wire = (row) => {
    for (const [sign, by] of [["up", -1], ["down", 1]]) {
      const button = row.querySelector(`[data-care-${sign}]`);
      button.hidden = false;
      button.addEventListener("click", () => {
        move(row, by);
        button.focus();
      });
    }
    field(row, "DELETE")?.addEventListener("change", () => {
      mark(row);
      number();
      said.textContent = row.classList.contains("is-removed") ? `${careOf(row)} will be removed.` : `${careOf(row)} stays.`;
    });
    mark(row);
  };
  const addRow = () => {
    const fresh = document.createElement("table");
    fresh.innerHTML = grid.querySelector("[data-care-new]").innerHTML.replaceAll("__prefix__", total.value);
    const row = fresh.querySelector("[data-care-row]");
    total.value = Number(total.value) + 1;
    table.append(row);
    wire(row);
    number();
    field(row, "name").focus();
  };

  for (const row of rows()) wire(row);
  if (add) {
    add.hidden = false;
    add.addEventListener("click", addRow);
  }
  typedGrid.listen(grid, {
    rows: kept,
    rowOf: (target) => target.closest("[data-care-row]"),
    columnOf: (target) => COLUMNS.find((name) => target.name?.endsWith(`-${name}`)),
    field,
    move,
    add: add && addRow,
  });
});
