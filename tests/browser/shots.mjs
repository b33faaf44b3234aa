// Takes screenshots of the built page, to be looked at: `./dev shots [DIR] [FLAG...]`.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DESKTOP, DIST, go, launch, newPage, PHONE } from "./lib/browser.mjs";
import { serve } from "./lib/server.mjs";

const HELP = `./dev shots [DIR] [FLAG...]: screenshots of the page in dist/, in DIR (default: shots)
  --hash '#...'     the URL's fragment
  --select CSS      only this element
  --press KEYS      keys to press first, separated by spaces: 'ArrowRight ArrowRight End'
  --click TEXT      a button to press first, by its name
  --full            the whole page, not only what fits into the window
  --only NAMES      only these, separated by commas: light, dark, dpr2, phone, phone-dark`;

const SHOTS = {
  light: {},
  dark: { scheme: "dark" },
  dpr2: { dpr: 2 },
  phone: { viewport: PHONE, dpr: 2 },
  "phone-dark": { viewport: PHONE, dpr: 2, scheme: "dark" },
};

const string = { type: "string" };
const flag = { type: "boolean" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hash: string, select: string, press: string, click: string, only: string, full: flag, help: flag },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

const folder = positionals[0] ?? "shots";
const names = values.only?.split(",") ?? Object.keys(SHOTS);
mkdirSync(folder, { recursive: true });
const server = await serve(DIST);
const browser = await launch();
try {
  for (const name of names) await shoot(name);
} finally {
  await Promise.all([browser.close(), server.close()]);
}

async function shoot(name) {
  if (!SHOTS[name]) throw new Error(`no shot '${name}': there are ${Object.keys(SHOTS).join(", ")}`);
  const { viewport = DESKTOP } = SHOTS[name];
  const page = await newPage(browser, { origin: new URL(server.url).origin, ...SHOTS[name] });
  await go(page, server.url + (values.hash ?? ""));
  if (values.click) await page.getByRole("button", { name: values.click }).first().click();
  for (const key of values.press?.split(" ") ?? []) await page.keyboard.press(key);
  // Two frames: what is drawn after the last event is on the screen.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

  const path = join(folder, `${name}-${viewport.width}x${viewport.height}.png`);
  await (values.select ? page.locator(values.select).first().screenshot({ path }) : page.screenshot({ path, fullPage: values.full }));
  console.log(path);
  for (const problem of page.problems) console.log(`  ${problem}`);
  await page.context().close();
}
