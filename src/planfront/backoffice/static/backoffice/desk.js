// Opened values close by themselves, and when the page is left; printing is offered where it works.
"use strict";
{
  const shut = (value) => {
    if (!value.isConnected) return;
    const closed = document.createElement("span");
    closed.textContent = value.dataset.closed || "Not shown";
    const left = value.parentElement.querySelector("[data-left]");
    value.replaceWith(closed);
    if (left) left.textContent = "Closed again.";
  };
  for (const value of document.querySelectorAll("[data-opened]")) {
    const until = Date.now() + Number(value.dataset.minutes) * 60000;
    const left = value.parentElement.querySelector("[data-left]");
    const tick = setInterval(() => {
      const minutes = Math.ceil((until - Date.now()) / 60000);
      if (minutes <= 0) {
        clearInterval(tick);
        shut(value);
      } else if (left) {
        const words = `On record. Closes in ${minutes} minute${minutes === 1 ? "" : "s"}.`;
        if (left.textContent !== words) left.textContent = words;
      }
    }, 5000);
    addEventListener("pagehide", () => shut(value));
  }
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}
// Enough ticks say that the caller is who they say they are.
for (const form of document.querySelectorAll("[data-call]")) {
  const ticks = [...form.querySelectorAll("[type=checkbox]")];
  const say = () => {
    const match = ticks.filter((tick) => tick.checked).length;
    const enough = match >= Number(form.dataset.enough);
    form.querySelector("[data-match]").textContent = enough ? `${match} match. You may speak about the plans.` : "";
  };
  form.addEventListener("change", say);
}
