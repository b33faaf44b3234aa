// Two lanes on one cursor: added with one click, the first difference found, differing cells marked, rules and summary listed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, drawn, openScenario, pixels, reload, status } from "./lib/page.mjs";

/** Opens an entry and compares it as the gallery proposes. */
async function compare(page, key) {
  await openScenario(page, key);
  await page.locator("#compare").click();
  await page.locator(".compared").waitFor();
}

/** The cursor's row of the table, cell by cell; of a cell that differs, the values of A and B. */
const currentRow = (page) =>
  page.locator('.compared tr[aria-current="step"]').evaluate((row) =>
    Object.fromEntries(
      [...row.cells].map((cell) => {
        const lanes = [...cell.querySelectorAll(".of-lane > span:last-child")].map((value) => value.textContent);
        return [cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent, lanes.length > 0 ? lanes : cell.textContent.trim()];
      }),
    ),
  );

/** A panel's table, row by row, by the name of the row. */
const figures = (page, title) =>
  page.locator(".compared-panel", { has: page.getByRole("heading", { name: title }) }).locator("tbody tr").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)])),
  );

test("one click opens the proposed comparison at its first difference, with cells, rules, reasons and summary", (t) =>
  visit(t, {}, async (page) => {
    await compare(page, "k-v-backward");
    assert.deepEqual(await page.locator(".lanes .variant").allTextContents(), [
      "tip-2026-03, kernel arithmetic",
      "tip-2026-03 + lag-floor, kernel arithmetic",
    ]);
    assert.match(await status(page), /^row 23 of \d+ · t\+1\.8 · A wake\+ · differs$/);
    const row = await currentRow(page);
    assert.deepEqual(row.v, ["V0+1.5", "V0-14.6875"]);
    assert.equal(row.W, "5120");
    assert.deepEqual((await figures(page, "Cells that differ here"))["A.v"], ["V0+1.5", "V0-14.6875", "-16.1875"]);
    assert.deepEqual(await page.locator(".rule-changes > li > code").allTextContents(), ["delayed_lag", "requeue"]);
    assert.deepEqual(await page.locator(".why h2").allTextContents(), ["Why, in AA wakes up", "Why, in BA wakes up"]);
    const reasons = await page.locator(".why").allTextContents();
    assert.match(reasons[1], /floor/);
    assert.doesNotMatch(reasons[0], /floor/);
    const summary = await figures(page, "Summary");
    assert.deepEqual(summary.preemptions, ["7", "9", "+2"]);
    assert.deepEqual(summary["latency, max"], ["26.2", "10.2", "-16"]);
    assert.ok("v computations" in summary, "costs are summed up");
    assert.equal(
      await page.locator("#compare-command").textContent(),
      "eevdf-lab compare k-v-backward --a tip-2026-03 --b tip-2026-03+lag-floor",
    );
  }));

test("keys and buttons go from difference to difference, and to the first other decision", (t) =>
  visit(t, {}, async (page) => {
    await compare(page, "k-v-backward");
    const first = await status(page);
    await page.keyboard.press("n");
    assert.notEqual(await status(page), first);
    await page.keyboard.press("p");
    assert.equal(await status(page), first);
    await page.getByRole("button", { name: "First other decision" }).click();
    assert.match(await status(page), /t\+12 · pick D in A, pick A in B$/);
    assert.deepEqual((await currentRow(page)).event, ["pick D", "pick A"]);
    await page.keyboard.press("x");
    assert.equal(await status(page), first);
    assert.ok(await page.getByRole("button", { name: "Previous", exact: true }).isDisabled());
    await page.keyboard.press("Home");
    assert.match(await status(page), /^row 1 of/);
    // A figure of the summary leads to the step that has it.
    await page.locator(".two-lanes button", { hasText: "26.2" }).click();
    assert.match(await status(page), /pick/);
  }));

test("what only one lane does is said in words", (t) =>
  visit(t, {}, async (page) => {
    await compare(page, "k-m4-sum-jlag");
    const only = page.locator(".compared tr", { has: page.locator(".only") });
    assert.deepEqual(await only.locator("th").allTextContents(), ["pick T3 only B"]);
    await only.click();
    assert.match(await status(page), /pick T3, only in B$/);
    assert.match(await page.locator(".why").first().textContent(), /nothing happens here/);
  }));

test("lane B is chosen in a bar of its own, swapped, removed, and is there after a reload", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-lone-task");
    await page.locator("#compare").click();
    const bar = page.locator("#variant-b");
    await bar.waitFor();
    await page.getByText("The states are the same in all of").waitFor();
    await bar.locator("#kernel-b").selectOption("v6.12");
    await page.locator(".lanes .variant", { hasText: "v6.12" }).waitFor();
    await page.locator(".rule-changes li", { hasText: "MinVruntime" }).waitFor();
    const lanes = await page.locator(".lanes .variant").allTextContents();
    await page.getByRole("button", { name: "Swap" }).click();
    assert.deepEqual(await page.locator(".lanes .variant").allTextContents(), lanes.toReversed());
    await reload(page);
    assert.deepEqual(await page.locator(".lanes .variant").allTextContents(), lanes.toReversed());
    await page.getByRole("button", { name: "Remove B" }).click();
    assert.equal(await page.locator(".compared, .compare-bar, .compared-panel").count(), 0);
    assert.equal(await page.locator(".worked").count(), 1);
  }));

test("curves share a chart or are stacked; each lane has its CPU; the state shown is that of either lane", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-v-backward");
    await drawn(page);
    const alone = await pixels(page, "#chart-lag .below");
    await page.locator("#compare").click();
    await page.locator("#chart-occupancy-b").waitFor();
    await drawn(page);
    assert.notEqual((await pixels(page, "#chart-lag .below")).hash, alone.hash, "B's curves are there too");
    assert.equal(await page.locator("#chart-lag-b").count(), 0);
    await page.getByLabel("stacked").check();
    await page.locator("#chart-lag-b").waitFor();
    await drawn(page);
    assert.ok((await pixels(page, "#chart-lag-b .below")).painted > 0);
    const v = () => page.locator(".entities tbody tr").first().locator("td").nth(2).textContent();
    assert.equal(await v(), "V0+1.5");
    await page.locator('.lane-choices input[value="b"]').check();
    assert.equal(await v(), "V0-14.6875");
  }));

for (const [name, options] of [
  ["wide, light", {}],
  ["wide, dark", { scheme: "dark" }],
  ["narrow, light", { viewport: PHONE, dpr: 2, hasTouch: true }],
  ["narrow, dark", { viewport: PHONE, dpr: 2, hasTouch: true, scheme: "dark" }],
]) {
  test(`axe finds nothing in a comparison, and nothing is cut off, ${name}`, (t) =>
    visit(t, options, async (page) => {
      await compare(page, "k-m4-sum-jlag");
      await page.getByRole("button", { name: "First other decision" }).click();
      await drawn(page);
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await page.getByLabel("stacked").check();
      await page.locator(".lanes .variant").last().click();
      await page.locator("#variant-b").waitFor();
      await drawn(page);
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    }));
}
