/**
 * One new player, from the first form to the last login (product spec §§4–9): a phone, a real name, a recharge that
 * succeeds and one that fails, VIP and its bonus, the mall, an item shipped and one that comes back, a new password, a
 * login by Steam. At the end the whole ledger is audited beside the running server: it sums to zero in each currency,
 * every balance to its entries, and no invariant is broken.
 *
 * Three codes go to one phone: this server has them a second apart, where a site has a minute (server/httpapi tests
 * that).
 */
import { expect, type Page } from "@playwright/test";
import { get, pageOf } from "./account.ts";
import { go } from "./go.ts";
import { accountRow, beOnSteam, loginBySteam, newSteamId, verifyName } from "./identity.ts";
import { operator } from "./operator.ts";
import { onPhone, orderByQR, payment } from "./payment.ts";
import { codeIn, newPhone } from "./phone.ts";
import { balance, type Player, register } from "./player.ts";
import { test } from "./test.ts";

const NEW_PASSWORD = "quiet9lantern";

test("a new player's account, money and items come together in a ledger that is whole", async ({ browser }) => {
  test.setTimeout(360_000);
  const player = await register(browser);
  const { page } = player;
  const phone = await bindPhone(page);

  await page.getByRole("button", { name: "Verify: Real name" }).click();
  await verifyName(page);
  await expect(accountRow(page, "Real name")).toContainText("Verified");
  await expect(page.getByRole("banner").getByText("1,000.10")).toBeVisible(); // the reward
  await recharge(page);
  await claimBonus(page);
  await buyTwo(page);
  const steamId = newSteamId();
  await go(page, "/user/account");
  await page.getByRole("button", { name: "Bind: Steam account" }).click();
  await beOnSteam(page, steamId);
  await expect(accountRow(page, "Steam account")).toContainText(steamId);

  await setTradeLink(page, phone);
  await playGifts(page);
  await shipAndFail(page);
  await newPassword(player, phone);
  await loginBySteam(page, steamId);
  await expect(page.getByText("Logged in", { exact: true })).toBeVisible();
  await go(page, "/user/account");
  await expect(page.getByRole("heading", { name: player.name })).toBeVisible();

  // throws when it is not clean
  const { full, ops, violationCounts } = JSON.parse(operator("audit", "--trial", "--json"));
  expect({ full, violationCounts }).toEqual({ full: true, violationCounts: {} });
  expect(ops).toBeGreaterThan(0);
});

/** Binding begins a new session: the token that the player came with is worth nothing afterwards. */
async function bindPhone(page: Page): Promise<string> {
  const phone = newPhone();
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  await go(page, "/user/account");
  await page.getByRole("button", { name: "Bind: Phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Phone binding" });
  await dialog.getByLabel("Phone number").fill(phone);
  await codeIn(dialog, page.request, phone);
  await expect(dialog.getByRole("button", { name: /^\d+ s$/ })).toBeDisabled(); // a minute between two codes
  await dialog.getByRole("button", { name: "Bind", exact: true }).click();
  await expect(page.getByText("Phone bound", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(accountRow(page, "Phone")).toContainText(`${phone.slice(0, 3)}******${phone.slice(-2)}`);
  const old = await page.request.get("/api/user/info", { headers: { token } });
  expect(await old.json()).toMatchObject({ code: 403 });
  return phone;
}

/** 50 gems that are paid and lift the level, then 100 whose quote has the level's share and which are declined. */
async function recharge(page: Page): Promise<void> {
  const before = await balance(page);
  const paid = await orderByQR(page, "50.00");
  await onPhone(page, paid, "Pay");
  await expect(payment(page)).toHaveAttribute("data-state", "paid");
  await expect(page.getByText("You are now VIP 2!")).toBeVisible();
  await expect.poll(() => balance(page)).toBe(before + 5000 + 20); // 0.4 % by the tier
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Gems", { exact: true }).fill("100.00");
  await expect(page.getByText("and 0.50 gems on top")).toBeVisible(); // 0.1 % by the level
  await expect(page.getByRole("link", { name: "0.10 of them by your VIP level" })).toBeVisible();

  const declined = await orderByQR(page, "100.00");
  await onPhone(page, declined, "Decline");
  await expect(payment(page)).toHaveAttribute("data-state", "failed");
  await page.getByRole("button", { name: "Done" }).click();
  expect(await balance(page)).toBe(before + 5020);
  await go(page, "/user/recharge/record");
  await expect(page.getByRole("row").filter({ hasText: "Paid" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: "Payment failed" })).toHaveCount(1);
}

async function claimBonus(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "VIP 2" }).click();
  await expect(page.getByRole("heading", { name: "Your level: VIP 2" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "VIP 10" })).toContainText("100,000.00");
  await expect(page.getByRole("button", { name: "VIP 2: claim the level before first" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "VIP 3: not reached" })).toBeDisabled();
  const before = await balance(page);
  await page.getByRole("button", { name: "Claim the reward of VIP 1" }).click();
  await expect(page.getByText("Claimed: 0.01 gems for VIP 1")).toBeVisible();
  await page.getByRole("button", { name: "Claim the reward of VIP 2" }).press("Enter");
  await expect(page.getByRole("button", { name: "VIP 2: claimed" })).toBeDisabled();
  await expect.poll(() => balance(page)).toBe(before + 1 + 5);
}

interface Offers {
  readonly records: readonly { readonly id: number; readonly name: string; readonly priceCents: number }[];
}

/** One item is searched for, the other opened by its address; both stand among the orders. */
async function buyTwo(page: Page): Promise<void> {
  const { records } = await get<Offers>(page.request, await tokenOf(page), "/api/mall/items?maxCents=5000&size=2");
  const [first, second] = records;
  if (!first || !second) throw new Error("nothing on sale");
  await page.getByRole("banner").getByRole("button", { name: "Search the site" }).click();
  await page
    .getByRole("dialog")
    .getByRole("searchbox")
    .fill(first.name.split("|")[1] ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/page\/store\?type=skin&q=/);
  await page.getByLabel("To", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/max=50/);
  await page.locator(`a[href="/page/store/${first.id}"]`).click();
  await buy(page, first.priceCents);
  await page.goto(`/page/store/${second.id}`);
  await buy(page, second.priceCents);
  await page.getByRole("dialog").getByRole("link", { name: "To the backpack" }).click();
  await expect(page.getByText("Mall purchase")).toHaveCount(2);
  await go(page, "/user/store/record");
  await expect(page.getByRole("row").filter({ hasText: "In backpack" })).toHaveCount(2);
}

async function buy(page: Page, priceCents: number): Promise<void> {
  const before = await balance(page);
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: `Buy for ${(priceCents / 100).toFixed(2)}` }).click();
  await expect(page.getByRole("dialog", { name: "It is yours" })).toBeVisible();
  await expect.poll(() => balance(page)).toBe(before - priceCents);
}

async function setTradeLink(page: Page, phone: string): Promise<void> {
  await page.getByRole("button", { name: "Set: Trade link" }).click();
  const dialog = page.getByRole("dialog", { name: "Trade link" });
  const link = "https://steamcommunity.com/tradeoffer/new/?partner=12345&token=Quiet1Lm";
  await dialog.getByLabel("Trade link").fill(link);
  await dialog.getByLabel("Phone number").fill(phone);
  await codeIn(dialog, page.request, phone);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Setting saved")).toBeVisible();
  await expect(accountRow(page, "Trade link")).toContainText("token=Quiet1Lm");
}

/** What was given, the real name's reward and the bonuses, is played before anything leaves, or given back. */
async function playGifts(page: Page): Promise<void> {
  await go(page, "/user/case");
  await page.getByRole("button", { name: "Retrieve", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Retrieve this item?" });
  await expect(dialog.getByRole("status")).toContainText("0.36 gems");
  const retrieves = dialog.getByRole("button", { name: "Retrieve", exact: true });
  await expect(retrieves).toBeDisabled();
  const before = await balance(page);
  await dialog.getByRole("button", { name: "Give back 0.36 gems of gifts instead" }).click();
  await page
    .getByRole("dialog", { name: "Give back", exact: true })
    .getByRole("button", { name: "Give back", exact: true })
    .click();
  await expect(page.getByText("The gifts went back: nothing is left to be staked")).toBeVisible();
  await expect(retrieves).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect.poll(() => balance(page)).toBe(before - 36);
}

/** The first item leaves; the second comes back, as its bot was set to, and is sold. Both notices stay. */
async function shipAndFail(page: Page): Promise<void> {
  await page.goto("/user/case");
  await retrieve(page);
  await expect(page.getByText("The item is on its way")).toBeVisible();
  await expect(page.getByText(/Delivery succeeded: .*accept the trade offer/)).toBeVisible();

  operator("settings", "set", "delivery.sandbox", '{"usual":"fail"}');
  try {
    await retrieve(page);
    await expect(page.getByText(/Retrieval failed, please retry later: /)).toBeVisible();
  } finally {
    operator("settings", "set", "delivery.sandbox", "{}");
  }
  await expect(page.getByText(/Delivery succeeded: /)).toBeVisible();
  await page.getByRole("tab", { name: "In delivery" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "Retrieval failed" });
  await expect(item.getByRole("button", { name: "Retrieve" })).toBeVisible(); // or try again
  await item.getByRole("button", { name: /^Sell for/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sell", exact: true }).click();
  await expect(page.getByText(/1 item sold for/)).toBeVisible();
  await go(page, "/user/retrieve/record");
  await expect(page.getByRole("row").filter({ hasText: "Shipped" })).toHaveCount(1);
  await page.getByLabel("Kind").selectOption({ label: "Failed" });
  await expect(page.getByRole("row").filter({ hasText: "Could not be sent" })).toHaveCount(1);
}

async function retrieve(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Retrieve", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Retrieve this item?" });
  await dialog.getByRole("button", { name: "Retrieve", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Forgotten, on another device: the old password and every session end. */
async function newPassword({ page, name, password }: Player, phone: string): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser");
  const visitor = await pageOf(browser, "");
  await visitor.goto("/page/caseBattle");
  await visitor.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  await visitor.getByRole("button", { name: "Forgot your password?" }).click();
  const dialog = visitor.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("New password").fill("short");
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(dialog.getByText("Please enter your phone number")).toBeVisible();
  await expect(dialog.getByText("The verification code cannot be empty")).toBeVisible();
  await expect(dialog.getByText("8 to 16 letters and digits")).toBeVisible();
  await dialog.getByLabel("Phone number").fill(phone);
  await codeIn(dialog, visitor.request, phone);
  await dialog.getByLabel("New password").fill(NEW_PASSWORD);
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(visitor.getByText("Password reset, please log in again")).toBeVisible();
  await expect(visitor.getByRole("dialog").getByLabel("Account or phone")).toBeVisible();
  const login = (secret: string) =>
    visitor.request.post("/api/user/login", { data: { phone: name, password: secret } });
  expect(await (await login(password)).json()).toMatchObject({ code: 4105 });
  expect(await (await login(NEW_PASSWORD)).json()).toMatchObject({ code: 200 });
  // its session is over
  await expect(page.getByRole("banner").getByRole("button", { name: "Log in / Register" })).toBeVisible();
}

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem("token") ?? "");
