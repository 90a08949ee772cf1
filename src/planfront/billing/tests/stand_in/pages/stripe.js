/* The stand-in's script: fields in frames of its own origin, which the page talks to by messages alone. */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  let last = 0;

  class Element {
    constructor(group, kind, options) {
      Object.assign(this, { group, kind, options, acts: {} });
    }
    mount(place) {
      const frame = document.createElement("iframe");
      frame.name = `field${++last}`;
      frame.title = "Secure field";
      frame.style.cssText = "border:0;width:100%;height:1.5em;display:block";
      const facts = { kind: this.kind, group: this.group.name, page: location.origin, style: this.options.style };
      frame.src = `${origin}/field.html#${encodeURIComponent(JSON.stringify(facts))}`;
      this.frame = frame;
      this.listen = (event) => {
        if (event.origin !== origin || event.source !== frame.contentWindow) return;
        for (const act of this.acts[event.data.event] ?? []) act(event.data);
      };
      window.addEventListener("message", this.listen);
      place.append(frame);
    }
    on(event, act) {
      (this.acts[event] ??= []).push(act);
    }
    focus() {
      this.frame.contentWindow.postMessage({ focus: true }, origin);
    }
    destroy() {
      window.removeEventListener("message", this.listen);
      this.frame?.remove();
    }
  }

  const ask = (frame, message) =>
    new Promise((done) => {
      const id = ++last;
      const listen = (event) => {
        if (event.origin !== origin || event.data.answers !== id) return;
        window.removeEventListener("message", listen);
        done(event.data.result);
      };
      window.addEventListener("message", listen);
      frame.contentWindow.postMessage({ ...message, id }, origin);
    });

  /** The bank's page, over the store's. */
  const check = (secret, key) =>
    new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.title = "Your bank";
      frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;z-index:9999;background:#fffc";
      frame.src = `${origin}/bank.html#${encodeURIComponent(JSON.stringify({ secret, key, page: location.origin }))}`;
      const listen = (event) => {
        if (event.origin !== origin || event.source !== frame.contentWindow) return;
        window.removeEventListener("message", listen);
        frame.remove();
        done(event.data.result);
      };
      window.addEventListener("message", listen);
      document.body.append(frame);
    });

  window.Stripe = (key) => ({
    elements: () => {
      const group = { name: `group${++last}${Math.random()}` };
      return { create: (kind, options) => new Element(group, kind, options) };
    },
    confirmCardSetup: async (secret, { payment_method: given }) => {
      const { card, ...rest } = given;
      if (card.kind !== "cardNumber") throw new Error("a card is known by its number");
      const result = await ask(card.frame, { confirm: { secret, key, ...rest } });
      if (result.setupIntent?.status === "requires_action") return check(secret, key);
      return result;
    },
  });
})();
