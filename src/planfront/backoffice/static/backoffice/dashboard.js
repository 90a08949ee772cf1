// Printing: the tables behind the charts are printed too.
const tables = document.querySelectorAll(".board details");
window.addEventListener("beforeprint", () => tables.forEach((one) => { one.open = true; }));
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}
