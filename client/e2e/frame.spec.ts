/**
 * The frame around every page (header, rail, tab bar, the row of a game) and the first page, by their boxes at the six
 * sizes of the drawings; and what the keyboard meets first. That nothing moves by itself while a page loads is seen
 * where every page is loaded: routes.spec.ts.
 */
import { expect, type Page } from "@playwright/test";
import { paths } from "../src/routes/paths.ts";
import { newAccount, pageOf } from "./account.ts";
import { go } from "./go.ts";
import { atSize } from "./readable.ts";
import { test } from "./test.ts";

const SIZES = [
  { width: 360, height: 640, rail: 0, perRow: 2, firstY: 452 },
  { width: 390, height: 844, rail: 0, perRow: 2, firstY: 490 },
  { width: 768, height: 1024, rail: 0, perRow: 4, firstY: 470 },
  { width: 1280, height: 720, rail: 80, perRow: 5, firstY: 430 },
  { width: 1440, height: 900, rail: 80, perRow: 6, firstY: 484 },
  { width: 2560, height: 1440, rail: 200, perRow: 8, firstY: 560 },
] as const;

/** How far a box may stand from where it is drawn. */
const NEAR_PX = 4;

const near = (is: number, drawn: number, what: string) =>
  expect(Math.abs(is - drawn), `${what}: ${is}, drawn ${drawn}`).toBeLessThanOrEqual(NEAR_PX);

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} has no box`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

type Drawn = (typeof SIZES)[number];

const isPhone = ({ width }: Drawn): boolean => width <= 750;

test("at six sizes header, rail and tab bar stand where they are drawn, and home with its boxes", async ({
  browser,
  request,
}) => {
  const { token } = await newAccount(request);
  const page = await pageOf(browser, token, { viewport: SIZES[0] });
  await page.goto("/");
  await expect(page.locator("#boxes article")).not.toHaveCount(0);
  await expect(page.locator("[data-part=sign-tile]")).toBeVisible();
  for (const size of SIZES) await atSize(page, size, () => homeStands(page, size));
});

async function homeStands(page: Page, size: Drawn): Promise<void> {
  const { width, height, rail, perRow, firstY } = size;
  const phone = isPhone(size);
  const at = `${width}×${height}`;
  const header = await boxOf(page, "header");
  expect([header.y, header.height], at).toEqual([0, 56]);
  const aside = page.getByRole("complementary", { name: "Shortcuts" });
  if (rail === 0) expect(await aside.isHidden(), at).toBe(true);
  else expect(await aside.boundingBox(), at).toMatchObject({ x: 0, y: 56, width: rail, height: height - 56 });
  const tabs = page.getByRole("navigation", { name: "Menu", exact: true });
  if (phone) expect(await tabs.boundingBox(), at).toMatchObject({ y: height - 64, height: 64 });
  else expect(await tabs.isHidden(), at).toBe(true);

  const ticker = await boxOf(page, "[data-part=ticker]");
  expect([ticker.y, ticker.height], at).toEqual([56, phone ? 38 : 44]);
  const cards = await page
    .locator("#boxes article")
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
  const first = cards[0];
  if (!first) throw new Error("no box");
  near(first.y, firstY, `${at}: the first box`);
  expect(
    cards.filter(({ y }) => Math.abs(y - first.y) < 1),
    at,
  ).toHaveLength(perRow);
  // The first row is whole before any swipe, but on the smallest phone; content never lies under the rail.
  if (height > 640) expect(first.y + first.height, at).toBeLessThanOrEqual(height - (phone ? 64 : 0));
  expect(first.x, at).toBeGreaterThanOrEqual(rail + (phone ? 12 : 24));
  expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width);
}

test("at six sizes a game has one row under the header, and no ticker and no breadcrumb", async ({ browser }) => {
  const page = await pageOf(browser, "");
  for (const { address, over, sizes } of [
    { address: paths.box(1), over: true, sizes: SIZES },
    { address: paths.upgradePhone(), over: false, sizes: SIZES.filter(isPhone) },
    { address: paths.upgradeHall(), over: false, sizes: SIZES.filter((size) => !isPhone(size)) },
  ]) {
    await page.setViewportSize(sizes[0] ?? SIZES[0]);
    await go(page, address);
    await expect(page.locator("[data-part=game-row]")).toBeVisible();
    for (const size of sizes) await atSize(page, size, () => gameStands(page, address, over, isPhone(size)));
  }
});

async function gameStands(page: Page, address: string, over: boolean, phone: boolean): Promise<void> {
  const at = `${address} ${page.viewportSize()?.width}`;
  const row = await boxOf(page, "[data-part=game-row]");
  const back = await boxOf(page, "[data-part=game-row] a");
  expect(await page.locator("[data-part=ticker]").count(), at).toBe(0);
  expect(await page.getByRole("navigation", { name: "You are here" }).count(), at).toBe(0);
  if (phone) expect([row.y, row.height], at).toEqual([56, 44]);
  else if (over) expect(back.y, at).toBeGreaterThan(68);
  else expect([row.y, row.height], at).toEqual([64, 40]);
  const next = await page.locator("[data-part=game-row] + *").evaluate((element) => element.getBoundingClientRect().y);
  near(next, phone ? 102 : over ? 68 : 112, `${at}: what follows the row`);
  const title = page.locator("[data-part=game-row] h1");
  expect(await title.evaluate((h1) => h1.scrollWidth <= h1.clientWidth), `${at}: the title is whole`).toBe(true);
}

test("from home to the first box it is at most twelve tabs, and the ticker is one of them", async ({ browser }) => {
  const page = await pageOf(browser, "");
  await page.goto("/");
  const first = page.locator("#boxes article a").first();
  await expect(first).toBeVisible();
  const stops = page.locator("[data-part=ticker] :is(a, button)");
  await expect(stops.nth(2)).toBeAttached();
  await expect.poll(() => stops.evaluateAll((all) => all.filter((stop) => stop.tabIndex === 0).length)).toBe(1);
  let tabs = 0;
  let skipped = false;
  while (tabs <= 12 && !(await first.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press("Tab");
    tabs++;
    const focused = page.locator("a:focus");
    if (!skipped && (await focused.getAttribute("href").catch(() => null)) === "#boxes") {
      skipped = true;
      await page.keyboard.press("Enter");
    }
  }
  expect(tabs).toBeLessThanOrEqual(12);
});

test('"/" goes to the boxes\' search on home, and opens the search on every other page', async ({ browser }) => {
  const page = await pageOf(browser, "");
  // What listens comes with the rail, when the page is idle.
  const rail = page.getByRole("complementary", { name: "Shortcuts" });
  await page.goto("/");
  await expect(rail).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search boxes" })).toBeFocused();
  await go(page, paths.drops());
  await expect(rail).toBeVisible();
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search the site" });
  await dialog.getByRole("searchbox").fill("magma");
  await dialog.getByRole("link", { name: /Magma Forge/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Magma Forge" })).toBeVisible();
});

test("on a phone the language is in the header, and R$, VIP level, search and sound are in the menu's head", async ({
  browser,
  request,
}) => {
  const { token } = await newAccount(request);
  const page = await pageOf(browser, token);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.box(1));
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: /^Turn sound/ })).toBeVisible();
  const parts = await header.locator(":scope > div > :is(button, span)").all();
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    if (await part.isVisible()) expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(36);
  }
  await header.getByRole("button", { name: /^Menu/ }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (const name of [/R\$/, /^VIP 0$/]) await expect(menu.getByRole("link", { name })).toBeVisible();
  await expect(menu.getByRole("button", { name: /^Turn sound/ })).toBeVisible();
  await expect(menu.getByRole("button", { name: "Search the site" })).toBeVisible();
  await page.keyboard.press("Escape");
  await header.getByLabel("Language").selectOption("pt");
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
});
