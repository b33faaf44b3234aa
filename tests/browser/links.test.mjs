// The URL as a link: what it opens, how it follows the page, back and forward, and what a damaged one does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, PHONE, visit } from "./lib/lab.mjs";
import { assertNoSidewaysScroll, editor, openScenario, reload, statusIs, tableTexts } from "./lib/page.mjs";

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const notices = (page) => page.locator(".notices li").allTextContents();
const chosen = (page) => page.locator("#scenario").inputValue();
const entries = (page) => page.evaluate(() => history.length);

/** Waits until the URL's fragment is so. */
const hashIs = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(location.hash), pattern.source);

test("a link written by hand opens its scenario at its step, with both lanes", (t) =>
  visit(t, { hash: "#s=k-m4-sum-jlag&step=7&a=v6.19-rc1&b=v6.19-rc1+sum-jlag" }, async (page) => {
    assert.equal(await chosen(page), "gallery:k-m4-sum-jlag");
    assert.deepEqual(await page.locator(".compare-bar .variant").allTextContents(), ["v6.19-rc1, NO_DELAY_DEQUEUE, kernel arithmetic", "v6.19-rc1 + sum-jlag, NO_DELAY_DEQUEUE, kernel arithmetic"]);
    assert.match(await page.locator(".status").textContent(), /^row 7 of /);
    assert.deepEqual(await notices(page), []);
  }));

test("the URL is always a link to what is shown, and the button copies it", (t) =>
  visit(t, clipboard, async (page) => {
    await hashIs(page, /^#v=1&s=m4-sum-jlag&step=1&state=[0-9a-v]{10}$/);
    for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
    await hashIs(page, /&step=8&/);
    await page.getByRole("button", { name: "Copy link" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await copied(page), page.url());
    await page.goto("about:blank");
    await page.goBack();
    await statusIs(page, "step 8 of 21 · t+24 · T2 leave-");
  }));

test("the link is one key away from the keyboard, too", (t) =>
  visit(t, clipboard, async (page) => {
    await page.getByRole("button", { name: "Copy link" }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(await copied(page), /#v=1&s=m4-sum-jlag&step=1&/);
  }));

test("stepping makes no entries in the history; scenarios and variants do, and back and forward go between them", (t) =>
  visit(t, {}, async (page) => {
    const before = await entries(page);
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
    await hashIs(page, /&step=6&/);
    assert.equal(await entries(page), before);
    await openScenario(page, "k-v-backward");
    await hashIs(page, /s=k-v-backward&step=1&/);
    await page.keyboard.press("End");
    await hashIs(page, /s=k-v-backward&step=(?!1&)/);
    await page.getByRole("button", { name: "Compare" }).click();
    await hashIs(page, /&b=tip-2026-03\+lag-floor&/);
    assert.equal(await entries(page), before + 2);

    await page.goBack();
    await page.locator(".compare-bar").waitFor({ state: "detached" });
    assert.equal(await chosen(page), "gallery:k-v-backward");
    await page.goBack();
    await statusIs(page, "step 6 of 21 · t · T3 join+");
    assert.equal(await chosen(page), "gallery:m4-sum-jlag");
    await page.goForward();
    await page.goForward();
    await page.locator(".compare-bar").waitFor();
    assert.equal(await entries(page), before + 2);
  }));

test("a scenario of one's own travels in its link, to where nobody keeps it", (t) =>
  visit(t, {}, async (page) => {
    await (await editor(page)).fill("title Sent in a mail\ntask A\ntask B\nat 0 wake A\nat 1 wake B\n");
    await hashIs(page, /&z=[\w-]+&step=1&/);
    const link = page.url();
    assert.ok(link.length < 300, link);

    const context = await page.context().browser().newContext();
    const other = await context.newPage();
    await other.goto(link);
    await other.locator("#loading").waitFor({ state: "detached" });
    assert.equal(await other.locator("#scenario option:checked").textContent(), "Sent in a mail");
    assert.equal(await other.locator("#scenario optgroup").first().getAttribute("label"), "From links");
    assert.equal(await other.title(), "Sent in a mail - EEVDF Lab");
    assert.match(await (await editor(other)).inputValue(), /^title Sent in a mail\n/);
    await other.getByText("From a link. Change anything").waitFor();
    assert.deepEqual(await other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("copy"))), []);
    await context.close();
  }));

test("a reload shows one's own text again, errors and all", (t) =>
  visit(t, {}, async (page) => {
    const area = await editor(page);
    await area.fill("title Mine\ntask A\nat 0 wake A\n");
    await hashIs(page, /&z=/);
    await area.fill("title Mine\ntsak A\nat 0 wake A\n");
    await page.locator(".diagnostics li").first().waitFor();
    await reload(page);
    assert.match(await (await editor(page)).inputValue(), /tsak A/);
    assert.deepEqual(await notices(page), []);
  }));

for (const [what, hash, expected] of [
  ["a damaged link", "#z=AAAA", /^This link cannot be followed: character 3 of the link: compressed text that is damaged or cut off; expected the whole link/],
  ["markup in a link", "#s=<img src=x onerror=alert(1)>", /^This link cannot be followed: s=`<img src=x onerror=alert…?.*; expected the key of a scenario/],
  ["control characters in a link", "#s=%00%1b%5b31m", /^This link cannot be followed: s=`\\u\{0\}\\u\{1b\}\[31m`; expected/],
  ["an unknown key in a link", "#scenario=m4-sum-jlag", /character 1 of the link: the key `scenario`; expected one of v, s, z, step/],
]) {
  test(`${what} is told, and the page is as without it`, (t) =>
    visit(t, { hash }, async (page) => {
      const [notice, ...others] = await notices(page);
      assert.match(notice, expected);
      assert.deepEqual(others, []);
      await statusIs(page, "step 1 of 21 · t · T1 join-");
      assert.equal(await page.locator(".notices img").count(), 0);
      await assertAccessible(page);
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.locator(".notices").waitFor({ state: "detached" });
      await page.keyboard.press("ArrowRight");
      await hashIs(page, /^#v=1&s=m4-sum-jlag&step=2&/);
    }));
}

test("a damaged link put into the URL takes nothing away", (t) =>
  visit(t, { viewport: PHONE }, async (page) => {
    await (await editor(page)).fill("title Mine\ntask A\nat 0 wake A\n");
    await hashIs(page, /&z=/);
    const own = new URL(page.url()).hash;
    await page.evaluate(() => (location.hash = "#v=9&s=m4-sum-jlag"));
    await page.locator(".notices").waitFor();
    assert.match((await notices(page))[0], /v=`9`; expected a version from 1 to 1: a newer page may read it\.$/);
    assert.match(await (await editor(page)).inputValue(), /^title Mine/);
    await assertNoSidewaysScroll(page);
    await page.goBack();
    await page.waitForFunction((hash) => location.hash === hash, own);
    await page.locator(".notices").waitFor({ state: "detached" });
  }));

test("a name of a million letters is told in short, and a text that unpacks to far too much refused at once", async (t) => {
  await visit(t, { hash: `#s=${"a".repeat(1_500_000)}` }, async (page) => {
    assert.match((await notices(page))[0], /^This link cannot be followed: s=`a{48}\.\.\.`; expected/);
  });
  const { deflateRawSync } = await import("node:zlib");
  const bomb = deflateRawSync(Buffer.alloc(200_000_000, 10)).toString("base64url");
  await visit(t, { hash: `#z=${bomb}` }, async (page) => {
    assert.match((await notices(page))[0], /character 3 of the link: a text of more than 1048576 bytes; expected a scenario of at most/);
  });
});

test("a state that the model computes no longer is told with both", (t) =>
  visit(t, { hash: "#v=1&s=m4-sum-jlag&step=8&state=0123456789" }, async (page) => {
    assert.match((await notices(page))[0], /^The model has changed since this link was made, .* the state of step 8 was `0123456789`, now it is `[0-9a-v]{10}`\.$/);
    await statusIs(page, "step 8 of 21 · t+24 · T2 leave-");
    // It stays in the URL until something else is shown.
    assert.match(page.url(), /state=0123456789$/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.keyboard.press("ArrowRight");
    await hashIs(page, /&step=9&state=(?!0123456789)/);
  }));

test("once loaded, everything works without a network", (t) =>
  visit(t, {}, async (page) => {
    await page.context().setOffline(true);
    await page.keyboard.press("ArrowRight");
    await statusIs(page, "step 2 of 21 · t · T1 join+");
    await openScenario(page, "k-v-backward");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".compare-bar").waitFor();
    await page.goBack();
    await page.goBack();
    await statusIs(page, "step 2 of 21 · t · T1 join+");
    assert.equal((await tableTexts(page)).length, 21);
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("dialog").waitFor();
  }));
