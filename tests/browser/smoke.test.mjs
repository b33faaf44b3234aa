// The page as such: it loads from any path, keeps to its origin, and says so when it can't run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";

test("the page loads, with one main heading", (t) =>
  visit(t, {}, async (page) => {
    assert.equal(await page.locator("h1").count(), 1);
    assert.match(await page.title(), /EEVDF Lab/);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  }));

for (const [name, options] of [["light", {}], ["dark", { scheme: "dark" }], ["on a phone", { viewport: PHONE, dpr: 2 }]]) {
  test(`axe finds nothing, ${name}`, (t) => visit(t, options, assertAccessible));
}

test("the page does not scroll sideways at 360 px", (t) =>
  visit(t, { viewport: PHONE }, async (page) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.width, `the page is ${width} px wide`);
  }));

test("the policy allows own files and one inline script, by its hash", (t) =>
  visit(t, {}, async (page) => {
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    const rules = Object.fromEntries(policy.split(";").map((rule) => rule.trim().split(/\s+(.*)/, 2)));
    assert.equal(rules["default-src"], "'none'");
    assert.match(rules["script-src"], /^'self' 'wasm-unsafe-eval' 'sha256-[A-Za-z0-9+/]{43}='$/);
    assert.equal(rules["style-src"], "'self'");
  }));

test("the policy is in force: an added inline script does not run", (t) =>
  visit(t, {}, async (page) => {
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.match(page.problems.shift(), /Content Security Policy/);
  }));

for (const missing of ["wasm", "js"]) {
  test(`a program whose .${missing} can't be loaded is reported on the page`, (t) =>
    visit(t, { loads: false, before: (page) => page.route(`**/eevdf-lab-*.${missing}`, (route) => route.abort()) }, async (page) => {
      await page.getByText("EEVDF Lab could not start").waitFor();
      page.problems.length = 0;
    }));
}
