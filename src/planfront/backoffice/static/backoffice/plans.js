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

  const address = previews[0]?.dataset.address;
  let waiting = 0, asking = null;
  const show = async () => {
    const going = new AbortController();
    asking = going;
    try {
      const answer = await fetch(address, { method: "POST", body: new FormData(form), signal: going.signal });
      if (!answer.ok) return;
      const shown = await answer.json();
      if (asking === going) for (const place of previews) place.innerHTML = shown[place.dataset.shown];
    } catch {
      return; // given up, or nobody answered: the next key asks again
    }
  };
  form.addEventListener("input", () => {
    mark();
    clearTimeout(waiting);
    asking?.abort();
    if (address) waiting = setTimeout(() => void show(), WAIT);
  });
});
