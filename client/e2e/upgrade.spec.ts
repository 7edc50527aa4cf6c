/** Upgrades and trade-ins as players see them: two browsers, one wheel, and a proof that both can check. */
import { expect, type Page } from "@playwright/test";
import { type Account, get, newAccount, openBox, pageOf } from "./account.ts";
import { opensOver } from "./over.ts";
import { proofHolds } from "./proof.ts";
import { skipTo } from "./skip.ts";
import { test } from "./test.ts";

interface Bag {
  readonly total: number;
  readonly records: readonly { readonly id: string; readonly valueCents: number }[];
}

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const bagOf = (page: Page, { token }: Account) =>
  get<Bag>(page.request, token, "/api/personal/center/back/pack?current=1&size=50&type=1");
const upgradesOf = (page: Page, { token }: Account) =>
  get<{ total: number; records: { result: number; resultId: string }[] }>(
    page.request,
    token,
    "/api/upgrade/order/record",
  );

/** Lays the dearest item and a target of about twice its worth on the table. */
async function lay(page: Page): Promise<void> {
  const mine = page.getByRole("region", { name: /Your items/ }).getByRole("button", { pressed: false });
  await mine.first().click();
  await expect(page.getByText("Choose what you want.")).toBeVisible();
  await page.getByRole("button", { name: "×2", exact: true }).click();
  await expect(page.getByText(/Average return at this rate/)).toBeVisible();
}

test("an upgrade is made once, watched by another player, and verifies", async ({ browser, request }) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 5);
  const page = await pageOf(browser, account.token, { viewport: WIDE, language: "en" });
  const watcher = await pageOf(browser, "", { viewport: WIDE, language: "en" });
  await watcher.goto("/page/upgradeHall");
  await expect(watcher.getByRole("heading", { name: "Upgrade hall" })).toBeVisible();
  await page.goto("/page/upgradeHall");
  await lay(page);
  const before = await bagOf(page, account);

  await page.getByRole("slider", { name: /Winning section/ }).fill("2500");
  await expect(page.getByText(/25\.00%/).first()).toBeVisible();
  const go = page.getByRole("button", { name: "Upgrade", exact: true });
  await go.dblclick(); // a double click is one upgrade
  const result = page.getByRole("dialog");
  await expect(result).toBeVisible({ timeout: 60_000 });
  const won = (await result.getByRole("heading").first().textContent()) === "Upgrade succeeded";

  const records = await upgradesOf(page, account);
  expect(records.total).toBe(1);
  expect(records.records[0]?.result).toBe(won ? 0 : 1);
  expect((await bagOf(page, account)).total).toBe(before.total - (won ? 0 : 1));

  await expect(watcher.getByText(account.name).first()).toBeVisible({ timeout: 30_000 });
  await watcher.getByRole("link", { name: `Details of ${account.name}'s upgrade` }).click();
  await expect(watcher.getByRole("heading", { name: "Upgrade in detail" })).toBeVisible();
  await expect(watcher.getByText("Seeds and hashes")).toBeVisible();

  await result.getByRole("link", { name: "Verify this result" }).click();
  await proofHolds(page, "The rate is right");
});

/** Width and height of the window, and the diameter of the wheel. */
const SIZES = [
  [360, 640, 240],
  [390, 844, 304],
  [768, 1024, 420],
  [1280, 720, 256],
  [1440, 900, 436],
  [2560, 1440, 620],
] as const;

for (const [width, height, diameter] of SIZES) {
  test(`at ${width} × ${height} the wheel is whole and its button right under it, and a start moves nothing`, async ({
    browser,
    request,
  }) => {
    const account = await newAccount(request);
    await openBox(request, account.token, 3);
    const viewport = { width, height };
    const page = await pageOf(browser, account.token, { viewport, reducedMotion: "no-preference" });
    await page.goto("/page/upgradeHall");
    await lay(page);
    await page.evaluate(() => scrollTo(0, 0));
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (!box) throw new Error(`${selector} is not shown`);
      return box;
    };
    const go = page.getByRole("button", { name: "Upgrade", exact: true });
    const wheel = await boxOf('[data-part="wheel"]');
    expect(Math.abs(wheel.width - diameter)).toBeLessThanOrEqual(6);
    expect(wheel.y).toBeGreaterThanOrEqual(56);
    const button = await go.boundingBox();
    if (!button) throw new Error("no button");
    expect(button.y - (wheel.y + wheel.height)).toBeLessThanOrEqual(48);
    expect(button.y).toBeGreaterThanOrEqual(wheel.y + wheel.height);
    expect(button.y + button.height).toBeLessThanOrEqual(height - (width < 750 ? 64 : 0));

    await go.click();
    const skip = page.getByRole("button", { name: "Spinning · tap for the result" });
    await expect(skip).toBeVisible();
    expect(await boxOf('[data-part="wheel"]')).toEqual(wheel);
    expect(await skip.boundingBox()).toEqual(button);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await skipTo(skip);
    await expect(page.getByRole("dialog").filter({ hasText: "Verify this result" })).toBeVisible();
  });
}

test("what cannot be played cannot be clicked, and a stale table is refused with a number", async ({
  browser,
  request,
}) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 3);
  const page = await pageOf(browser, account.token, { viewport: WIDE, language: "en" });
  await page.goto("/page/upgradeHall");
  const go = page.getByRole("button", { name: "Upgrade", exact: true });
  await expect(go).toBeDisabled();
  await lay(page);
  // Elsewhere the whole backpack is sold: the server refuses, nothing is lost, the page says why.
  const bag = await bagOf(page, account);
  await request.post("/api/bag/sell", {
    headers: { token: account.token, "Idempotency-Key": `sell-${account.name}` },
    data: { items: bag.records.map(({ id }) => id) },
  });
  await go.click();
  await expect(page.getByText("The item's current state does not allow this")).toBeVisible();
  expect((await upgradesOf(page, account)).total).toBe(0);
  await expect(page.getByText("Your backpack is empty. Open some boxes first.")).toBeVisible();
});

test("the stories play five samples, and a real one that is drawn from its proof", async ({ browser, request }) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 3);
  const page = await pageOf(browser, account.token, { viewport: WIDE, language: "zh" });
  await page.goto("/upgrade/replay");
  await expect(page.getByRole("heading", { name: "升级故事" })).toBeVisible();
  const stories = page.getByRole("main").getByRole("listitem").filter({ hasText: "388.00" });
  await expect(stories).toHaveCount(5);
  const progress = page.getByRole("slider", { name: "播放进度" });
  await progress.fill("2000");
  await expect(page.getByText("2.0 / 6.1")).toBeVisible();
  await page.getByRole("button", { name: "播放" }).first().click();
  await expect(page.getByText("6.1 / 6.1")).toBeVisible(); // pauses at its end
  await expect(page.getByRole("button", { name: "播放" })).toHaveCount(2);
  await stories.nth(2).getByRole("button").click();
  await expect(page.getByText("0.0 / 6.1")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "升级大厅" }).last().click(); // the first is a crumb
  await expect(page).toHaveURL(/\/page\/upgradeHall$/);
});

test("a trade-in gives the item, the rest comes back", async ({ browser, request }) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 5);
  const page = await pageOf(browser, account.token, { viewport: WIDE, language: "en" });
  await page.goto("/page/replaceSkins");
  const mine = page.getByRole("region", { name: /You give/ });
  await mine.getByRole("button", { pressed: false }).first().click();
  await mine.getByRole("button", { pressed: false }).first().click();
  await expect(page.getByText(/Choose what you want/)).toBeVisible();
  await page.getByRole("region", { name: "You get" }).getByRole("button", { pressed: false }).first().click();
  await page.getByRole("button", { name: "Trade in", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Traded in" })).toBeVisible();
  expect((await bagOf(page, account)).total).toBe(4);
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  // Gems buy as in the mall: at its price, and by a verified name.
  await mine.getByRole("button", { pressed: false }).first().click();
  await page.getByRole("slider", { name: /gems/i }).fill("50000");
  await page.getByRole("region", { name: "You get" }).getByRole("button", { pressed: false }).first().click();
  await expect(page.getByText(/\d gems are paid, at the mall's price/)).toBeVisible();
  await page.getByRole("button", { name: "Trade in", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Verify your name" })).toBeVisible();
  expect((await bagOf(page, account)).total).toBe(4);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Trade-in records" }).first().click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("rankings tell their rules", async ({ browser }) => {
  const page = await pageOf(browser, "", { viewport: WIDE, language: "en" });
  await page.goto("/upgrade/rank");
  await expect(page.getByRole("heading", { name: "Upgrade ranking" })).toBeVisible();
  await expect(page.getByText(/closes in \d+ h \d+ min/)).toBeVisible();
  await page.getByRole("link", { name: "Hash ranking" }).click();
  await expect(page.getByRole("heading", { name: "Hash ranking" })).toBeVisible();
  await page.getByRole("radio", { name: "Yesterday" }).click();
  await expect(page.getByText(/before 14:00|rewards are paid/).first()).toBeVisible();
});

test("phones upgrade at their own address @phone", async ({ browser, request }) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 5);
  const page = await pageOf(browser, account.token, { viewport: NARROW, language: "en" });
  await page.goto("/page/upgradeHall");
  await expect(page).toHaveURL(/\/page\/upgrade$/);
  await lay(page);
  await page.getByRole("button", { name: "Upgrade", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible({ timeout: 60_000 });
  expect((await upgradesOf(page, account)).total).toBe(1);
});

test("how it stays fair and what one has upgraded are told over the hall, whose table stays laid", async ({
  browser,
  request,
}) => {
  const account = await newAccount(request);
  await openBox(request, account.token, 3);
  const page = await pageOf(browser, account.token);
  await page.goto("/page/upgradeHall");
  await lay(page);
  const main = page.getByRole("main");
  const fair = main.getByRole("button", { name: "How this stays fair" });
  await opensOver(page, fair, "How it stays fair", async (dialog) => {
    await expect(dialog.getByText(/divided by ffffff/)).toBeVisible();
    await expect(dialog.getByRole("link", { name: "Read how it works" })).toHaveAttribute("href", "/page/instrutions");
    await expect(dialog.getByRole("link", { name: "Verify a result" })).toHaveAttribute("href", "/fair/verify");
  });
  const history = main.getByRole("button", { name: "My upgrades" });
  await opensOver(page, history, "My upgrades", async (dialog) => {
    await expect(dialog.getByText("No upgrades yet")).toBeVisible();
  });

  await page.getByRole("button", { name: "Upgrade", exact: true }).click();
  const result = page.getByRole("dialog");
  await expect(result).toBeVisible({ timeout: 60_000 });
  await result.getByRole("button", { name: "Done" }).click();
  const [upgrade] = (await upgradesOf(page, account)).records;
  await opensOver(page, history, "My upgrades", async (dialog) => {
    const details = dialog.getByRole("link", { name: "Details" });
    await expect(details).toHaveCount(1);
    await expect(details).toHaveAttribute(
      "href",
      `/upgrade/detail?result=${encodeURIComponent(upgrade?.resultId ?? "")}`,
    );
  });
  await history.click();
  await page.getByRole("dialog").getByRole("link", { name: "Upgrade records" }).click();
  await expect(page).toHaveURL(/\/user\/upgrade\/record$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
