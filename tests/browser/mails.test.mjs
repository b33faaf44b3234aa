// What the mails are about, as one sees it in the page: verdicts, counters, migrations, costs, J's bound and what breaks V + J.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { drawn, openScenario, pixels, status } from "./lib/page.mjs";

/** The fields of cfs_rq, or the costs, by name. */
const fields = (page, list) =>
  page.locator(list).evaluate((dl) => Object.fromEntries([...dl.children].map((row) => [row.children[0].textContent.trim().split(" ")[0], row.children[1].textContent])));
const queue = (page) => fields(page, ".queue > dl:not(#costs)");
const costs = (page) => fields(page, "#costs");

async function compare(page, key) {
  await openScenario(page, key);
  await page.locator("#compare").click();
  await page.locator(".compared").waitFor();
}

const figures = (page, title) =>
  page.locator(".compared-panel", { has: page.getByRole("heading", { name: title }) }).locator("tbody tr").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)])),
  );

/** Steps on until the reasons say something. */
async function stepUntil(page, pattern, least = 0) {
  for (let i = 0; i < 80; i++) {
    const why = (await page.locator(".why").allTextContents()).join(" ");
    if (i >= least && pattern.test(why)) return why;
    await page.keyboard.press("ArrowRight");
  }
  throw new Error(`no step says ${pattern}`);
}

test("M5: at the end of a slice stand the counters and the verdicts of all three rules", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-19");
    const why = await stepUntil(page, /6\.11/);
    for (const rule of ["6.11", "85e511df3cec"]) assert.ok(why.includes(rule), `${rule}: ${why}`);
    assert.match(await status(page), /t\+3 · A tick/);
    const counters = await queue(page);
    assert.deepEqual([counters["rq->nr_running"], counters.h_nr_delayed], ["2", "0"]);
  }));

test("M5: context switches are counted in each variant", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-19");
    await page.locator("#compare").click();
    await page.locator(".compared").waitFor();
    await page.locator(".lanes .variant", { hasText: "resched-rq-nr-running" }).waitFor();
    await page.locator(".compared").waitFor();
    const summary = await figures(page, "Summary");
    assert.deepEqual(summary["context switches"], ["0", "1", "+1"]);
    assert.deepEqual(summary.preemptions, ["0", "1", "+1"]);
  }));

test("M2: counters at each step, the tests of a wake-up over several CPUs, and migrations", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "m2-counters");
    await stepUntil(page, /ttwu_queue_cond\(\), if another CPU woke B/);
    const counters = await queue(page);
    assert.deepEqual([counters["rq->nr_running"], counters.h_nr_queued, counters.h_nr_runnable, counters.nr_delayed], ["1", "1", "0", "1"]);
    await openScenario(page, "m2-sync-wakeup");
    const why = await stepUntil(page, /of them delayed/);
    assert.match(why, /With the patch nr-delayed-wake-affine the sync test would decide, for CPU 0/);
    assert.equal((await queue(page)).migrations, "1");
    await compare(page, "m2-sync-wakeup");
    // One move each: to the idle CPU 2, or with the patch to the waker's.
    assert.deepEqual((await figures(page, "Summary")).migrations, ["1", "1", ""]);
  }));

test("M3: the guard changes nothing, and says so; costs are counted per step and in total", (t) =>
  visit(t, {}, async (page) => {
    await compare(page, "m3-guarded");
    assert.ok((await page.locator(".lanes .variant").allTextContents()).some((lane) => lane.includes("lag-floor-guarded")));
    await page.getByText("The states are the same in all of").waitFor();
    const summary = await figures(page, "Summary");
    assert.deepEqual(summary.replacements.slice(0, 2), ["1", "1"]);
    await openScenario(page, "case-20-lag-floor");
    await page.keyboard.press("End");
    const total = await costs(page);
    assert.deepEqual(Object.keys(total), ["v_computations", "divisions", "insertions", "erasures", "rebalances", "replacements"]);
    await page.keyboard.press("Home");
    for (let i = 0; i < 40 && !(await costs(page)).replacements.includes("(+1)"); i++) await page.keyboard.press("ArrowRight");
    assert.match((await costs(page)).replacements, /^1 \(\+1\)$/);
  }));

test("M4: V + J's status at the step, and J's bound in its chart", (t) =>
  visit(t, {}, async (page) => {
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".why .invariant").textContent(), "V + J kept");
    await drawn(page);
    const before = await pixels(page, "#chart-vandj .below");
    const bound = page.locator("#j-bound");
    assert.equal(await bound.textContent(), "show bound: |J| <= ~176.663");
    await bound.click();
    await drawn(page);
    assert.equal(await bound.getAttribute("aria-pressed"), "true");
    assert.notEqual((await pixels(page, "#chart-vandj .below")).hash, before.hash, "the band is drawn");
    await openScenario(page, "k-j-clamp");
    for (let i = 0; i < 60 && (await page.locator(".why .invariant.broken").count()) === 0; i++) await page.keyboard.press("ArrowRight");
    assert.equal(
      await page.locator(".why .invariant.broken").textContent(),
      "V + J broken by 3.7: the lag was clamped, so what sum_jlag loses is not what V gains",
    );
  }));

test("invariants of both lanes, each with a way to its own step", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-16-clamp-two-slices");
    await page.locator("#compare").click();
    await page.locator(".compared").waitFor();
    await page.locator("#checks summary").click();
    await page.locator("#checks").getByText("Lane A").waitFor();
    await page.locator("#checks").getByText("Lane B").waitFor();
    const jump = page.locator("#checks .broken button", { hasText: "step 4" }).first();
    await jump.click();
    assert.match(await status(page), /^row 4 of /);
  }));

test("a chart that two lanes share tells both values in its legend", (t) =>
  visit(t, {}, async (page) => {
    await compare(page, "k-v-backward");
    const values = await page.locator("#chart-vruntime .legend .value").allTextContents();
    assert.ok(values.includes("A V0+1.5 · B V0-14.6875"), values.join("; "));
  }));
