import { expect } from "../harness/test";
import { atBilling, localstripe, NUMBER, SECRET, testWith, typeHolder, watchNumbers } from "./hosted-support";
import { goOn } from "./support";

/** With somebody else's stand-in of Stripe. */
const test = testWith(localstripe, "/js.stripe.com/v3/");

test("a card that its script takes is in its vault, and pays", async ({ page, server, processor }) => {
  // Its script knows one element for the whole card, in the page itself; the store has three places.
  await page.route("**/js.stripe.com/v3/", async (route) => {
    const script = await (await route.fetch()).text();
    const one = `;{ const whole = Stripe; Stripe = (key) => { const own = whole(key); return { ...own, elements: () => {
      const elements = own.elements();
      const there = { mount() {}, focus() {}, destroy() {}, on(event, act) {
        if (event === "ready") setTimeout(act);
        if (event === "change") setTimeout(() => act({ complete: true, empty: false }));
      } };
      return { create: (kind) => {
        if (kind !== "cardNumber") return there;
        const element = elements.create("card");
        const on = element.on.bind(element);
        element.on = (event, act) => {
          on(event, () => act({ complete: true, empty: false }));
          if (event === "ready") setTimeout(act);
        };
        element.focus = () => {};
        return element;
      } };
    } }; }; }`;
    await route.fulfill({ body: script + one, contentType: "text/javascript" });
  });
  const origins = watchNumbers(page);
  await atBilling(page, server);
  await typeHolder(page);
  await page.getByPlaceholder("number").fill(NUMBER);
  for (const [name, value] of [
    ["exp_month", "7"],
    ["exp_year", "31"],
    ["cvc", "917"],
    ["postal_code", "43215"],
  ] as const)
    await page.getByPlaceholder(name, { exact: true }).fill(value);
  await goOn(page, "agreement-signature");
  expect(new Set(origins)).toEqual(new Set([processor.address]));
  await page.goBack();
  await expect(page.getByRole("radio", { name: /^Visa ending 4242, expires 07\/2031/ })).toBeChecked();
  const vault = await fetch(`${processor.address}/v1/setup_intents`, {
    headers: { Authorization: `Bearer ${SECRET}` },
  });
  const { data } = (await vault.json()) as { data: { status: string; customer: string }[] };
  expect(data.filter((setup) => setup.status === "succeeded" && setup.customer).length).toBe(1);
});
