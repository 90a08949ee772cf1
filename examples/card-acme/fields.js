/**
 * The browser's side of the gateway, which its origin serves beside its API: one frame for the whole card. What is typed
 * in it stays there; the page hears whether it is complete. docs/cards.md says what each part means.
 */
const HERE = new URL(import.meta.url).origin;

export const parts = ["card"];

export async function mount(places, options) {
  const place = places.get("card");
  const frame = document.createElement("iframe");
  frame.title = options.titles.card;
  frame.src = `${HERE}/card.html?key=${encodeURIComponent(options.key)}&language=${options.language}`;
  let said = { complete: false, message: "" };
  const waiting = new Map();
  const listen = ({ origin, source, data }) => {
    if (origin !== HERE || source !== frame.contentWindow) return;
    if (data.kind === "changed") {
      said = data;
      options.onChange("card", data.message);
    }
    if (data.kind === "focus") options.onFocus("card", data.on);
    waiting.get(data.kind)?.(data);
  };
  window.addEventListener("message", listen);
  const answer = (kind) => new Promise((done) => waiting.set(kind, done));
  const failed = new Promise((_, fail) => setTimeout(() => fail(new Error("late")), 20_000));
  place.append(frame);
  await Promise.race([answer("ready"), failed]);
  const tell = (message) => frame.contentWindow.postMessage(message, HERE);
  tell({ kind: "look", look: options.look });
  return {
    problems: () => (said.complete ? [] : [{ part: "card", message: said.message }]),
    focus: () => tell({ kind: "focus" }),
    confirm: async ({ secret, redirect }, holder) => {
      tell({ kind: "keep", secret, holder });
      const { outcome } = await answer("outcome");
      if (outcome !== "check") return outcome;
      location.assign(redirect); // the bank's page; it leads back to this step
      return new Promise(() => undefined);
    },
    destroy: () => {
      window.removeEventListener("message", listen);
      frame.remove();
    },
  };
}
