// What a browser test needs: the built page, served and opened, as one call.
//
//   test("the next step is one key away", (t) =>
//     visit(t, { scheme: "dark" }, async (page) => {
//       await page.keyboard.press("ArrowRight");
//       ...
//     }));
//
// A server and a browser are shared by the tests of one file; every visit has a fresh page with its own storage.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { DIST, go, launch, newPage } from "./browser.mjs";
import { serve } from "./server.mjs";

export { DESKTOP, PHONE } from "./browser.mjs";

const FAILURES = fileURLToPath(new URL("../../../target/browser-failures/", import.meta.url));

const server = await serve(DIST, "/some/path/");
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

/**
 * Opens the page and runs `body(page)`. Fails when the body does, or when the page had a problem (see `newPage`; the
 * body may look at `page.problems`, and remove those that it provoked). A screenshot of a failure is kept.
 *
 * Options: `viewport`, `scheme`, `dpr` and others of Playwright's contexts; `hash`, the URL's fragment;
 * `before(page)`, run before the page loads; `loads: false` not to wait until the program runs.
 */
export async function visit(t, { hash = "", before, loads = true, ...options }, body) {
  const page = await newPage(browser, { origin: new URL(server.url).origin, ...options });
  try {
    await before?.(page);
    await (loads ? go(page, server.url + hash) : page.goto(server.url + hash));
    await body(page);
    assert.deepEqual(page.problems, [], "problems of the page");
  } catch (error) {
    await keepScreenshot(page, t.name);
    if (page.problems.length > 0) t.diagnostic(`problems of the page: ${page.problems.join("; ")}`);
    throw error;
  } finally {
    await page.context().close();
  }
}

/** Fails when axe finds anything in the page as it is now. */
export async function assertAccessible(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(" ")}: ${help}`));
  assert.deepEqual(found, [], "what axe finds");
}

async function keepScreenshot(page, name) {
  mkdirSync(FAILURES, { recursive: true });
  const path = `${FAILURES}${name.replace(/[^a-z0-9]+/gi, "-")}.png`;
  await page.screenshot({ path, timeout: 5000 }).catch(() => {});
}
