// Buttons, scrubber, playing and keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { editor, openScenario, status, statusIs } from "./lib/page.mjs";

const button = (page, name) => page.locator(".stepbar").getByRole("button", { name, exact: true });

test("the buttons step, and those that lead nowhere are off", (t) =>
  visit(t, {}, async (page) => {
    const off = async () => {
      const names = ["First step", "One step back", "One step forward", "Last step"];
      const found = await Promise.all(names.map((name) => button(page, name).isDisabled()));
      return names.filter((_, i) => found[i]);
    };
    assert.deepEqual(await off(), ["First step", "One step back"]);
    await button(page, "One step forward").click();
    await statusIs(page, "step 2 of 21 · t · T1 join+");
    assert.deepEqual(await off(), []);
    await button(page, "Last step").click();
    await statusIs(page, "step 21 of 21 · t+60 · CPU idle");
    assert.deepEqual(await off(), ["One step forward", "Last step"]);
    await button(page, "One step back").click();
    await button(page, "First step").click();
    await statusIs(page, "step 1 of 21 · t · T1 join-");
  }));

test("the scrubber moves the cursor, dragged or with its own keys", (t) =>
  visit(t, {}, async (page) => {
    const scrubber = page.getByRole("slider", { name: "Step" });
    const { x, y, width, height } = await scrubber.boundingBox();
    await page.mouse.move(x + 8, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    await statusIs(page, "step 11 of 21 · t+40 · T1 leave-");
    await page.mouse.up();
    await page.keyboard.press("ArrowRight");
    await statusIs(page, "step 12 of 21 · t+40 · T1 leave+");
    assert.equal(await scrubber.getAttribute("aria-valuetext"), await status(page));
    assert.equal(await page.locator('tr[aria-current="step"]').getAttribute("data-row"), "11");
  }));

test("playing moves on at its speed, stops when asked and at the end, and starts over from there", (t) =>
  visit(t, {}, async (page) => {
    const speed = page.getByLabel("Speed of playing");
    await speed.selectOption("5");
    await button(page, "Play").click();
    await page.locator(".status", { hasText: /step ([4-9]|1\d) of 21/ }).waitFor();
    await button(page, "Pause").click();
    const paused = await status(page);
    await page.waitForTimeout(350);
    assert.equal(await status(page), paused);
    await speed.selectOption("10");
    await button(page, "Play").click();
    await statusIs(page, "step 21 of 21 · t+60 · CPU idle");
    await button(page, "Play").waitFor();
    await button(page, "Play").click();
    await page.locator(".status", { hasText: /step ([1-9]|1\d) of 21/ }).waitFor();
  }));

test("keys: space plays, comma and full stop follow the selected task, Esc lets it go", (t) =>
  visit(t, {}, async (page) => {
    await page.keyboard.press(" ");
    await button(page, "Pause").waitFor();
    await page.keyboard.press(" ");
    await button(page, "Play").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await page.locator("#chart-vruntime .legend").getByRole("button", { name: "T3" }).click();
    await page.keyboard.press(".");
    await statusIs(page, "step 6 of 21 · t · T3 join+");
    await page.keyboard.press(".");
    await statusIs(page, "step 18 of 21 · t+52 · pick T3");
    await page.keyboard.press(",");
    await statusIs(page, "step 6 of 21 · t · T3 join+");
    const pressed = page.locator('.legend button[aria-pressed="true"]');
    assert.ok((await pressed.count()) > 0);
    await page.keyboard.press("Escape");
    assert.equal(await pressed.count(), 0);
  }));

test("space on a focused button presses that button only", (t) =>
  visit(t, {}, async (page) => {
    await button(page, "One step forward").focus();
    await page.keyboard.press(" ");
    await statusIs(page, "step 2 of 21 · t · T1 join+");
    await button(page, "Play").waitFor();
  }));

test("keys do nothing while one types or chooses", (t) =>
  visit(t, {}, async (page) => {
    const area = await editor(page);
    await area.focus();
    for (const key of ["End", "ArrowLeft", " ", ".", "w", "f", "?", "e"]) await page.keyboard.press(key);
    assert.match(await status(page), /^step 1 of 21/);
    assert.ok(await area.isVisible());
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.locator("#speed").focus();
    await page.keyboard.press("End");
    assert.match(await status(page), /^step 1 of /);
  }));

test("the help opens with ? and closes with Esc, its button, or a click beside it", (t) =>
  visit(t, {}, async (page) => {
    const dialog = page.getByRole("dialog", { name: "Help" });
    await page.keyboard.press("?");
    await dialog.waitFor();
    assert.match(await dialog.textContent(), /zoom in.*V \+ J/s);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Help" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("?");
    await page.mouse.click(5, 450);
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("ArrowRight");
    await statusIs(page, "step 2 of 21 · t · T1 join+");
  }));

test("a step is announced politely, once it is reached", (t) =>
  visit(t, {}, async (page) => {
    const announcer = page.locator("#announcer");
    assert.equal(await announcer.textContent(), "");
    for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
    await page.locator("#announcer", { hasText: "step 8 of 21: t+24, T2" }).waitFor();
    assert.equal(await announcer.getAttribute("role"), "status");
  }));

test("another scenario starts at its first step", (t) =>
  visit(t, {}, async (page) => {
    await page.keyboard.press("End");
    await openScenario(page, "case-32");
    assert.match(await status(page), /^step 1 of /);
    assert.match(await page.locator("#table-title").textContent(), /Lags of three equal tasks/);
  }));
