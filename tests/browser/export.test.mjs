// What the page gives away as files and in other formats: Markdown, CSV, JSON lines, a Perfetto trace, and pictures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, drawn, openScenario } from "./lib/page.mjs";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const open = (page) => page.locator("#export summary").click();

/** The file that a button saves: its name and bytes. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button, exact: true }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("the step, Markdown and CSV are copied", (t) =>
  visit(t, clipboard, async (page) => {
    await open(page);
    const copy = async (name) => {
      await page.getByRole("button", { name: `Copy ${name}`, exact: true }).click();
      await page.getByText("Copied", { exact: true }).first().waitFor();
      return copied(page);
    };
    assert.match(await copy("Step"), /\nStep 1 of 21, t: Before: T1 joins \[V \+ J is V0\]\n/);
    assert.match(await copy("Markdown"), /^\| time +\| event +\|/);
    assert.match(await copy("CSV"), /^time,event,/);
    await assertAccessible(page);
  }));

test("a run is saved as JSON lines and as a trace", (t) =>
  visit(t, {}, async (page) => {
    await open(page);
    const lines = await saved(page, "Save JSON lines as .jsonl");
    assert.equal(lines.name, "m4-sum-jlag-json-lines.jsonl");
    const steps = lines.bytes.toString().trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(steps[0].ev, "wake T1");
    const trace = await saved(page, "Save Perfetto trace as .json");
    assert.ok(JSON.parse(trace.bytes.toString()).traceEvents.length > 10);
  }));

test("a chart is saved as SVG, in which text is text, and as PNG of twice the size", (t) =>
  visit(t, {}, async (page) => {
    await open(page);
    const svg = await saved(page, "Save lag as SVG");
    assert.equal(svg.name, "m4-sum-jlag-lag.svg");
    const text = svg.bytes.toString();
    assert.match(text, /^<svg width="900" height="(\d+)"/);
    assert.match(text, /<text[^>]*>\s*lag \(V - v\)\s*<\/text>/);
    assert.match(text, /<text[^>]*>\s*T2\s*<\/text>/);
    const png = await saved(page, "Save lag as PNG");
    assert.equal(png.name, "m4-sum-jlag-lag.png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    const height = Number(/height="(\d+)"/.exec(text)[1]);
    assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [1800, 2 * height]);
    // Drawn, not blank: a blank picture of this size would take a few kB.
    assert.ok(png.bytes.length > 10_000, `${png.bytes.length} bytes`);
  }));

test("a picture of two lanes names both", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "k-m4-sum-jlag");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".compared").first().waitFor();
    await open(page);
    const { bytes } = await saved(page, "Save all charts as SVG");
    assert.match(bytes.toString(), /lane A, dashed: lane B/);
    assert.match(bytes.toString(), /Lane B: v6\.19-rc1 \+ sum-jlag/);
  }));

test("on a phone the panel stays within the page", (t) =>
  visit(t, { viewport: PHONE }, async (page) => {
    await open(page);
    await drawn(page);
    await assertNoSidewaysScroll(page);
  }));
