// The worked table, stepped through with real keys and clicks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { openScenario, status, statusIs, tableTexts } from "./lib/page.mjs";

// The second table of the mail as the model computes it. Two cells of `T3 join-` differ from the printed ones.
const SECOND_TABLE = `
time | event      |  W | sumJ |  J  | V+J     | v     | V     | lag
t    | T1 join-   |  0 |    0 |  0* | V0*     | NA    | V0    |   0
t    | T1 join+   |  1 |    0 |  0  | V0      | V0    | V0    |   0
t    | T2 join-   |  1 |    0 |  0  | V0      | NA    | V0    |  36
t    | T2 join+   |  2 |   36 | 18  | V0      | V0-36 | V0-18 |  18
t    | T3 join-   |  2 |   36 | 18  | V0      | NA    | V0-18 | -12
t    | T3 join+   |  3 |   24 |  8  | V0      | V0+12 | V0-8  | -20
t    | pick T2    |  3 |   24 |  8  | V0      | V0-36 | V0-8  |  28
t+24 | T2 leave-  |  3 |   24 |  8  | V0+8    | V0-12 | V0    |  12
t+24 | T2 leave+  |  2 |    4 |  2  | V0+8    | NA    | V0+6  |  12
t+24 | pick T1    |  2 |    4 |  2  | V0+8    | V0    | V0+6  |   6
t+40 | T1 leave-  |  2 |    4 |  2  | V0+16   | V0+16 | V0+14 |  -2
t+40 | T1 leave+  |  1 |    4 |  4  | V0+16   | NA    | V0+12 |  -2
t+40 | T2 rejoin- |  1 |    4 |  4  | V0+16   | NA    | V0+12 |  12
t+40 | T2 rejoin+ |  2 |   16 |  8  | V0+16   | V0+4  | V0+8  |   4
t+40 | pick T2    |  2 |   16 |  8  | V0+16   | V0+4  | V0+8  |   4
t+52 | T2 leave-  |  2 |   16 |  8  | V0+22   | V0+16 | V0+14 |  -2
t+52 | T2 leave+  |  1 |   10 | 10  | V0+22   | NA    | V0+12 |  -2
t+52 | pick T3    |  1 |   10 | 10  | V0+22   | V0+12 | V0+12 |   0
t+60 | T3 leave-  |  1 |   10 | 10  | V0+30   | V0+20 | V0+20 |   0
t+60 | T3 leave+  |  0 |    0 |  0* | V0+20*  | NA    | V0+20 |   0
`
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));
const ROWS = SECOND_TABLE.slice(1);

/** The one row that is marked as the cursor's: its number and texts. */
const currentRow = (page) =>
  page.locator('.worked tr[aria-current="step"]').evaluateAll((rows) => {
    if (rows.length !== 1) throw new Error(`${rows.length} rows are current`);
    return { row: Number(rows[0].dataset.row), texts: [...rows[0].cells].map((cell) => cell.textContent.trim()) };
  });

/** The printed cells that differ, as `row label: column`. */
const marked = (page) =>
  page.locator(".worked .differs").evaluateAll((buttons) =>
    buttons.map((button) => {
      const cell = button.closest("td");
      const head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent;
      return `${cell.closest("tr").cells[1].textContent}: ${head}`;
    }),
  );

test("the second table of the mail: every cell of every row, one key a step", (t) =>
  visit(t, {}, async (page) => {
    assert.deepEqual(await tableTexts(page), SECOND_TABLE);
    for (const [row, texts] of ROWS.entries()) {
      if (row > 0) await page.keyboard.press("ArrowRight");
      const [time, event] = texts;
      await statusIs(page, `step ${row + 1} of 21 · ${time} · ${event}`);
      assert.deepEqual(await currentRow(page), { row, texts });
      assert.deepEqual(await marked(page), ["T3 join-: J", "T3 join-: V"]);
    }
    await page.keyboard.press("ArrowRight");
    await statusIs(page, "step 21 of 21 · t+60 · CPU idle");
    for (let row = ROWS.length - 1; row >= 0; row--) {
      await page.keyboard.press("ArrowLeft");
      assert.deepEqual(await currentRow(page), { row, texts: ROWS[row] });
    }
  }));

test("each step has its reason, with the numbers of its row", (t) =>
  visit(t, {}, async (page) => {
    const why = page.locator(".why");
    for (const [row, [, event, , , , sum, v, V]] of ROWS.entries()) {
      if (row > 0) await page.keyboard.press("ArrowRight");
      await statusIs(page, `step ${row + 1} of 21 · ${ROWS[row][0]} · ${event}`);
      const text = await why.textContent();
      if (event.endsWith("join+")) for (const value of [`= ${v}`, `= ${sum} (unchanged)`]) assert.ok(text.includes(value), `${event}: ${text}`);
      if (event.endsWith("leave+") && row < 19) assert.ok(text.includes(`= ${V}`), `${event}: ${text}`);
      if (event.startsWith("pick")) assert.match(text, new RegExp(`${event.slice(5)} (is picked|runs on)`));
    }
  }));

test("the cells that the mail prints otherwise are explained once, and to whoever reaches them", (t) =>
  visit(t, {}, async (page) => {
    const notes = page.locator(".differences li");
    assert.equal(await notes.count(), 1);
    const text = await notes.textContent();
    for (const part of ["T3 join-", "J is 18, printed 0", "V is V0-18, printed V0", "The row above"]) assert.ok(text.includes(part), text);
    const cell = page.locator(".worked .differs").first();
    await cell.focus();
    assert.match(await page.locator(`#${await cell.getAttribute("aria-describedby")}`).textContent(), /printed 0/);
    assert.match(await cell.getAttribute("title"), /printed: 0; computed: 18/);
    await notes.getByRole("button", { name: "T3 join-" }).click();
    await statusIs(page, "step 5 of 21 · t · T3 join-");
  }));

test("a click on a row goes there, and arrow keys walk the rows of a focused table", (t) =>
  visit(t, {}, async (page) => {
    await page.locator(".worked tbody tr").nth(11).click();
    await statusIs(page, "step 12 of 21 · t+40 · T1 leave+");
    await page.locator(".table-box").focus();
    await page.keyboard.press("ArrowUp");
    await statusIs(page, "step 11 of 21 · t+40 · T1 leave-");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await statusIs(page, "step 13 of 21 · t+40 · T2 rejoin-");
  }));

test("the cursor's row stays in sight inside its own box, and the page stays where it is", (t) =>
  visit(t, { viewport: { width: 1440, height: 700 } }, async (page) => {
    await openScenario(page, "diagram-evdf-7");
    const box = page.locator(".table-box");
    const inSight = () =>
      box.evaluate((box) => {
        const [view, row] = [box.getBoundingClientRect(), box.querySelector("tr.current").getBoundingClientRect()];
        return row.top >= view.top && row.bottom <= view.bottom;
      });
    for (const key of ["End", ...Array(30).fill("ArrowLeft"), "Home"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(40);
      assert.ok(await inSight(), `after ${key}, ${await status(page)}`);
    }
    assert.equal(await page.evaluate(() => window.scrollY), 0);
  }));

for (const [key, cells] of [["m4-join-123", 15], ["v3-avg-jlag", 27]]) {
  test(`${key} agrees with its printed table`, (t) =>
    visit(t, {}, async (page) => {
      await openScenario(page, key);
      const text = await page.locator(".agrees").textContent();
      assert.ok(Number(text.match(/All (\d+) cells/)[1]) >= cells - 3, text);
      assert.equal(await page.locator(".differs").count(), 0);
    }));
}
