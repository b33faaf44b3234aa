// The panel of wake-up latencies: percentiles of a task in each lane, the mail's figures beside those of the same run, a histogram.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, drawn, editor, openScenario, pixels } from "./lib/page.mjs";

/** The panel's table, row by row, by the name of the row. */
const figures = (page) =>
  page.locator("#latency tbody tr").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)])),
  );

async function open(page, key) {
  await openScenario(page, key);
  await page.locator("#latency summary").click();
  await page.locator(".latencies tbody tr").first().waitFor();
}

test("percentiles of a task, another task, and both lanes", (t) =>
  visit(t, {}, async (page) => {
    await open(page, "two-slices");
    const task = page.locator("#latency-task");
    assert.deepEqual(await task.locator("option").allTextContents(), ["H", "S", "L"]);
    assert.equal(await task.inputValue(), "S", "who wakes by a timer is shown first");
    assert.deepEqual((await figures(page)).samples, ["21"]);
    await task.selectOption("L");
    const of = await figures(page);
    assert.deepEqual([of.samples, of.P50, of["P99.9"], of.max], [["20"], ["1000"], ["1000"], ["1000"]]);
    await drawn(page);
    const alone = await pixels(page, ".histogram canvas");
    assert.ok(alone.painted > 0, "the histogram is drawn");
    assert.match(await page.locator(".histogram").getAttribute("aria-label"), /^Histogram: .*: 1 did not wait; .*: 19 waited 512 to 1024 us$/);
    await page.locator("#compare").click();
    await page.locator(".compared").waitFor();
    await page.locator("#kernel-b").selectOption("v6.12");
    await page.locator(".lanes .variant", { hasText: "v6.12" }).waitFor();
    await page.locator(".latencies th", { hasText: "B: v6.12" }).waitFor();
    assert.equal(await task.inputValue(), "L", "the choice stays");
    assert.equal((await figures(page)).samples.length, 2);
    await drawn(page);
    assert.notEqual((await pixels(page, ".histogram canvas")).hash, alone.hash, "both lanes are drawn");
  }));

test("a bar tells its count where the pointer is", (t) =>
  visit(t, {}, async (page) => {
    await open(page, "two-slices");
    const histogram = page.locator(".histogram");
    await histogram.scrollIntoViewIfNeeded();
    const { width } = await histogram.boundingBox();
    await histogram.hover({ position: { x: width / 2, y: 150 } });
    await page.getByText(": 21 did not wait").waitFor();
  }));

test("a run in which nobody is woken says so", (t) =>
  visit(t, {}, async (page) => {
    await page.locator("#latency summary").click();
    await (await editor(page)).fill("task A\ntask B\nstate A running\nstate B queued\nat 5 tick\n");
    await page.locator("#latency").getByText("Nobody is woken").waitFor();
  }));

for (const [name, options] of [
  ["wide, light", {}],
  ["narrow, dark", { viewport: PHONE, dpr: 2, hasTouch: true, scheme: "dark" }],
]) {
  test(`axe finds nothing in the open panel, and nothing is cut off, ${name}`, (t) =>
    visit(t, options, async (page) => {
      await open(page, "two-slices");
      await page.locator("#compare").click();
      await page.locator(".compared").waitFor();
      await drawn(page);
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    }));
}
