/** What a player finds again later: records, a sale that stays one, and addresses of nothing. */
import { expect } from "@playwright/test";
import { battleOf, get, newAccount, newPlayer, openBox, pageOf, post } from "./account.ts";
import { go } from "./go.ts";
import { balance } from "./player.ts";
import { test } from "./test.ts";

for (const [address, says] of [
  ["/page/battle/abc", "This battle does not exist or is over."],
  ["/page/battle/999999999", "This battle does not exist or is over."],
  ["/steer/case?box=first-light", "This box does not exist or is no longer on sale."],
  ["/steer/case?box=999999", "This box does not exist or is no longer on sale."],
] as const) {
  test(`${address} says that nothing is there, and does not ask for another try`, async ({ browser }) => {
    const page = await pageOf(browser, "");
    await page.goto(address);
    await expect(page.getByText(says)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).not.toHaveCount(0); // a way on
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  });
}

test("a mode has one name: in the room and in the records, in every language", async ({ browser, request }) => {
  const host = await newAccount(request);
  const id = await battleOf(request, [host], { mode: "terminal", seats: 2 });
  const page = await pageOf(browser, host.token, { language: "zh" });
  for (const [language, name] of [
    ["zh", "终局模式"],
    ["en", "Final round"],
    ["pt", "Rodada final"],
  ] as const) {
    await go(page, "/user/battle/record");
    await page.getByRole("banner").locator("select").selectOption(language);
    const isNamed = () => expect(page.getByRole("cell", { name, exact: true })).toBeVisible();
    await isNamed();
    if (language === "pt") {
      // Loaded in a language that is stored, and not only changed to it.
      await page.reload();
      await isNamed();
    }
    await go(page, `/page/battle/${id}`);
    const inTheRoom = () => expect(page.getByRole("main").getByText(name, { exact: true })).toBeVisible();
    await inTheRoom();
    if (language === "pt") {
      await page.reload();
      await inTheRoom();
    }
  }
});

test("on a phone the columns of a record stand in one line", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request, { viewport: { width: 390, height: 844 } });
  await openBox(request, token);
  await page.goto("/user/mbox/record");
  const cell = (column: string) => page.locator(`td[data-column="${column}"]`);
  await expect(cell("Box")).toBeVisible();
  // Both in one frame: what loads above them may move the page between two.
  const tops = await page
    .locator('td[data-column="Box"], td[data-column="Value"]')
    .evaluateAll((cells) => cells.map((each) => each.getBoundingClientRect().top));
  expect(tops).toHaveLength(2);
  expect(tops[0]).toBe(tops[1]);
  const height = async (column: string) => (await cell(column).boundingBox())?.height ?? 0;
  expect(Math.abs((await height("Box")) - (await height("Value")))).toBeLessThan(3);
  const link = await cell("Box").getByRole("link").boundingBox();
  expect(link?.height).toBeGreaterThanOrEqual(44); // large enough to be tapped
});

interface Room {
  readonly result: { readonly winners: readonly number[] } | null;
}

interface Bag {
  readonly records: readonly { readonly id: string; readonly valueCents: number }[];
}

test("what was won and sold stays sold: after a replay, after a refresh, and when sold in the backpack", async ({
  browser,
  request,
}) => {
  const players = [await newAccount(request), await newAccount(request)] as const;
  const id = await battleOf(request, players, { rounds: 2 });
  const settled = async () => (await get<Room>(request, "", `/api/battle/${id}`)).result;
  await expect.poll(settled, { timeout: 60_000 }).not.toBeNull();
  const account = players[(await settled())?.winners[0] ?? -1];
  if (!account) throw new Error("nobody won");
  const page = await pageOf(browser, account.token);
  await page.goto(`/page/battle/${id}`);
  await expect(page.getByText(/^You won 4 items worth/)).toBeVisible();

  const items = page.locator("details", { hasText: "Won items" });
  await expect(items).toHaveAttribute("open");
  await expect(items.getByRole("listitem")).toHaveCount(4);

  // One of them is sold elsewhere: what is left can still be sold with one click.
  const { records } = await get<Bag>(request, account.token, "/api/personal/center/back/pack?current=1&size=6&type=1");
  const [first, ...rest] = records;
  await post(request, account.token, "/api/bag/sell", { items: [first?.id] });
  await page.reload();
  const worth = rest.reduce((sum, { valueCents }) => sum + valueCents, 0);
  const left = (worth / 100).toFixed(2);
  await expect.poll(() => balance(page)).toBeGreaterThan(0);
  const before = await balance(page);
  const sell = page.getByRole("button", { name: `Sell all for ${left}` });
  await sell.click();
  await expect(page.getByText(`Sold 3 items for ${left}`)).toBeVisible();
  await expect.poll(() => balance(page)).toBe(before + worth);
  const sold = page.getByRole("button", { name: "Sold", exact: true });
  await expect(sold).toBeDisabled();

  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("button", { name: "Back to the result" }).click();
  await expect(sold).toBeDisabled();
  await page.reload();
  await expect(sold).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Sell all/ })).toHaveCount(0);
});
