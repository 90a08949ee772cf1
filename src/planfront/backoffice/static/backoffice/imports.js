// Follows an import that is being read, or another run of rows: asks for its progress every second, shows the page anew when it has moved on.
"use strict";

(() => {
  const box = document.querySelector("[data-import-progress]");
  if (!box) return;
  const bar = box.querySelector("progress");
  const text = box.querySelector("[data-import-text]");
  const started = box.dataset.importState;
  const number = new Intl.NumberFormat("en-US");

  const show = (now) => {
    bar.value = now.percent;
    bar.setAttribute("aria-valuetext", `${now.percent} %`);
    const rows = now.total > now.done ? `${number.format(now.done)} of about ${number.format(now.total)}` : number.format(now.done);
    text.textContent = `${now.label}: ${rows} ${box.dataset.importUnit ?? "rows"}`;
  };

  const ask = async () => {
    try {
      const answer = await fetch(box.dataset.importProgress, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const now = await answer.json();
      show(now);
      if (!(now.moving ?? ["queued", "reading"].includes(now.state))) return location.reload();
    } catch {
      text.textContent = "The connection was lost. Trying again.";
    }
    setTimeout(ask, 1000);
  };

  box.dataset.importSince = started;
  setTimeout(ask, 700);
})();
