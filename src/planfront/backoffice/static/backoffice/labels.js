// Names and roles that the admin's own widgets leave out, for whoever listens to a page. Widgets draw themselves, some
// of them again at each choice, so what is drawn is looked at once the page changes.
(() => {
  const PARTS = { "tabs-items": "Tabs", "tabs-dropdown": "More tabs" };
  const mend = () => {
    for (const field of document.querySelectorAll("input.select2-search__field:not([aria-label])")) {
      const select = field.closest(".select2")?.previousElementSibling;
      const name = select?.labels?.[0]?.textContent.trim() ?? select?.getAttribute("aria-label");
      field.setAttribute("aria-label", name || "Search");
    }
    // A choice is named by its label, and says what is chosen; without a choice it would have no name at all.
    for (const box of document.querySelectorAll(".select2-selection[role=combobox][aria-labelledby]")) {
      const select = box.closest(".select2")?.previousElementSibling;
      const name = select?.labels?.[0]?.textContent.trim() ?? select?.getAttribute("aria-label");
      if (!name) continue;
      box.setAttribute("aria-label", name);
      box.setAttribute("aria-describedby", box.getAttribute("aria-labelledby"));
      box.removeAttribute("aria-labelledby");
    }
    for (const box of document.querySelectorAll(".select2-selection__rendered[role=textbox]:not([aria-label])")) {
      const select = box.closest(".select2")?.previousElementSibling;
      box.setAttribute("aria-label", select?.labels?.[0]?.textContent.trim() || select?.getAttribute("aria-label") || "Chosen");
    }
    // Holds a list and, beside its entries, what is no entry.
    for (const list of document.querySelectorAll("ul.select2-selection__rendered:not([role])")) {
      list.setAttribute("role", "presentation");
      for (const entry of list.querySelectorAll("li")) entry.setAttribute("role", "presentation");
    }
    // A tip is a picture with a text: a span alone may have no name.
    for (const tip of document.querySelectorAll("span.help-tooltip[aria-label]:not([role])")) tip.setAttribute("role", "img");
    for (const [id, name] of Object.entries(PARTS)) document.getElementById(id)?.setAttribute("aria-label", name);
  };
  document.addEventListener("DOMContentLoaded", () => {
    mend();
    let asked = 0;
    new MutationObserver(() => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(mend);
    }).observe(document.body, { childList: true, subtree: true });
  });
})();
