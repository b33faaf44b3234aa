// What is visible where, for whom, and in which colours.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, drawn, editor, openScenario, status } from "./lib/page.mjs";

/** Opens everything that can be opened beside the step. */
async function openAll(page) {
  await editor(page);
  for (const id of ["#orders", "#checks", "#diagram"]) await page.locator(`${id} summary`).click();
  await page.keyboard.press("Escape");
}

test("at 1440 x 900 everything of every step of the second table is visible without scrolling", (t) =>
  visit(t, {}, async (page) => {
    for (let step = 1; step <= 21; step++) {
      const hidden = await page.evaluate(() => {
        const top = document.querySelector(".top").getBoundingClientRect().bottom;
        const bottom = document.querySelector(".stepbar").getBoundingClientRect().top;
        const parts = [".title", ".table-box", ".differences", ".why", ".chart", ".entities", ".queue dl"];
        const boxes = parts.flatMap((part) => [...document.querySelectorAll(part)].map((element) => [part, element.getBoundingClientRect()]));
        const table = document.querySelector(".table-box");
        if (table.scrollHeight > table.clientHeight) boxes.push(["rows of the table", { top: 0, bottom: Infinity }]);
        return boxes.filter(([, box]) => box.top < top || box.bottom > bottom).map(([part]) => part);
      });
      assert.deepEqual(hidden, [], await status(page));
      await page.keyboard.press("ArrowRight");
    }
  }));

for (const [name, options] of [
  ["wide, light", {}],
  ["wide, dark", { scheme: "dark" }],
  ["narrow, light", { viewport: PHONE, dpr: 2, hasTouch: true }],
  ["narrow, dark", { viewport: PHONE, dpr: 2, hasTouch: true, scheme: "dark" }],
]) {
  test(`axe finds nothing with everything open, ${name}`, (t) =>
    visit(t, options, async (page) => {
      for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
      await openAll(page);
      await assertAccessible(page);
      await (await editor(page)).fill("kernel ideal\ntsak A\nat 0 wake B\n");
      await page.locator(".diagnostics li").first().waitFor();
      await assertAccessible(page);
      await page.getByRole("button", { name: "Help" }).click();
      await page.getByRole("dialog").waitFor();
      await assertAccessible(page);
    }));
}

for (const width of [320, 360, 400, 600, 768, 1024, 1080, 1280, 1440, 1920]) {
  test(`nothing is cut off at ${width} px`, (t) =>
    visit(t, { viewport: { width, height: 780 }, hasTouch: width < 800 }, async (page) => {
      await assertNoSidewaysScroll(page);
      await openAll(page);
      await openScenario(page, "diagram-evdf-7");
      await page.keyboard.press("End");
      await drawn(page);
      await assertNoSidewaysScroll(page);
      const outside = await page.evaluate(() => {
        const own = (element) => element.closest(".table-box, .entities-box, .scroll, pre, .code, .sr-only, dialog, svg, .tooltip, option");
        const elements = [...document.querySelectorAll("body *")].filter((element) => !own(element) && element.getClientRects().length > 0);
        const right = document.documentElement.clientWidth;
        return elements.filter((e) => e.getBoundingClientRect().right > right + 0.5).map((e) => `${e.tagName}.${e.className}`);
      });
      assert.deepEqual(outside, []);
    }));
}

test("controls are large enough for fingers on a touch screen", (t) =>
  visit(t, { viewport: PHONE, dpr: 2, hasTouch: true, isMobile: true }, async (page) => {
    const small = await page.locator(".top button, .top select, .stepbar button, .stepbar select, summary, .legend button, .entities button").evaluateAll((controls) =>
      controls
        .map((control) => [control.getAttribute("aria-label") ?? control.textContent, control.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44))
        .map(([name, box]) => `${name}: ${box.width} x ${box.height}`),
    );
    assert.deepEqual(small, []);
  }));

test("no control without a name, and every one a native element", (t) =>
  visit(t, {}, async (page) => {
    await openAll(page);
    const nameless = await page.locator("button, select, input, textarea").evaluateAll((controls) =>
      controls
        .filter((control) => !(control.getAttribute("aria-label") || control.textContent.trim() || control.labels?.length))
        .map((control) => control.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, []);
    assert.equal(await page.locator('[role="button"], [role="slider"], [role="checkbox"], [role="listbox"]').count(), 0);
  }));

test("the page carries no inline style of its own making", (t) =>
  visit(t, {}, async (page) => {
    const response = await page.request.get(page.url());
    assert.doesNotMatch(await response.text(), /\sstyle\s*=/);
  }));
