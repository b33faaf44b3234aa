// The page in a frame of another page: in the sandbox that the copied code has, below somebody else's origin.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { assertAccessible, visit } from "./lib/lab.mjs";
import { DIST, launch, newPage } from "./lib/browser.mjs";
import { assertNoSidewaysScroll, drawn, openScenario, pixels, statusIs, tableTexts } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

const lab = await serve(DIST, "/lab/");
const browser = await launch();
let body = "";
const host = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>A blog</title>${body}`));
await new Promise((listening) => host.listen(0, "127.0.0.1", listening));
const blog = `http://localhost:${host.address().port}/`;
after(() => Promise.all([browser.close(), lab.close(), new Promise((closed) => (host.close(closed), host.closeAllConnections()))]));

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

/** A page of another origin with this HTML in it; fails when anything in it or in its frames has a problem. */
async function inBlog(html, run) {
  body = html;
  const page = await newPage(browser, { origin: new URL(lab.url).origin });
  try {
    await page.goto(blog);
    await run(page, page.frameLocator("iframe"));
    const own = page.problems.filter((problem) => !problem.includes(blog));
    assert.deepEqual(own, [], "problems of the page");
  } finally {
    await page.context().close();
  }
}

/** The code that the page's button copies, with the address of this file's server. */
async function copiedCode(t) {
  let code;
  await visit(t, { hash: "#s=m4-sum-jlag&step=8", ...clipboard }, async (page) => {
    await page.locator("#share summary").click();
    await page.getByRole("button", { name: "Copy embed code" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    code = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(await page.locator(".embed-code").textContent(), code);
    await assertAccessible(page);
  });
  return code;
}

test("the copied code works in a page of another origin: steps work, the history stays as it is, the console silent", async (t) => {
  const code = await copiedCode(t);
  assert.match(code, /^<iframe src="[^"]+#v=1&amp;s=m4-sum-jlag&amp;step=8&amp;state=\w{10}&amp;embed=1" title="EEVDF Lab: Joins and leaves/);
  assert.match(code, / width="600" height="400" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"><\/iframe>$/);
  await inBlog(code.replace(/src="[^#]+#/, `src="${lab.url}#`), async (page, frame) => {
    await frame.locator(".status", { hasText: "step 8 of 21 · t+24 · T2 leave-" }).waitFor();
    const length = await page.evaluate(() => history.length);
    await frame.getByRole("button", { name: "One step forward" }).click();
    await frame.locator(".status", { hasText: "step 9 of 21" }).waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await frame.locator(".status", { hasText: "step 12 of 21" }).waitFor();
    await frame.locator("#part").selectOption("lag");
    await frame.locator("#chart-lag canvas").first().waitFor();
    assert.equal(await page.evaluate(() => history.length), length);
    assert.match(page.frames()[1].url(), /step=8&/, "the frame's URL is not written");

    const opened = page.context().waitForEvent("page");
    await frame.getByRole("link", { name: "Open full view" }).click();
    const full = await opened;
    await full.locator("#loading").waitFor({ state: "detached" });
    await statusIs(full, await frame.locator(".status").textContent());
    assert.equal(await full.locator("#scenario").count(), 1);
    assert.equal(await full.evaluate(() => opener), null);
  });
});

test("without allow-same-origin it needs a host that shares its files", async (t) => {
  const code = `<iframe src="SRC#s=m4-sum-jlag&step=8&embed=1" title="Lab" width="600" height="400" sandbox="allow-scripts"></iframe>`;
  const sharing = await serve(DIST, "/lab/", { "access-control-allow-origin": "*" });
  t.after(() => sharing.close());
  body = code.replace("SRC", sharing.url);
  const page = await newPage(browser, { origin: new URL(sharing.url).origin });
  await page.goto(blog);
  const frame = page.frameLocator("iframe");
  await frame.locator(".status", { hasText: "step 8 of 21" }).waitFor();
  await frame.getByRole("button", { name: "One step forward" }).press("Enter");
  await frame.locator(".status", { hasText: "step 9 of 21" }).waitFor();
  assert.deepEqual(page.problems.filter((problem) => !problem.includes(blog)), []);
  await page.context().close();

  body = code.replace("SRC", lab.url);
  const refused = await newPage(browser, { origin: new URL(lab.url).origin });
  await refused.goto(blog);
  await refused.waitForFunction(() => document.readyState === "complete");
  await refused.frameLocator("iframe").locator("#loading").waitFor();
  assert.ok(refused.problems.some((problem) => problem.includes("CORS policy")), refused.problems.join("\n"));
  await refused.context().close();
});

for (const [width, height] of [[360, 240], [480, 300], [600, 400], [900, 600], [1200, 700]]) {
  for (const hash of ["#s=m4-sum-jlag&step=8&embed=1", "#s=k-v-backward&a=tip-2026-03&b=tip-2026-03+lag-floor&embed=1"]) {
    test(`each part fits a frame of ${width} x ${height}, ${hash.includes("b=") ? "two lanes" : "one lane"}`, (t) =>
      visit(t, { viewport: { width, height }, hash }, async (page) => {
        for (const part of await page.locator("#part option").allTextContents()) {
          await page.locator("#part").selectOption(part);
          await drawn(page);
          await assertNoSidewaysScroll(page);
          const outside = await page.evaluate(() => {
            const boxes = [".embed-top", ".embed-top h1", "#part", ".full-view", ".stepbar", ".stepbar .buttons", "#scrubber", ".status"];
            return boxes.filter((selector) => {
              const box = document.querySelector(selector).getBoundingClientRect();
              return box.width < 20 || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
            });
          });
          assert.deepEqual(outside, [], part);
          assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${part} scrolls the frame`);
          const hasRoom = width >= 560 && height >= 340;
          assert.equal(await page.locator(".embed-table").isVisible(), part === "table" || hasRoom, part);
          assert.equal(await page.locator(".embed-part").isVisible(), part !== "table", part);
        }
      }));
  }
}

test("nothing but the lane is there, and it is accessible", (t) =>
  visit(t, { viewport: { width: 600, height: 400 }, hash: "#s=m4-sum-jlag&step=8&embed=1" }, async (page) => {
    for (const gone of ["#scenario", "#editor", "#theme", ".panels", ".compare-bar", ".variant-bar"]) assert.equal(await page.locator(gone).count(), 0, gone);
    assert.equal((await tableTexts(page)).length, 21);
    assert.ok((await pixels(page, "#chart-vruntime canvas.below")).painted > 500);
    for (const part of ["table", "vruntime", "V and J", "virtual time", "state", "why"]) {
      await page.locator("#part").selectOption(part);
      await assertAccessible(page);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
  }));

test("a frame neither reads nor writes what the visitor keeps", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-32");
    await page.waitForFunction(() => location.hash.includes("case-32"));
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const before = await kept();
    const url = page.url();
    await page.goto("about:blank");
    await page.goto(`${url.split("#")[0]}#embed=1`);
    await statusIs(page, "step 1 of 21 · t · T1 join-");
    await page.keyboard.press("ArrowRight");
    await statusIs(page, "step 2 of 21 · t · T1 join+");
    assert.equal(await kept(), before);
    assert.match(page.url(), /#embed=1$/);
  }));

test("a damaged link in a frame is told there, and the history left alone", (t) =>
  visit(t, { viewport: { width: 360, height: 240 }, hash: "#s=nothing&embed=1" }, async (page) => {
    assert.match(await page.locator(".notices").textContent(), /s=`nothing`; expected the key of a scenario/);
    assert.equal(await page.locator("#scenario").count(), 0);
    await page.keyboard.press("ArrowRight");
    assert.match(page.url(), /#s=nothing&embed=1$/);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.locator(".notices").waitFor({ state: "detached" });
  }));

test("the example page embeds two frames under a policy without scripts", async () => {
  const page = await newPage(browser, { origin: new URL(lab.url).origin, viewport: { width: 1000, height: 1400 } });
  await page.goto(`${lab.url}embed-example.html`);
  const [first, second] = [0, 1].map((i) => page.frameLocator("iframe").nth(i));
  await first.locator(".status", { hasText: "step 4 of 21 · t · T2 join+" }).waitFor();
  await second.locator(".status", { hasText: "A wake+ · differs" }).waitFor();
  const length = await page.evaluate(() => history.length);
  await first.getByRole("button", { name: "One step forward" }).click();
  await first.locator(".status", { hasText: "step 5 of 21" }).waitFor();
  assert.equal(await page.evaluate(() => history.length), length);
  await assertAccessible(page);
  // Chromium says so of frames of the page's own origin: here nothing needs to be held back.
  const others = page.problems.filter((problem) => !problem.includes("can escape its sandboxing"));
  assert.deepEqual(others, []);
  await page.context().close();
});
