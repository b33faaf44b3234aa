// Kernel, patches, features and arithmetic chosen in the page; raw words; the difference to exact arithmetic; warnings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, drawn, editor, openScenario, reload, statusIs, tableTexts } from "./lib/page.mjs";

/** Opens the variant bar if it is not open. */
async function variantBar(page) {
  const bar = page.locator("#variant");
  if (!(await bar.isVisible())) await page.locator(".top").getByRole("button", { name: "Variant" }).click();
  await bar.waitFor();
  return bar;
}

const fieldNames = (page) => page.locator(".queue dt").evaluateAll((names) => names.map((name) => name.textContent.trim().split(" ")[0]));

const shown = (page) => page.locator(".title .variant").textContent();

/** The value of a field of the queue, line by line. */
const fieldLines = (page, name) =>
  page.locator(".queue dl > div").evaluateAll(
    (fields, name) =>
      fields
        .filter((field) => field.querySelector("dt").textContent.trim().split(" ")[0] === name)
        .flatMap((field) => [...field.querySelectorAll("dd > span")].map((line) => line.textContent.trim())),
    name,
  );

test("another kernel changes the table and the names of the queue's fields, and as written brings both back", (t) =>
  visit(t, {}, async (page) => {
    const before = await tableTexts(page);
    const bar = await variantBar(page);
    assert.equal(await bar.locator(".summary").textContent(), "ideal + sum-jlag, exact arithmetic");
    await page.locator("#kernel").selectOption("v7.2");
    await page.locator(".title .variant", { hasText: "v7.2, kernel arithmetic" }).waitFor();
    assert.notDeepEqual(await tableTexts(page), before);
    const names = await fieldNames(page);
    for (const name of ["zero_vruntime", "sum_w_vruntime", "sum_weight", "nr_queued"]) assert.ok(names.includes(name), names.join());
    assert.equal(await page.locator("#command").textContent(), "eevdf-lab run m4-sum-jlag --kernel v7.2 --patch none");
    await page.locator("#kernel").selectOption("v6.12");
    await page.locator(".title .variant", { hasText: "v6.12" }).waitFor();
    const old = await fieldNames(page);
    for (const name of ["min_vruntime", "avg_vruntime", "avg_load", "nr_running"]) assert.ok(old.includes(name), old.join());
    assert.ok(!old.includes("zero_vruntime"));
    await page.getByRole("button", { name: "As written" }).click();
    await page.locator(".title .variant", { hasText: "ideal + sum-jlag" }).waitFor();
    assert.deepEqual(await tableTexts(page), before);
  }));

test("a patch that does not fit the kernel cannot be chosen and says what it fits", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-v-backward");
    await variantBar(page);
    const patch = page.getByLabel("sum-jlag", { exact: true });
    assert.ok(await patch.isDisabled());
    assert.match(await page.locator(`#${await patch.getAttribute("aria-describedby")}`).textContent(), /\(fits ideal, v6\.19-rc1\)/);
    await page.getByLabel("lag-floor", { exact: true }).check();
    assert.equal(await shown(page), "tip-2026-03 + lag-floor, kernel arithmetic");
  }));

test("a feature is switched, marked where it differs from the kernel's default, and switched back", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-delay-wake-before");
    const before = await tableTexts(page);
    await variantBar(page);
    const feature = page.getByLabel("DELAY_DEQUEUE", { exact: true });
    assert.ok(await feature.isChecked());
    await feature.uncheck();
    assert.match(await page.locator("#feature-DELAY_DEQUEUE-note").textContent(), /on by default/);
    assert.match(await page.locator("#command").textContent(), /--feature NO_DELAY_DEQUEUE$/);
    assert.notDeepEqual(await tableTexts(page), before);
    await feature.check();
    assert.deepEqual(await tableTexts(page), before);
    assert.doesNotMatch(await page.locator("#command").textContent(), /--/);
  }));

test("what is chosen is there after a reload, and belongs to its scenario", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-32");
    await variantBar(page);
    await page.locator("#kernel").selectOption("v7.2");
    await page.locator("#arith").selectOption("exact");
    await page.locator(".title .variant", { hasText: "v7.2, exact arithmetic" }).waitFor();
    const table = await tableTexts(page);
    await reload(page);
    assert.equal(await shown(page), "v7.2, exact arithmetic");
    assert.deepEqual(await tableTexts(page), table);
    await openScenario(page, "m4-sum-jlag");
    assert.equal(await shown(page), "ideal + sum-jlag, exact arithmetic");
  }));

test("a variant that the text does not allow says why, and the last good run stays", (t) =>
  visit(t, {}, async (page) => {
    await (await editor(page)).fill("task A\ntask B lag=40/3\nat 0 wake A\nat 0 wake B\n");
    await page.locator(".worked tbody tr").nth(3).waitFor();
    await page.locator(".status", { hasText: "of 5" }).waitFor();
    const table = await tableTexts(page);
    await variantBar(page);
    await page.locator("#kernel").selectOption("v7.2");
    assert.match(await page.locator(".variant-bar .problem").textContent(), /Line 2: .*40\/3.*whole number of ns/);
    assert.deepEqual(await tableTexts(page), table);
    await page.getByText("The text has errors in this variant").waitFor();
  }));

test("raw words: virtual times signed and as 64 unsigned bits, times in ns", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-table-base");
    const before = await fieldLines(page, "zero_vruntime");
    await page.getByLabel("raw words").check();
    const [signed, unsigned] = await fieldLines(page, "zero_vruntime");
    assert.match(signed, /^-\d+$/);
    assert.equal(unsigned, `u64 ${BigInt.asUintN(64, BigInt(signed))}`);
    assert.match(await page.locator(".entities tbody tr").first().textContent(), /\d+ ns/);
    await page.getByLabel("raw words").uncheck();
    assert.deepEqual(await fieldLines(page, "zero_vruntime"), before);
  }));

const ROUNDING = "kernel v7.2\nvstart 0\ntask A\ntask B\ntask C\nat 0 wake A\nat 0 wake B\nat 0 wake C\nat 100 tick\n";
const PARTING =
  "kernel v7.2\nvstart 0\nfeature NO_DELAY_DEQUEUE\ntask R slice=100\ntask A nice=1 slice=1000\ntask B slice=1248\n" +
  "at 0 wake R\nat 0 wake A\nat 0 wake B\nat 50 sleep R\nat 60 end\n";

test("the difference to exact arithmetic is told as exact fractions, up to where the two runs part", (t) =>
  visit(t, {}, async (page) => {
    assert.ok(await page.getByLabel("difference to exact").isDisabled(), "an exact run has none");
    const area = await editor(page);
    await area.fill(ROUNDING);
    await page.locator(".title .variant", { hasText: "v7.2" }).waitFor();
    await page.getByLabel("difference to exact").check();
    await page.locator(".stepbar").getByRole("button", { name: "Last step" }).click();
    assert.deepEqual(await fieldLines(page, "avg_vruntime()"), ["V0+33", "-1/3 ns"]);
    assert.deepEqual(await page.locator(".entities tbody tr").nth(1).locator(".difference").allTextContents(), ["0", "0", "-1/3 ns"]);
    await page.getByText("Exact arithmetic decides the same at every step.").waitFor();

    await area.fill(PARTING);
    await page.getByText("Exact arithmetic decides otherwise from").waitFor();
    await page.locator(".views").getByRole("button", { name: /^step \d+$/ }).click();
    await page.locator(".status", { hasText: "pick A" }).waitFor();
    assert.equal(await page.locator(".difference").count(), 0);
    await page.keyboard.press("ArrowLeft");
    assert.notEqual(await page.locator(".difference").count(), 0);
  }));

test("the second table on the patched kernel: four cells differ from the mail's, each with its reason", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-m4-sum-jlag");
    const marked = await page.locator(".worked .differs").evaluateAll((buttons) =>
      buttons.map((button) => {
        const cell = button.closest("td");
        return `${cell.closest("tr").cells[1].textContent}: ${cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent}`;
      }),
    );
    assert.deepEqual(marked, ["T3 join-: J", "T3 join-: V", "T3 leave+: V+J", "T3 leave+: V"]);
    const reasons = await page.locator(".differences .reason").allTextContents();
    assert.ok(reasons.length > 0 && reasons.every((reason) => reason.length > 10), reasons.join("\n"));
  }));

test("a step with a warning is marked in its row, found by key and button, and explained", (t) =>
  visit(t, {}, async (page) => {
    await (await editor(page)).fill("kernel v7.2\ntask A\nat 0 wake A\nat 5 wake A\nat 9 end\n");
    await page.getByText("1 step has a warning").waitFor();
    await page.getByRole("button", { name: "Next warning" }).click();
    const row = page.locator('.worked tr[aria-current="step"]');
    assert.match(await row.textContent(), /\(warning\)/);
    assert.equal(await page.locator(".worked .warned").count(), 1);
    assert.match(await page.locator(".why .warning").textContent(), /Warning: .*does nothing/);
    assert.equal(await page.locator(".why .warning svg").count(), 1);
    await page.locator(".table-box").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("!");
    assert.match(await row.textContent(), /\(warning\)/);
  }));

for (const [name, options] of [
  ["wide, light", {}],
  ["wide, dark", { scheme: "dark" }],
  ["narrow, light", { viewport: PHONE, dpr: 2, hasTouch: true }],
  ["narrow, dark", { viewport: PHONE, dpr: 2, hasTouch: true, scheme: "dark" }],
]) {
  test(`axe finds nothing in the variant bar, raw words and differences, and nothing is cut off, ${name}`, (t) =>
    visit(t, options, async (page) => {
      await (await editor(page)).fill(`${ROUNDING}at 200 wake A\n`);
      await page.locator(".title .variant", { hasText: "v7.2" }).waitFor();
      await variantBar(page);
      await page.getByLabel("raw words").check();
      await page.getByLabel("difference to exact").check();
      await page.getByLabel("PREEMPT_SHORT", { exact: true }).uncheck();
      await page.getByRole("button", { name: "Next warning" }).click();
      await drawn(page);
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      const outside = await page.evaluate(() => {
        const right = document.documentElement.clientWidth;
        const elements = [...document.querySelectorAll(".variant-bar *, .warnings *, .views *, .queue *")];
        return elements.filter((e) => e.getClientRects().length > 0 && e.getBoundingClientRect().right > right + 0.5).map((e) => `${e.tagName}.${e.className}`);
      });
      assert.deepEqual(outside, []);
      await page.locator("#kernel").selectOption("ideal");
      await drawn(page);
      await assertAccessible(page);
    }));
}
