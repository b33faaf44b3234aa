// Long runs: computed in slices with progress and a way out, and stepped as quickly as short ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, visit } from "./lib/lab.mjs";
import { drawn, editor, longTasks, openScenario, reload, status, tableTexts, watchLongTasks } from "./lib/page.mjs";

/** `events` events of two tasks that sleep and wake in turn. */
function events(events) {
  const lines = ["title Long", "kernel v7.2", "task A", "task B", "at 0 wake B"];
  for (let i = 0; i < events / 2; i++) lines.push("+9 wake A", "+9 sleep A");
  return `${lines.join("\n")}\n`;
}

const TICKS = "title Ticks\nkernel v7.2\ntick 1ms\ntask A\ntask B\nat 0 wake A\nat 0 wake B\nat 480000ms end\n";

/** Types a text by one event, as a paste does. */
const paste = async (page, text) => (await editor(page)).evaluate((area, text) => {
  area.value = text;
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}, text);

/** The longest time in ms for which the page did not answer while `during` ran. */
async function longestSilence(page, during) {
  await page.evaluate(() => {
    let last = performance.now();
    window.longest = 0;
    window.watch = setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
    }, 5);
  });
  await during();
  return page.evaluate(() => (clearInterval(window.watch), window.longest));
}

test("a long run shows its progress and can be cancelled, which keeps the run before it", (t) =>
  visit(t, {}, async (page) => {
    const before = await tableTexts(page);
    await paste(page, TICKS);
    const computing = page.locator(".computing");
    await computing.waitFor();
    await assertAccessible(page);
    await page.keyboard.press("ArrowRight");
    await computing.getByRole("button", { name: "Cancel" }).click();
    await computing.waitFor({ state: "detached" });
    assert.deepEqual(await tableTexts(page), before);
    await page.getByText("The long run was cancelled").waitFor();
    await page.getByRole("button", { name: "Compute it" }).click();
    await computing.waitFor();
    await page.waitForFunction(() => document.querySelector(".computing progress")?.value > 0);
    await computing.getByRole("button", { name: "Cancel" }).click();
  }));

test("30,000 events: the page answers while it computes, and every step is quick", (t) =>
  visit(t, {}, async (page) => {
    await page.getByRole("button", { name: "Edit" }).click();
    const silence = await longestSilence(page, async () => {
      await paste(page, events(30_000));
      await page.locator(".title .variant", { hasText: "v7.2" }).waitFor({ timeout: 60_000 });
    });
    t.diagnostic(`longest silence while computing: ${silence.toFixed(0)} ms`);
    assert.ok(silence < 2000, `${silence} ms`);
    const steps = Number((await status(page)).match(/of (\d+)/)[1]);
    assert.ok(steps > 60_000, `${steps} steps`);
    assert.ok((await page.locator(".worked tbody tr").count()) <= 400);

    await page.getByRole("button", { name: "Close" }).click();
    const took = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const took = [];
      for (let i = 0; i < 60; i++) {
        const began = performance.now();
        press(i === 20 ? "End" : i > 20 ? "ArrowLeft" : "ArrowRight");
        await frame();
        took.push(performance.now() - began);
      }
      return took.sort((a, b) => a - b);
    });
    t.diagnostic(`a step: median ${took[30].toFixed(0)} ms, slowest ${took[59].toFixed(0)} ms`);
    assert.ok(took[30] < 150, `median ${took[30]} ms`);
    assert.match(await status(page), new RegExp(`step ${steps - 39} of ${steps} `));
    await drawn(page);
    assert.equal(await page.locator('.worked tr[aria-current="step"]').count(), 1);

    await reload(page);
    await page.locator(".status", { hasText: `step ${steps - 39} of ${steps} ` }).waitFor({ timeout: 60_000 });
  }));

test("10 s of 40 pairs and cyclictest: progress, a way out, and a page that answers, with one lane and with two", (t) =>
  visit(t, {}, async (page) => {
    await watchLongTasks(page);
    const computing = page.locator(".computing");
    const passed = (share) => page.waitForFunction((share) => document.querySelector(".computing progress")?.value > share, share);
    await openScenario(page, "m1-cyclictest-slices");
    await passed(0);
    await passed(20);
    t.diagnostic(`while it is computed: ${await longTasks(page)}`);
    await computing.locator("button").click();
    await computing.waitFor({ state: "detached" });
    t.diagnostic(`given up: ${await longTasks(page)}`);
    await page.getByRole("button", { name: "Compute it" }).click();
    await computing.waitFor({ state: "detached", timeout: 60_000 });
    await page.locator(".status", { hasText: /^step 1 of \d{6} / }).waitFor();
    await page.locator(".worked tbody tr").nth(40).waitFor();
    t.diagnostic(`computed and shown: ${await longTasks(page)}`);

    await page.locator("#compare").click();
    await passed(10);
    await computing.waitFor({ state: "detached", timeout: 90_000 });
    await page.locator(".worked.compared tbody tr").nth(40).waitFor();
    await page.locator(".status", { hasText: / differs$/ }).waitFor();
    t.diagnostic(`compared: ${await longTasks(page)}`);
    await page.locator("#latency summary").click();
    await page.locator(".latencies tbody tr").first().waitFor();
    const row = page.locator(".latencies tbody tr", { has: page.locator("th", { hasText: /^P99\.9$/ }) });
    const [a, measured, b, patched] = await row.locator("td").allTextContents();
    assert.deepEqual([a, measured, patched], ["2476", "2707", "1300"], "simulated, and as the mail measured without and with the patch");
    assert.ok(Number(b) > 0, b);
    t.diagnostic(`latencies: ${await longTasks(page)}`);
    await page.keyboard.press("End");
    await page.locator(".worked tr[aria-current=step]").waitFor();
    await page.getByRole("button", { name: /^Show all \d+ cells$/ }).click();
    assert.ok((await page.locator(".two-lanes").first().locator("tbody tr").count()) > 60);
    t.diagnostic(`at the end: ${await longTasks(page)}`);
  }));
