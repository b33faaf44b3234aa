// Editing a scenario: errors at their line, the last good run beside them, and nothing typed ever lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { editor, openScenario, reload, status, statusIs, tableTexts } from "./lib/page.mjs";

const diagnostics = (page) => page.locator(".diagnostics li");

/** Puts the caret behind `text` in the area, which has it once. */
const caretBehind = (area, text) =>
  area.evaluate((area, text) => {
    const at = area.value.indexOf(text) + text.length;
    area.focus();
    area.setSelectionRange(at, at);
  }, text);

test("a typing error is shown at its line while the last good table stays; fixed, the table changes", (t) =>
  visit(t, {}, async (page) => {
    const area = await editor(page);
    const before = await tableTexts(page);
    await caretBehind(area, "at 52 slee");
    await page.keyboard.type("e");
    await diagnostics(page).first().waitFor();
    assert.equal(await diagnostics(page).count(), 1);
    assert.match(await diagnostics(page).textContent(), /line 18.*`sleeep`.*did you mean `sleep`.*expected/s);
    assert.equal(await page.locator(".backdrop .line").nth(17).getAttribute("class"), "line error");
    assert.equal(await page.locator(".backdrop mark.error").textContent(), "sleeep");
    assert.equal(await area.getAttribute("aria-invalid"), "true");
    assert.deepEqual(await tableTexts(page), before);
    await page.getByText("this is its last version without").waitFor();

    await page.getByRole("button", { name: "line 18" }).click();
    assert.equal(await area.evaluate((a) => a.value.slice(a.selectionStart, a.selectionEnd)), "sleeep");
    await page.keyboard.type("sleep");
    await caretBehind(area, "at 5");
    await page.keyboard.press("Delete");
    await page.keyboard.type("0");
    await page.locator(".worked td", { hasText: "t+50" }).first().waitFor();
    assert.equal(await diagnostics(page).count(), 0);
    assert.equal(await area.getAttribute("aria-invalid"), "false");
    const after = await tableTexts(page);
    const rows = (texts, label) => texts.filter(([, event]) => event === label).map((row) => row.join(" "));
    assert.deepEqual(rows(after, "T2 leave-").at(-1), "t+50 T2 leave- 2 16 8 V0+21 V0+14 V0+13 -1");
    assert.deepEqual(after.slice(0, 16), before.slice(0, 16));
  }));

test("the cursor stays at its step while the text after it changes", (t) =>
  visit(t, {}, async (page) => {
    for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
    const area = await editor(page);
    await caretBehind(area, "at 6");
    await page.keyboard.press("Delete");
    await page.keyboard.type("6");
    await page.locator(".worked td", { hasText: "t+66" }).first().waitFor();
    await statusIs(page, "step 9 of 21 · t+24 · T2 leave+");
  }));

test("a reload restores what was typed, also a text with errors, and the step", (t) =>
  visit(t, {}, async (page) => {
    const area = await editor(page);
    const good = (await area.inputValue()).replace("at 60 sleep T3", "at 64 sleep T3");
    await area.fill(good);
    await page.locator(".worked td", { hasText: "t+64" }).first().waitFor();
    const table = await tableTexts(page);
    await area.fill(good + "at 70 wake\n");
    // Not even a pause after the last key is needed.
    await reload(page);
    assert.equal(await (await editor(page)).inputValue(), good + "at 70 wake\n");
    await diagnostics(page).first().waitFor();
    assert.deepEqual(await tableTexts(page), table);
  }));

test("the gallery stays as it is, and an edited copy waits under its own name", (t) =>
  visit(t, {}, async (page) => {
    const area = await editor(page);
    await area.fill("title Mine\nkernel ideal\ntask A\nat 0 wake A\n");
    const copies = page.locator('#scenario optgroup[label="Your edited copies"] option');
    assert.deepEqual(await copies.allTextContents(), ["Mine"]);
    await openScenario(page, "case-32");
    assert.match(await area.inputValue(), /Lags of three equal tasks/);
    await area.fill("title Also mine\ntask B\nat 0 wake B\n");
    assert.deepEqual(await copies.allTextContents(), ["Mine", "Also mine"]);
    await page.locator("#scenario").selectOption({ label: "Mine" });
    assert.match(await area.inputValue(), /^title Mine\n/);
    await openScenario(page, "m4-sum-jlag");
    assert.match(await area.inputValue(), /patch sum-jlag/);
    await reload(page);
    await page.locator("#scenario").selectOption({ label: "Also mine" });
    assert.match(await (await editor(page)).inputValue(), /^title Also mine\n/);
  }));

test("a deleted copy can be put back", (t) =>
  visit(t, {}, async (page) => {
    const area = await editor(page);
    await area.fill("title Mine\ntask A\nat 0 wake A\n");
    await page.getByRole("button", { name: "Delete copy" }).click();
    assert.match(await area.inputValue(), /patch sum-jlag/);
    await page.getByRole("button", { name: "Put it back" }).click();
    assert.match(await area.inputValue(), /^title Mine\n/);
  }));

test("two windows do not delete each other's copies", (t) =>
  visit(t, {}, async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await (await editor(other)).fill("title Theirs\ntask A\n");
    await (await editor(page)).fill("title Mine\ntask A\n");
    await openScenario(page, "case-32");
    await reload(page);
    const copies = await page.locator('#scenario optgroup[label="Your edited copies"] option').allTextContents();
    assert.deepEqual(copies.sort(), ["Mine", "Theirs"]);
  }));

test("a browser that keeps nothing is told so, and the page works on", (t) => {
  const before = (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
  return visit(t, { before }, async (page) => {
    const area = await editor(page);
    await page.getByText("This browser keeps nothing").waitFor();
    await area.fill("task A\nat 0 wake A\n");
    await page.locator(".status", { hasText: "of 3" }).waitFor();
  });
});

test("a failure of the program says so, and the text can still be copied", (t) =>
  visit(t, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const text = "title Precious\ntask A\nat 0 wake A\n";
    await (await editor(page)).fill(text);
    await page.evaluate(() => {
      try {
        window.wasmBindings.provoke_failure();
      } catch {
        // The trap that ends a panic.
      }
    });
    const message = page.getByRole("alert");
    await message.getByRole("heading", { name: "EEVDF Lab has failed" }).waitFor();
    assert.equal(await message.getByLabel("Your scenario").inputValue(), text);
    await message.getByRole("button", { name: "Copy the scenario" }).click();
    await message.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    assert.match(page.problems.shift(), /provoked/);
    await reload(page);
    assert.equal(await (await editor(page)).inputValue(), text);
  }));
