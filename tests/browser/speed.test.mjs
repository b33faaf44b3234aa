// The page measures its own engine.
import { ok } from "node:assert/strict";
import { test } from "node:test";
import { DIST, go, launch, newPage } from "./lib/browser.mjs";
import { serve } from "./lib/server.mjs";

test("the help measures the engine in this browser, and the page stays alive meanwhile", async () => {
  const server = await serve(DIST);
  const browser = await launch();
  try {
    const page = await newPage(browser, { origin: new URL(server.url).origin });
    await go(page, server.url);
    await page.keyboard.press("?");
    await page.locator("#measure").click();
    await page.locator("table.speed tbody td").first().waitFor({ timeout: 60_000 });
    const figure = Number(await page.locator("table.speed tbody td").first().textContent());
    ok(figure > 0, `${figure} million events per second`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    ok(page.problems.length === 0, page.problems.join("\n"));
  } finally {
    await Promise.all([browser.close(), server.close()]);
  }
});
