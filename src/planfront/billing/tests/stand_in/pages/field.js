const facts = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const field = document.getElementById("field");
const base = facts.style.base;
Object.assign(field.style, { color: base.color, fontFamily: base.fontFamily, fontSize: base.fontSize });
field.ariaLabel = { cardNumber: "Card number", cardExpiry: "Expiration date", cardCvc: "Security code" }[facts.kind];
field.placeholder = { cardNumber: "1234 1234 1234 1234", cardExpiry: "MM / YY", cardCvc: "CVC" }[facts.kind];

/** The frames of one card know each other; the page knows none of what is in them. */
const channel = new BroadcastChannel(facts.group);
const typed = {};
const tell = (data) => parent.postMessage(data, facts.page);
const digits = () => field.value.replace(/\D/g, "");

function luhn(number) {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number.at(-1 - index));
    sum += index % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}

function look() {
  const text = digits();
  if (facts.kind === "cardNumber") {
    if (text.length >= 16 && !luhn(text)) return "Your card number is invalid.";
    return text.length >= 15 && luhn(text) ? "" : "Your card number is incomplete.";
  }
  if (facts.kind === "cardCvc") return text.length >= 3 ? "" : "Your card's security code is incomplete.";
  return text.length === 4 ? "" : "Your card's expiration date is incomplete.";
}

let left = false;
function change() {
  const problem = look();
  const told = problem && (left || problem.includes("invalid")) && digits();
  tell({ event: "change", empty: !digits(), complete: !problem, ...(told ? { error: { message: problem } } : {}) });
  channel.postMessage({ kind: facts.kind, value: digits() });
}
channel.onmessage = ({ data }) => {
  typed[data.kind] = data.value;
};
field.addEventListener("input", () => {
  left = false;
  change();
});
field.addEventListener("focus", () => tell({ event: "focus" }));
field.addEventListener("blur", () => {
  left = true;
  tell({ event: "blur" });
  if (digits()) change();
});

async function confirm({ secret, key, billing_details }) {
  const expiry = typed.cardExpiry ?? "";
  const card = { number: digits(), cvc: typed.cardCvc ?? "", exp_month: expiry.slice(0, 2), exp_year: `20${expiry.slice(2)}` };
  const body = new URLSearchParams({ key, client_secret: secret, "payment_method_data[type]": "card" });
  for (const [name, value] of Object.entries(card)) body.set(`payment_method_data[card][${name}]`, value);
  body.set("payment_method_data[billing_details][name]", billing_details.name);
  for (const [name, value] of Object.entries(billing_details.address)) {
    body.set(`payment_method_data[billing_details][address][${name}]`, value);
  }
  try {
    const answer = await fetch(`/v1/setup_intents/${secret.split("_secret")[0]}/confirm`, { method: "POST", body });
    const result = await answer.json();
    return answer.ok ? { setupIntent: result } : { error: result.error };
  } catch {
    return { error: { type: "api_connection_error" } };
  }
}

window.addEventListener("message", async (event) => {
  if (event.origin !== facts.page) return;
  if (event.data.focus) field.focus();
  if (event.data.confirm) tell({ answers: event.data.id, result: await confirm(event.data.confirm) });
});
tell({ event: "ready" });
