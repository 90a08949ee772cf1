// Keys of a table that is typed in: Enter and the arrows go along a column, Alt with an arrow moves the row.
const typedGrid = {
  /** `columnOf(target)` names the column of a field, `field(row, column)` finds it; `add` makes a row at the end. */
  listen(grid, { rows, rowOf, columnOf, field, move, add }) {
    grid.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!row || event.isComposing) return;
      if (by && event.altKey) {
        event.preventDefault();
        const focused = event.target;
        move(row, by);
        focused.focus();
        return;
      }
      const column = columnOf(event.target);
      if (column === undefined || !(by || event.key === "Enter") || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const all = rows(), next = all[all.indexOf(row) + (by ?? 1)];
      if (next) field(next, column).focus();
      else if (event.key === "Enter" && add) add();
    });
  },
};
