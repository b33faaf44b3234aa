// Prints the README's table of speed: native figures (JSON lines on standard input), those of the built page measured in Chromium,
// and the machine they were measured on.
import { readFileSync } from "node:fs";
import { cpus, totalmem, type, release } from "node:os";
import { DIST, go, launch, newPage } from "../tests/browser/lib/browser.mjs";
import { serve } from "../tests/browser/lib/server.mjs";

const native = readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const inBrowser = await measure();
const machine = `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`;

console.log(`Millions of events per second (a third each of ticks, sleeps and wake-ups) by number of runnable tasks; native / in Chromium.`);
console.log(`Machine: ${machine}.\n`);
console.log("| kernel | 10 | 100 | 1,000 | 10,000 | recording costs | reading a step |");
console.log("|---|---|---|---|---|---|---|");
for (const { kernel, events_per_second, recording, read_ms } of native) {
  const cells = events_per_second.map((n, i) => `${(n / 1e6).toFixed(1)} / ${inBrowser[kernel]?.[i] ?? "-"}`);
  console.log(`| ${[kernel, ...cells, `${recording.toFixed(1)}x`, `${read_ms.toFixed(2)} ms`].join(" | ")} |`);
}

/** Has the page measure itself: kernel to figures, as printed there. */
async function measure() {
  const server = await serve(DIST);
  const browser = await launch();
  try {
    const page = await newPage(browser, { origin: new URL(server.url).origin });
    await go(page, server.url);
    await page.keyboard.press("?");
    await page.locator("#measure").click();
    await page.locator("table.speed[aria-busy=true]").waitFor();
    await page.locator("table.speed[aria-busy=false]").waitFor({ timeout: 300_000 });
    const rows = await page.locator("table.speed tbody tr").all();
    const cells = await Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
    return Object.fromEntries(cells.map(([kernel, ...figures]) => [kernel, figures]));
  } finally {
    await Promise.all([browser.close(), server.close()]);
  }
}
