// What the tests of the page have in common: where its parts are, and what is in them.
import assert from "node:assert/strict";

export const status = (page) => page.locator(".status").textContent();

/** Waits until the status line says so. */
export const statusIs = (page, text) => page.locator(".status", { hasText: new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`) }).waitFor();

/** The table's texts, row by row, the header first. */
export const tableTexts = (page) =>
  page.locator(".worked").evaluate((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

/** Opens a gallery entry by its key. */
export const openScenario = (page, key) => page.locator("#scenario").selectOption(`gallery:${key}`);

/** Opens the editor if it is not open, and gives its text area. */
export async function editor(page) {
  const area = page.getByLabel("Scenario text");
  if (!(await area.isVisible())) await page.getByRole("button", { name: "Edit" }).click();
  await area.waitFor();
  return area;
}

/** Reloads the page and waits until the program runs. */
export async function reload(page) {
  await page.reload();
  await page.locator("#loading").waitFor({ state: "detached" });
}

/** Notes from now on each task of the page that takes more than 50 ms, as the browser defines a long one. */
export const watchLongTasks = (page) =>
  page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });

/** Those since the last call, in words. */
export async function longTasks(page) {
  const found = await page.evaluate(() => window.longTasks.splice(0).map(Math.round));
  return found.length === 0 ? "no task over 50 ms" : `tasks over 50 ms: ${found.join(", ")} ms`;
}

/** Two frames: what the last event draws is on the screen. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));

/** A canvas as numbers: its size in device px, how many pixels have a colour, and a hash of all of them. */
export const pixels = (page, selector) =>
  page.locator(selector).evaluate((canvas) => {
    // Read from a copy: reading a canvas of the page would make it slow, and Chromium warn.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let painted = 0;
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 0) painted++;
      hash = (Math.imul(hash, 31) + (data[i] << 16) + (data[i + 1] << 8) + data[i + 2] + data[i + 3]) | 0;
    }
    const { width, height } = canvas.getBoundingClientRect();
    return { width: canvas.width, height: canvas.height, cssWidth: width, cssHeight: height, painted, hash };
  });

/** Fails unless the page is no wider than its window. */
export async function assertNoSidewaysScroll(page) {
  const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= view, `the page is ${content} px wide in a window of ${view} px`);
}
