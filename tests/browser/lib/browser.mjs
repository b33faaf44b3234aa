// Chromium, and a page in it that remembers what went wrong.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The folder with the built page. */
export const DIST = process.env.EEVDF_LAB_DIST ?? fileURLToPath(new URL("../../../dist", import.meta.url));

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 780 };

/** Starts a headless Chromium: the one that `./dev` found, or Debian's. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/**
 * Opens a fresh page (own storage) that is not yet anywhere. `scheme` is "light" or "dark", `dpr` the device pixel
 * ratio, `origin` the only one that it may talk to. `page.problems` lists, as text, each console error or warning, uncaught
 * exception, failed request, and request that left the origin.
 */
export async function newPage(browser, { origin, viewport = DESKTOP, dpr = 1, scheme = "light", ...context }) {
  const own = await browser.newContext({ viewport, deviceScaleFactor: dpr, colorScheme: scheme, reducedMotion: "reduce", ...context });
  const page = await own.newPage();
  const problems = (page.problems = []);

  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  own.on("requestfailed", (request) => problems.push(`failed: ${request.url()}: ${request.failure()?.errorText}`));
  own.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) problems.push(`left the origin: ${request.url()}`);
  });
  return page;
}

/** Goes to the page and waits until the program runs. */
export async function go(page, url) {
  await page.goto(url);
  await page.locator("#loading").waitFor({ state: "detached" });
}
