// "/" goes to the search of the side bar where the page has none of its own; arrows move through what was found.
document.addEventListener("DOMContentLoaded", () => {
  const hits = [...document.querySelectorAll("[data-hit]")];
  const box = document.querySelector("[data-everything]");
  const typing = () => document.activeElement?.matches("input, textarea, select, [contenteditable]");

  const move = (event, step) => {
    const at = hits.indexOf(document.activeElement);
    if (at === -1 && typing() && document.activeElement.name !== "words") return;
    event.preventDefault();
    hits[Math.max(0, Math.min(hits.length - 1, at + step))].focus();
  };

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) move(event, step);
    if (event.key !== "/" || typing() || !box || document.querySelector("#searchbar, #find")) return;
    event.preventDefault();
    box.focus();
  });
});
