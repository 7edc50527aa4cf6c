/** Opening boxes: what is paid, what comes out, its proof, its sale; refusals with a way on (product spec §8). */
import { expect, type Locator, type Page } from "@playwright/test";
import { FIRST_LIGHT, get, newPlayer, openBox } from "./account.ts";
import { go } from "./go.ts";
import { opensOver } from "./over.ts";
import { balance, cents } from "./player.ts";
import { proofHolds } from "./proof.ts";
import { test } from "./test.ts";

const BOX = `/steer/case?box=${FIRST_LIGHT.id}`;
const WELCOME_CENTS = 100_000;

interface Info {
  readonly balance: number;
  readonly bagNum: number;
}

const openButton = (page: Page): Locator => page.getByRole("main").getByRole("button", { name: /^Open\s/ });
const results = (page: Page): Locator => page.getByRole("region", { name: "What you got" });

/** Requests that open, by their idempotency key: one key is one effect. */
function openings(page: Page): string[] {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/open")) {
      keys.push(request.headers()["idempotency-key"] ?? "");
    }
  });
  return keys;
}

test("one box is paid once, shown after the spin, proven and sold @phone", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request, { reducedMotion: "no-preference" });
  await page.goto(BOX);
  await expect.poll(() => balance(page)).toBe(WELCOME_CENTS);
  await openButton(page).click();
  // It spins, and the result is not given away before the reel rests: both seen in one frame.
  await page.waitForFunction(() => {
    const spins = [...document.querySelectorAll("main button")].some((button) =>
      /^Opening · tap for the result/.test(button.getAttribute("aria-label") ?? button.textContent ?? ""),
    );
    return spins && !document.querySelector('[aria-label="What you got"]');
  });
  await expect(results(page)).toBeVisible();
  expect(await balance(page)).toBe(WELCOME_CENTS - FIRST_LIGHT.priceCents);

  const sell = results(page).getByRole("button", { name: /^Sell/ });
  const worth = cents(await sell.textContent());
  const proof = await results(page).getByRole("link", { name: "Verify" }).getAttribute("href");
  await sell.click();
  await expect(results(page).getByRole("button", { name: "Sold" })).toBeDisabled();
  await expect.poll(() => balance(page)).toBe(WELCOME_CENTS - FIRST_LIGHT.priceCents + worth);
  expect(await get<Info>(request, token, "/api/user/info")).toMatchObject({
    balance: (WELCOME_CENTS - FIRST_LIGHT.priceCents + worth) / 100,
    bagNum: 0,
  });

  await page.getByRole("tab", { name: "My openings" }).click();
  await expect(page.locator(`a[href="${proof}"]`).last()).toBeVisible();
  await proves(page, proof ?? "");
});

/** The proof of a fresh result passes every check that does not wait for the secret, without asking the server. */
async function proves(page: Page, proof: string): Promise<void> {
  await go(page, proof);
  await proofHolds(page, "The number is right");

  // One digit of the result changed: the same page must say no.
  const text = page.getByLabel("Or paste a proof");
  const honest = await text.inputValue();
  const forged = honest.replace(/("resultHash": ")(\w)/, (_, head, digit) => head + (digit === "0" ? "1" : "0"));
  expect(forged).not.toBe(honest);
  await page.context().setOffline(true); // nothing is asked of any server
  await text.fill(forged);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.locator('[data-outcome="refused"]')).toBeVisible();
  await expect(page.locator('[data-state="failed"]')).not.toHaveCount(0);
  await page.context().setOffline(false);
}

test("five boxes have five results, of which one is sold, then all the others", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await page.goto(BOX);
  await page.getByRole("radio", { name: "×5" }).click();
  await expect(openButton(page)).toContainText("10.00");
  await openButton(page).click();
  const all = results(page).getByRole("button", { name: /^Sell all/ });
  await expect(all).toBeVisible();
  const paid = WELCOME_CENTS - 5 * FIRST_LIGHT.priceCents;
  await expect.poll(() => balance(page)).toBe(paid);

  const worth = cents(await all.textContent());
  await results(page).getByRole("button", { name: "One by one" }).click();
  const each = page.getByRole("dialog", { name: "What you got" });
  await expect(each.getByRole("listitem")).toHaveCount(5);
  await each
    .getByRole("button", { name: /^Sell for/ })
    .first()
    .click();
  await expect(each.getByRole("button", { name: /^Sell for/, disabled: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await all.click();
  await expect(results(page).getByRole("button", { name: "Sold" })).toBeDisabled();
  await expect.poll(() => balance(page)).toBe(paid + worth);
  expect((await get<Info>(request, token, "/api/user/info")).bagNum).toBe(0);
});

test("clicking twice pays once", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const keys = openings(page);
  await page.goto(BOX);
  await expect.poll(() => balance(page)).toBe(WELCOME_CENTS);
  await openButton(page).evaluate((button: HTMLButtonElement) => {
    button.click(); // both in one turn, before anything is drawn again
    button.click();
  });
  await expect(results(page)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(await balance(page)).toBe(WELCOME_CENTS - FIRST_LIGHT.priceCents);
  const opened = await get<{ total: number }>(request, token, "/api/box/history?current=1&size=12");
  expect(opened.total).toBe(1);
});

test("an answer that got lost is asked for again, not paid again", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const keys = openings(page);
  let lost = 0;
  await page.route("**/api/box/*/open", async (route) => {
    if (lost > 0) return route.continue();
    lost++;
    await route.fetch(); // the server does it
    await route.abort("connectionreset"); // and its answer is lost
  });
  await page.goto(BOX);
  await openButton(page).click();
  await expect(results(page)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await get<Info>(request, token, "/api/user/info")).toMatchObject({
    balance: (WELCOME_CENTS - FIRST_LIGHT.priceCents) / 100,
    bagNum: 1,
  });
});

test("a price that changed opens popup 630, and the refreshed page has today's price", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  let stale = true;
  await page.route(`**/api/box/${FIRST_LIGHT.id}`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (stale) body.data.box.priceCents -= 50; // what the page was loaded with yesterday
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(BOX);
  await expect(openButton(page)).toContainText("1.50");
  await openButton(page).click();
  const popup = page.getByRole("dialog", { name: "That did not work" });
  await expect(popup.getByRole("alert")).toHaveText("price updated, please refresh the page");
  await expect(popup.getByText("Error 630")).toBeVisible();
  stale = false;
  await popup.getByRole("button", { name: "Refresh the page" }).click();
  await expect(popup).toHaveCount(0);
  await expect(openButton(page)).toContainText("2.00");
  expect((await get<Info>(request, token, "/api/user/info")).balance).toBe(WELCOME_CENTS / 100);
});

test("too few gems open popup 6002 with its button, and nothing is taken", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await page.goto("/steer/case?box=20");
  await page.getByRole("radio", { name: "×5" }).click();
  await openButton(page).click();
  const popup = page.getByRole("dialog", { name: "That did not work" });
  await expect(popup.getByRole("alert")).toHaveText("You do not have enough gems");
  await expect(popup.getByText("Error 6002")).toBeVisible();
  await popup.getByRole("button", { name: "Get gems" }).click();
  await expect(popup).toHaveCount(0);
  await expect(page).toHaveURL(/\/page\/assets$/);
  expect(await get<Info>(request, token, "/api/user/info")).toMatchObject({ balance: WELCOME_CENTS / 100, bagNum: 0 });
});

test("a visitor who opens is asked to log in; nothing is sent", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "en"));
  const keys = openings(page);
  await page.goto(BOX);
  await openButton(page).click();
  await expect(page.getByRole("dialog", { name: "Welcome to Jadebox" })).toBeVisible();
  expect(keys).toEqual([]);
});

test("the backpack shows six a page, sells one or everything, and says what was sold", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const first = await openBox(request, token, 5);
  const { balanceCents, results: more } = await openBox(request, token, 3);
  const worth = [...first.results, ...more].reduce((sum, { valueCents }) => sum + valueCents, 0);

  await page.goto("/user/case");
  await expect(page.getByText("8 items", { exact: true })).toBeVisible();
  const sell = page.getByRole("button", { name: /^Sell for/ });
  await expect(sell).toHaveCount(6);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(sell).toHaveCount(2);

  const one = cents(await sell.first().textContent());
  await sell.first().click();
  const dialog = page.getByRole("dialog", { name: "Sell this item?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await get<Info>(request, token, "/api/user/info")).bagNum).toBe(8);
  await sell.first().click();
  await dialog.getByRole("button", { name: "Sell", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sell).toHaveCount(1);
  await expect.poll(() => balance(page)).toBe(balanceCents + one);

  await page.getByRole("button", { name: "Sell all" }).click();
  const everything = page.getByRole("dialog", { name: "Sell everything in your backpack?" });
  await everything.getByRole("button", { name: "Sell", exact: true }).click();
  await expect(page.getByText("Your backpack is empty.")).toBeVisible();
  await expect.poll(() => balance(page)).toBe(balanceCents + worth);
  await page.getByRole("tab", { name: "All states" }).click();
  await expect(page.getByText("8 items", { exact: true })).toBeVisible();
  await expect(page.getByRole("tabpanel").getByText("Sold", { exact: true })).toHaveCount(6);
});

test("how an opening stays fair is told over the box, with what is promised for it @phone", async ({
  browser,
  request,
}) => {
  const { page, token } = await newPlayer(browser, request);
  await page.goto(BOX);
  await expect(page.getByText("Next server hash")).toBeVisible();
  const button = page.getByRole("main").getByRole("button", { name: "How it works" });
  await opensOver(page, button, "How it stays fair", async (dialog) => {
    const { commit, nextServerHash } = await get<{ commit: string; nextServerHash: string }>(
      request,
      token,
      "/api/fair/seed",
    );
    await expect(dialog.locator("code")).toHaveText([commit, nextServerHash]);
    await expect(dialog.getByRole("listitem")).toHaveCount(5);
  });
  await button.click();
  await page.getByRole("dialog").getByRole("link", { name: "Read how it works" }).click();
  await expect(page).toHaveURL(/\/page\/instrutions$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
