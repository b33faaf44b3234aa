// The panel of named invariants: what breaks, and the way to its step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./lib/lab.mjs";
import { openScenario } from "./lib/page.mjs";

test("a broken invariant stands first, and its button goes to the step", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-16-clamp-two-slices");
    await page.locator("#checks summary").click();
    const first = page.locator(".checks > li").first();
    await first.getByText("no-lag-lost: BROKEN once").waitFor();
    await first.getByText("44 of it is lost").waitFor();
    await first.getByRole("button", { name: "step 4, t+100" }).click();
    await page.locator(".status", { hasText: "step 4 of 5" }).waitFor();
  }));

test("another scenario is checked anew, and J stands against its bound", (t) =>
  visit(t, {}, async (page) => {
    await openScenario(page, "case-16-clamp-two-slices");
    await page.locator("#checks summary").click();
    await page.getByText("no-lag-lost: BROKEN once").waitFor();
    await openScenario(page, "m4-sum-jlag");
    await page.getByText("the largest is 18 at step 4").waitFor();
    assert.equal(await page.locator(".checks .broken").count(), 0);
  }));
