// What leaves the page as text: the table, the join orders, the diagram.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { drawn, openScenario, statusIs } from "./lib/page.mjs";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

test("the table is copied as plain text of at most 78 columns", (t) =>
  visit(t, clipboard, async (page) => {
    await page.getByRole("button", { name: "Copy table" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await copied(page);
    assert.match(text, /^Joins and leaves with sum_jlag/);
    assert.match(text, /T2 join\+.*\|> *2 .*\|> *36 .*\|> *18 /);
    assert.ok(text.split("\n").slice(1).every((line) => line.length <= 78), text);
    await page.getByRole("button", { name: "Copy table" }).waitFor();
  }));

test("a browser that refuses the clipboard gets the text selected", (t) => {
  const before = (page) =>
    page.addInitScript(() => {
      Clipboard.prototype.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
  return visit(t, { before }, async (page) => {
    await page.getByRole("button", { name: "Copy table" }).click();
    const area = page.getByLabel("press Ctrl+C");
    await area.waitFor();
    await drawn(page);
    const selected = await area.evaluate((a) => a.value.slice(a.selectionStart, a.selectionEnd));
    assert.match(selected, /^Joins and leaves with sum_jlag/);
    assert.ok(await area.evaluate((a) => document.activeElement === a));
    await page.getByRole("button", { name: "Close" }).click();
    await area.waitFor({ state: "detached" });
  });
});

test("the six join orders: what each does to vruntimes, eligibility and the pick", (t) =>
  visit(t, clipboard, async (page) => {
    await openScenario(page, "m4-join-123");
    await page.locator("#orders summary").click();
    const rows = await page.locator(".orders tbody").evaluate((body) => [...body.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join(" | ")));
    assert.deepEqual(rows, [
      "T1 T2 T3 | V0 | V0-72 | V0-18 | V0-30 | T2 < T3 < T1 | T2 | T2",
      "T1 T3 T2 | V0 | V0-42 | V0+24 | V0-6 | T2 < T1 < T3 | T2 | T2",
      "T2 T1 T3 | V0 | V0 | V0+18 | V0+6 | T1 = T2 < T3 | T1 T2 | T1",
      "T2 T3 T1 | V0+12 | V0 | V0+24 | V0+12 | T2 < T1 < T3 | T1 T2 | T2",
      "T3 T1 T2 | V0 | V0-54 | V0 | V0-18 | T2 < T1 = T3 | T2 | T2",
      "T3 T2 T1 | V0-36 | V0-72 | V0 | V0-36 | T2 < T1 < T3 | T1 T2 | T2",
    ]);
    await page.getByRole("button", { name: "Copy orders" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(await copied(page), /T3 T2 T1 .*V0-36 .*V0-72 .*V0 /);
  }));

test("with sum_jlag all join orders come out alike", (t) =>
  visit(t, {}, async (page) => {
    await page.locator("#orders summary").click();
    await page.getByText("The order of joining makes no difference").waitFor();
    assert.deepEqual(new Set(await page.locator(".orders tbody td:nth-child(7)").allTextContents()), new Set(["T2 < T1 < T3"]));
  }));

test("the diagram as text, from the state at the cursor, or the reason why there is none", (t) =>
  visit(t, clipboard, async (page) => {
    await page.locator("#diagram summary").click();
    await page.getByText("There is no diagram of this step: the queue is empty.").waitFor();
    await page.getByRole("button", { name: /Go to step \d+/ }).click();
    await page.locator("pre.diagram").waitFor();
    await openScenario(page, "diagram-eevdf-3");
    await statusIs(page, "step 1 of 46 · t · start+");
    const text = await page.locator("pre.diagram").textContent();
    assert.ok(text.includes("t=0 V=1\n A |----<\n>B  |<\n C   |----------------<\n   |*--------|---------|---------|---------|----\n"), text);
    await page.getByRole("button", { name: "Copy diagram" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await copied(page), text);
  }));
