// What a person brings: pasted, dropped or chosen; found, asked about, opened as a scenario of their own.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, editor, reload, status } from "./lib/page.mjs";

const M4 = readFileSync(fileURLToPath(new URL("../../src/scenario/gallery/joins/v4-sum-jlag.table.txt", import.meta.url)), "utf8");
const MAIL = `On Thursday somebody wrote:\n${M4.replace(/^/gm, "> ")}\nIs that right?\n`;
const CASES = fileURLToPath(new URL("../../../shared/cases/data/", import.meta.url));

const SWITCH = (time, prev, state, next) =>
  `  ${prev.comm}-${prev.pid}  [000] d..2. ${time}: sched_switch: prev_comm=${prev.comm} prev_pid=${prev.pid} prev_prio=120 prev_state=${state} ==> next_comm=${next.comm} next_pid=${next.pid} next_prio=120\n`;
const [IDLE, A, B, C] = [
  { comm: "swapper/0", pid: 0 },
  { comm: "a", pid: 1 },
  { comm: "b", pid: 2 },
  { comm: "c", pid: 3 },
];
const WAKE = (time, task) => `  a-1  [000] d..2. ${time}: sched_wakeup: comm=${task.comm} pid=${task.pid} prio=120 target_cpu=000\n`;
const TRACE =
  "# tracer: nop\n" +
  SWITCH("1.000000", IDLE, "R", A) +
  WAKE("1.000100", B) +
  WAKE("1.000300", C) +
  SWITCH("1.000400", A, "S", C) +
  SWITCH("1.000900", C, "S", B);

const dialog = (page) => page.getByRole("dialog", { name: "Paste a mail" });

/** Pastes with the keyboard, wherever the focus is. */
async function pasteKeys(page, text) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("Control+v");
}

/** Drops a file of that text or those bytes somewhere on the page. */
const drop = (page, content, name) =>
  page.evaluate(
    ({ content, name }) => {
      const data = new DataTransfer();
      data.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
      const target = document.querySelector(".charts");
      for (const kind of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { content, name },
  );

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

test("a mail is pasted with Ctrl+V: its table opens with the two wrong cells marked, also after a reload", (t) =>
  visit(t, CLIPBOARD, async (page) => {
    await pasteKeys(page, MAIL);
    await page.locator("#imported[open]").waitFor();
    const look = async () => {
      const marked = await page.locator(".worked .differs").evaluateAll((all) => all.map((e) => [e.textContent, e.title.split(":").slice(0, 3).join(":")]));
      assert.deepEqual(marked, [
        ["18", "printed: 0; computed: 18"],
        ["V0-18", "printed: V0; computed: V0-18"],
      ]);
      assert.match(await page.locator(".differences").textContent(), /T3 join-.*J is 18, printed 0.*V is V0-18, printed V0.*row above/s);
    };
    await look();
    assert.equal(await dialog(page).isVisible(), false);
    assert.match(await page.locator("#imported").textContent(), /a worked table, lines 2 to 23 of pasted text.*2 of 140 cells differ/s);
    assert.equal(await page.locator("#scenario option:checked").textContent(), "A table of 20 rows");
    await page.keyboard.press("n");
    assert.match(await status(page), /T3 join-/);
    await reload(page);
    await look();
    await page.getByRole("button", { name: "What the import found" }).click();
    await page.locator("#imported[open]").waitFor();
  }));

test("pasting into the editor types, and pasting into the dialog's box imports", (t) =>
  visit(t, CLIPBOARD, async (page) => {
    const area = await editor(page);
    await area.focus();
    await page.keyboard.press("Control+End");
    await pasteKeys(page, "# a remark\n");
    assert.match(await area.inputValue(), /# a remark\n$/);
    assert.equal(await dialog(page).isVisible(), false);
    await page.getByRole("button", { name: "Paste a mail" }).click();
    await page.getByLabel("Paste here").focus();
    await pasteKeys(page, MAIL);
    await page.locator("#imported[open]").waitFor();
    // The copy typed into is still there.
    assert.equal(await page.locator('#scenario optgroup[label="Your edited copies"] option').count(), 2);
  }));

test("a mail with several things lists them, and a person picks", (t) =>
  visit(t, {}, async (page) => {
    await page.getByRole("button", { name: "Paste a mail" }).click();
    await page.getByLabel("Paste here").fill(`${MAIL}\ntitle Two\nkernel ideal\ntask A\nat 0 wake A\n`);
    await page.getByRole("button", { name: "Look through it" }).click();
    const offers = dialog(page).locator(".offers li");
    await offers.first().waitFor();
    assert.deepEqual(await offers.locator("button").allTextContents(), ["a worked table, lines 2 to 23", "a scenario, lines 27 to 30"]);
    await assertAccessible(page);
    await offers.nth(1).getByRole("button").press("Enter");
    await page.locator(".status", { hasText: "of 3" }).waitFor();
    assert.equal(await page.locator("#scenario option:checked").textContent(), "Two");
    // The other one is one click away.
    await page.getByRole("button", { name: "Read it otherwise" }).click();
    await offers.first().getByRole("button").click();
    await page.locator(".differs").first().waitFor();
  }));

test("a trace asks what it does not tell; the pick that the model would not make is marked and reached", (t) =>
  visit(t, {}, async (page) => {
    await drop(page, TRACE, "trace.txt");
    const field = dialog(page).getByLabel("base_slice");
    await field.fill("soon");
    await dialog(page).getByRole("button", { name: "Open", exact: true }).click();
    await dialog(page).getByRole("alert").waitFor();
    assert.match(await dialog(page).getByRole("alert").textContent(), /expected a time as 0.7ms/);
    await assertAccessible(page);
    await field.fill("2ms");
    await dialog(page).getByLabel("Kernel").selectOption("v6.12");
    await field.press("Enter");
    await page.locator("#imported[open]").waitFor();
    assert.match(await page.locator("#imported").textContent(), /state before the trace is unknown.*v6\.12 \(shown\)2 of 3/s);
    await page.getByText("picks the trace and the model differ").waitFor();
    assert.deepEqual(await page.locator(".worked tr", { has: page.locator(".traced-mark") }).locator("th").allTextContents(), ["pick c≠ (the model picks b)"]);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    assert.match(await status(page), /pick c · the model picks b$/);
    await assertAccessible(page);
  }));

test("what is no text, or holds nothing, is said with what is recognised", (t) =>
  visit(t, {}, async (page) => {
    const before = await page.locator("#scenario").inputValue();
    const said = async (content, name, expected) => {
      await drop(page, content, name);
      await dialog(page).getByText(expected).waitFor();
    };
    await said("Hello, world\n", "hello.txt", "nothing that is recognised");
    await dialog(page).getByText("What is recognised").waitFor();
    await assertAccessible(page);
    await said([0x1f, 0x8b, 8, 0], "trace.txt.gz", "a gzip archive, expected the text in it: unpack it first");
    await said([0x7f, 0x45, 0x4c, 0x46, 0, 0], "lab", "a binary file (byte 4 is 0)");
    await said("cat (1, #threads: 1)\nse.vruntime      :  1.000000\n", "sched", "one task's numbers without its queue's");
    await page.keyboard.press("Escape");
    assert.equal(await dialog(page).isVisible(), false);
    assert.equal(await page.locator("#scenario").inputValue(), before);
  }));

test("markup in names stays text", (t) =>
  visit(t, {}, async (page) => {
    const row = ">R <img src=x onerror=globalThis.bad=1>   487     50787.345112   E       50789.145972           2.800000     50780.298364        16     120   /\n";
    await drop(page, row, "<script>globalThis.bad=1</script>.txt");
    await page.locator("#imported[open]").waitFor();
    assert.match(await page.locator("#imported").textContent(), /<img src=x onerror/);
    assert.equal(await page.evaluate(() => globalThis.bad), undefined);
    assert.equal(await page.locator("img").count(), 0);
  }));

test("the dialog is usable on a phone, light and dark", async (t) => {
  for (const scheme of ["light", "dark"]) {
    await visit(t, { viewport: PHONE, dpr: 2, hasTouch: true, scheme }, async (page) => {
      await page.getByRole("button", { name: "Paste a mail" }).click();
      await dialog(page).waitFor();
      await assertAccessible(page);
      await drop(page, TRACE, "trace.txt");
      await dialog(page).getByLabel("base_slice").waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await dialog(page).getByRole("button", { name: "Open", exact: true }).click();
      await page.locator("#imported[open]").waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    });
  }
});

test("a long file is read in slices with progress, and can be given up", (t) =>
  visit(t, {}, async (page) => {
    await page.evaluate((trace) => {
      const data = new DataTransfer();
      data.items.add(new File([trace.repeat(Math.floor(50e6 / trace.length))], "long.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, TRACE);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).getByLabel("Paste here").waitFor();
    assert.equal(await page.locator('#scenario optgroup[label="Your edited copies"]').count(), 0);
  }));

test("the dump of a real kernel: V as printed, all six letters", { skip: !existsSync(CASES) && "no captures beside the project" }, (t) =>
  visit(t, {}, async (page) => {
    await drop(page, readFileSync(`${CASES}real-kernel/v6.12-1cpu/sched_debug_1.txt`, "utf8"), "sched_debug_1.txt");
    await page.locator("#imported[open]").waitFor();
    const text = await page.locator("#imported").textContent();
    assert.match(text, /V of the rows is 2351\.252302 ms, as \.avg_vruntime prints it/);
    assert.match(text, /on the queue 6 of 6 agree/);
    assert.equal(await page.locator("#imported tbody tr").count(), 62);
  }));
