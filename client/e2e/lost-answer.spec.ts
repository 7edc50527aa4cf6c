/** An answer that the network loses: what was paid for is shown all the same, and paid once. */
import { expect, type Page, type Route } from "@playwright/test";
import { type Account, get, newAccount, openBox, pageOf, post } from "./account.ts";
import { test } from "./test.ts";

const WIDE = { width: 1440, height: 900 };

interface Bag {
  readonly total: number;
  readonly records: readonly { readonly id: string }[];
}
const bagOf = (page: Page, { token }: Account) =>
  get<Bag>(page.request, token, "/api/personal/center/back/pack?current=1&size=50&type=1");
const gemsOf = async (page: Page, { token }: Account) =>
  (await get<{ balance: number }>(page.request, token, "/api/user/info")).balance * 100;

/** The server does it; the browser never gets the answer. Counts the calls that got through. */
async function loseAnswers(page: Page, url: string, losses: number): Promise<() => number> {
  let calls = 0;
  await page.route(url, async (route: Route) => {
    calls++;
    if (calls > losses) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  return () => calls;
}

test("a card whose answer was lost says what it was, and is paid once", async ({ browser, request }) => {
  const account = await newAccount(request);
  const page = await pageOf(browser, account.token, { viewport: WIDE });
  await page.goto("/luckycard");
  await page.getByRole("link", { name: /Dragon hundred/ }).click();
  const back = page.getByRole("button", { name: /^Card \d+$/ }).nth(60); // far from luckycard.spec's
  await expect(back).toBeEnabled({ timeout: 60_000 });
  const before = await gemsOf(page, account);
  const calls = await loseAnswers(page, "**/api/luckycard/room/*/flip", 99);
  await back.click();
  await page.getByRole("button", { name: /^Turn card/ }).click();
  await expect(page.getByText(/^You got /)).toBeVisible({ timeout: 30_000 });
  expect(calls()).toBeGreaterThan(0);
  const paid = before - (await gemsOf(page, account));
  const { records } = await get<{ records: { flips: { priceCents: number }[] }[] }>(
    request,
    account.token,
    "/api/luckycard/records",
  );
  expect(records[0]?.flips).toHaveLength(1);
  expect(Math.round(paid)).toBe(records[0]?.flips[0]?.priceCents);
});

/** Lays two items and the dearest that they allow. */
async function offer(page: Page): Promise<void> {
  const mine = page.getByRole("region", { name: /You give/ });
  await mine.getByRole("button", { pressed: false }).first().click();
  await mine.getByRole("button", { pressed: false }).first().click();
  await page.getByRole("region", { name: "You get" }).getByRole("button", { pressed: false }).first().click();
}

test("a trade-in whose answer was lost is found when the network is back", async ({ browser, request }) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 5);
  const page = await pageOf(browser, account.token, { viewport: WIDE });
  await page.goto("/page/replaceSkins");
  await offer(page);
  const calls = await loseAnswers(page, "**/api/bag/trade", 1);
  await page.getByRole("button", { name: "Trade in", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Traded in" })).toBeVisible();
  expect(calls()).toBeGreaterThan(1); // asked again, by the same key
  expect((await bagOf(page, account)).total).toBe(4);
  expect((await get<{ total: number }>(request, account.token, "/api/replace/order/record")).total).toBe(1);
});

test("a trade-in table holds after a refresh, beside another tab and offline", async ({ browser, request }) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 5);
  const page = await pageOf(browser, account.token, { viewport: WIDE });
  await page.goto("/page/replaceSkins");
  const go = page.getByRole("button", { name: "Trade in", exact: true });
  const mine = page.getByRole("region", { name: /You give/ });
  const gems = page.getByRole("slider", { name: /gems/i });
  await offer(page);
  await expect(go).toBeEnabled();

  // All gems are on the table when another tab spends some: no more are offered than there are.
  await gems.fill((await gems.getAttribute("max")) ?? "0");
  const before = Number(await gems.inputValue());
  await openBox(request, account.token, 5);
  await expect.poll(async () => Number(await gems.inputValue())).toBe(before - 1000);

  await page.reload(); // nothing was given
  await expect(mine.getByRole("button", { pressed: true })).toHaveCount(0);
  await expect(go).toBeDisabled();
  await offer(page);
  expect((await bagOf(page, account)).total).toBe(10);

  await page.context().setOffline(true);
  await go.click();
  await expect(go).toBeEnabled();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().setOffline(false);
  expect((await bagOf(page, account)).total).toBe(10);

  // The other tab sells what lies here.
  const { records } = await bagOf(page, account);
  await post(request, account.token, "/api/bag/sell", { items: records.map(({ id }) => id) });
  if (await go.isEnabled()) await go.click();
  await expect(page.getByText("Your backpack is empty", { exact: false })).toBeVisible();
  await expect(go).toBeDisabled();
  expect((await get<{ total: number }>(request, account.token, "/api/replace/order/record")).total).toBe(0);
});
