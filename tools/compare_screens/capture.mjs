/**
 * Take a picture of the pages below in four brands at two widths, whole pages, still and with their fonts:
 *
 *   node tools/compare_screens/capture.mjs http://localhost:8000 FOLDER [light|dark] [part of a name]
 *
 * Pictures that are to be compared come from stores with the same demo world, on the same day.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium as browserOptions } from "../../frontend/e2e/harness/chromium.ts";
import { signedIn } from "../../frontend/e2e/harness/people.ts";
import { shopAs } from "../../frontend/e2e/harness/profile.ts";

const { chromium } = createRequire(new URL("../../frontend/package.json", import.meta.url))(
  "playwright-core",
);

const HOSTS = { planfront: "", juniper: "juniper.", brightsmile: "brightsmile.", copperline: "copperline." };
const WIDTHS = { 1280: 800, 390: 844 };

/** Pages by who asks for them, each with its name. */
const PAGES = {
  visitor: {
    home: "/",
    plans: "/plans",
    "plan-dental": "/plan/1002",
    "plan-vision": "/plan/1102",
    "compare-empty": "/compare",
    "cart-empty": "/cart",
    "plan-fit": "/plan-fit",
    "provider-list": "/provider-list",
    "sign-in": "/sign-in",
    "sign-in-forgot": "/sign-in/forgot",
    "continue-enrollment": "/continue-enrollment",
    verify: "/verify",
    "not-found": "/plans/none",
    "legal-privacy": "/legal/privacy",
    "legal-terms": "/legal/terms",
    "legal-accessibility": "/legal/accessibility",
    "legal-not-insurance": "/legal/not-insurance",
    "office-sign-in": "/backoffice/login/",
  },
  repVisitor: { landing: "/jordan-lee" }, // one's own each: a landing page stays with its visitor
  groupVisitor: { "landing-group": "/acme" },
  shopper: {
    "plans-priced": "/plans",
    "plan-priced": "/plan/1002",
    compare: "/compare?plans=1002,1102",
    cart: "/cart",
    "before-you-start": "/enrollment/before-you-start",
    "personal-info": "/enrollment/personal-info",
  },
  member: { "member-home": "/member-home", "member-coverage": "/coverage" },
  rep: { "rep-home": "/agent-home", "rep-quotes": "/quotes" },
  group: { "group-home": "/group-home" },
};

/** Bring a page's browser into the state in which `who` sees the store. */
async function become(who, page, server, brand) {
  if (who === "shopper") await shopAs(page, server, { brand, cart: [1002, 1102], checkedOut: true });
  else if (["member", "rep", "group"].includes(who))
    await signedIn(page, server, who, Object.values(PAGES[who])[0], brand);
}

/** Name the list of each category that the brand's menu has. */
async function listCategories(page, server, brand) {
  await page.goto(server.url(brand));
  const { menu } = JSON.parse(await page.locator("#bootstrap").textContent());
  return Object.fromEntries(menu.map((category) => [`plans-${category}`, `/plans?type=${category}`]));
}

/** Scroll through a page, which loads what comes into view, until its end doesn't move on. */
async function showAll(page) {
  await page.evaluate(async () => {
    for (let end = 0; end !== document.body.scrollHeight; ) {
      end = document.body.scrollHeight;
      for (let y = 0; y < end; y += innerHeight) {
        scrollTo(0, y);
        await new Promise((next) => setTimeout(next, 100));
      }
    }
    scrollTo(0, 0);
    document.activeElement?.blur(); // a page's autofocus comes or doesn't
    await document.fonts.ready;
  });
  await page.waitForLoadState("networkidle");
}

/** Take pictures until two in a row are the same. */
async function shoot(page, address, path) {
  await page.goto(address, { waitUntil: "networkidle" });
  await page.locator("#root > .first").waitFor({ state: "detached" });
  let [last, picture] = [Buffer.of(), null];
  for (let tries = 0; tries < 8 && !picture?.equals(last); tries += 1) {
    await showAll(page);
    last = picture ?? last;
    picture = await page.screenshot({ fullPage: true, animations: "disabled" });
  }
  await writeFile(path, picture);
}

async function main(store, folder, colorScheme = "light", part = "") {
  const { port } = new URL(store);
  const server = { url: (brand, path = "/") => `http://${HOSTS[brand]}localhost:${port}${path}` };
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch(browserOptions);
  let failures = 0;
  const shootAll = async (who, brand) => {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: "reduce",
      locale: "en-US",
      timezoneId: "America/New_York",
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const pages = { ...PAGES[who], ...(who === "visitor" && (await listCategories(page, server, brand))) };
    const chosen = Object.entries(pages).filter(([name]) => `${brand}-${name}`.includes(part));
    if (chosen.length) await become(who, page, server, brand);
    for (const [name, path] of chosen)
      for (const [width, height] of Object.entries(WIDTHS)) {
        await page.setViewportSize({ width: Number(width), height });
        await shoot(page, server.url(brand, path), join(folder, `${brand}-${name}-${width}.png`));
      }
    await context.close();
  };
  for (const brand of Object.keys(HOSTS))
    for (const who of Object.keys(PAGES))
      await shootAll(who, brand).catch((error) => {
        failures += 1;
        process.stderr.write(`${brand}, ${who}: ${error.message}\n`);
      });
  await browser.close();
  process.exitCode = failures ? 1 : 0;
}

await main(...process.argv.slice(2));
