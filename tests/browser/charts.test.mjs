// The charts: that they show something, what redraws when, and how their values are reached.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { drawn, editor, openScenario, pixels, reload, statusIs } from "./lib/page.mjs";

const OVER_TIME = ["occupancy", "vruntime", "lag", "vandj"].map((name) => `#chart-${name}`);
const NOW = "#chart-virtualtime";

for (const dpr of [1, 2]) {
  test(`stepping draws the cursor anew and leaves the curves alone, at ${dpr} device px per CSS px`, (t) =>
    visit(t, { dpr }, async (page) => {
      const look = async () => {
        await drawn(page);
        const seen = {};
        for (const chart of [...OVER_TIME, NOW]) seen[chart] = { below: await pixels(page, `${chart} .below`), above: await pixels(page, `${chart} .above`) };
        return seen;
      };
      const first = await look();
      for (const chart of [...OVER_TIME, NOW]) {
        const { below } = first[chart];
        assert.equal(below.width, Math.round(below.cssWidth * dpr), `${chart} is as wide as its box in device px`);
        assert.equal(below.height, Math.round(below.cssHeight * dpr), `${chart} is as high as its box in device px`);
        assert.ok(below.painted > 500, `${chart} is blank`);
      }
      for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
      await statusIs(page, "step 8 of 21 · t+24 · T2 leave-");
      const later = await look();
      for (const chart of OVER_TIME) {
        assert.equal(later[chart].below.hash, first[chart].below.hash, `the curves of ${chart} were drawn anew`);
        assert.ok(later[chart].above.painted > 50, `${chart} has no cursor`);
        assert.notEqual(later[chart].above.hash, first[chart].above.hash, `the cursor of ${chart} did not move`);
      }
      assert.notEqual(later[NOW].below.hash, first[NOW].below.hash, "the virtual-time axis does not follow the cursor");
    }));
}

test("an edit, a zoom and the theme draw the curves anew", (t) =>
  visit(t, {}, async (page) => {
    const hash = async () => (await drawn(page), (await pixels(page, "#chart-vruntime .below")).hash);
    const seen = [await hash()];
    const different = async (what) => {
      const now = await hash();
      assert.ok(!seen.includes(now), `${what} changed nothing`);
      seen.push(now);
    };
    await page.keyboard.press("w");
    await different("zooming in");
    await page.keyboard.press("d");
    await different("moving on");
    await page.keyboard.press("f");
    assert.equal(await hash(), seen[0], "fitting shows the whole run again");
    await page.getByLabel("Theme").selectOption("dark");
    await different("the dark theme");
    await page.getByLabel("Theme").selectOption("light");
    assert.equal(await hash(), seen[0]);
    const area = await editor(page);
    await different("a narrower chart");
    await area.fill((await area.inputValue()).replace("at 60 sleep T3", "at 70 sleep T3"));
    await page.locator(".worked td", { hasText: "t+70" }).first().waitFor();
    await different("another run");
  }));

test("the theme follows the system until one is chosen", (t) =>
  visit(t, {}, async (page) => {
    const theme = () => page.locator("html").getAttribute("data-theme");
    assert.equal(await theme(), "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.getByLabel("Theme").selectOption("light");
    assert.equal(await theme(), "light");
    await reload(page);
    assert.equal(await theme(), "light");
  }));

test("the legend shows each curve's value at the cursor and selects tasks", (t) =>
  visit(t, {}, async (page) => {
    const legend = (chart) => page.locator(`${chart} .legend li`).evaluateAll((items) => items.map((i) => [...i.querySelectorAll(".name, .value")].map((s) => s.textContent).join(" ").trim()));
    for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
    await statusIs(page, "step 9 of 21 · t+24 · T2 leave+");
    assert.deepEqual(await legend("#chart-vruntime"), ["T1 V0", "T2", "T3 V0+12", "V V0+6"]);
    assert.deepEqual(await legend("#chart-lag"), ["T1 6", "T2", "T3 -6"]);
    assert.deepEqual(await legend("#chart-vandj"), ["V V0+6", "J 2", "V+J V0+8"]);
    const before = (await pixels(page, "#chart-vruntime .below")).hash;
    await page.locator("#chart-lag .legend").getByRole("button", { name: "T1" }).click();
    await drawn(page);
    assert.notEqual((await pixels(page, "#chart-vruntime .below")).hash, before, "the selected task does not stand out");
  }));

test("pointing at a curve shows its exact value, a click goes there", (t) =>
  visit(t, {}, async (page) => {
    const plot = page.locator("#chart-vruntime .plot");
    const { width } = await plot.boundingBox();
    const tip = page.locator("#chart-vruntime .tooltip");
    // The last instant of the run: T3 at V0+20, where V is too.
    await plot.hover({ position: { x: width - 16, y: 14 } });
    await page.locator("#chart-vruntime .tooltip.shown").waitFor();
    assert.match(await tip.textContent(), /^(T3|V) V0\+20t\+60$/);
    await plot.click({ position: { x: width - 16, y: 14 } });
    await page.locator(".status", { hasText: "t+60" }).waitFor();
    await page.mouse.move(5, 5);
    await page.locator("#chart-vruntime .tooltip.shown").waitFor({ state: "detached" });
  }));

test("the focus shows a curve's exact value at the cursor, up and down keys the others'", (t) =>
  visit(t, {}, async (page) => {
    for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
    await page.locator("#chart-lag .legend").getByRole("button", { name: "T3" }).click();
    await page.locator("#chart-lag .plot").focus();
    const tip = (text) => page.locator("#chart-lag .tooltip.shown", { hasText: text }).waitFor();
    await tip("T3 -12");
    await page.keyboard.press("ArrowDown");
    await tip("T1 0");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await tip("T2 12");
  }));

test("a run in which no time passes is drawn over its steps", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "m4-join-123");
    await drawn(page);
    assert.ok((await pixels(page, "#chart-vruntime .below")).painted > 500);
    assert.equal(await page.locator("#chart-vandj").count(), 0, "V alone is in the first chart already");
  }));
