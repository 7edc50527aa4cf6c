/** Cards and fragments in a browser: gifts of the house are used, shown beside the price, and exchanged. */
import { expect } from "@playwright/test";
import { get, newPlayer } from "./account.ts";
import { go } from "./go.ts";
import { operator } from "./operator.ts";
import { test } from "./test.ts";

test("a discount card is used and boxes cost less; the chart opens with its card", async ({ browser, request }) => {
  const player = await newPlayer(browser, request);
  const { page, token } = player;
  const held = async () => (await get<{ total: number }>(request, token, "/api/user/cards")).total;
  operator("props", "give", player.name, "--voucher=discount,chart,reset");
  await expect.poll(held).toBe(3);
  await page.goto("/user/cards");
  await page.getByRole("button", { name: "History chart" }).click();
  await expect(page.getByRole("dialog")).toContainText("The history chart opens with a trend-chart card");
  await page.keyboard.press("Escape");

  for (const name of ["Discount card", "Trend-chart card"]) {
    await page.getByRole("button", { name: `Use: ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Use ${name}?` });
    await dialog.getByRole("button", { name: "Use", exact: true }).dblclick(); // a double click is one use
    await expect(dialog).toBeHidden();
  }
  expect(await held()).toBe(1);
  await expect(page.getByRole("timer")).toHaveCount(2);
  await page.getByRole("button", { name: "Use: Box reset card" }).click();
  await expect(page.getByRole("dialog")).toContainText("Nothing that can be opened once more was taken today.");
  await page.keyboard.press("Escape");

  const { boxes } = await get<{ boxes: { id: number; type: string; priceCents: number }[] }>(
    request,
    "",
    "/api/box/list?type=hash&sort=price_asc",
  );
  const box = boxes.find(({ priceCents }) => priceCents >= 100 && priceCents <= 20_000);
  if (!box) throw new Error("no hash box to open");
  const gems = async () => Math.round((await get<{ balance: number }>(request, token, "/api/user/info")).balance * 100);
  const before = await gems();
  await go(page, `/steer/case?box=${box.id}`);
  await expect(page.getByRole("timer", { name: /discount of 2%/ })).toBeVisible();
  await page.getByRole("button", { name: /^Open/ }).click();
  await expect.poll(gems).toBe(before - Math.ceil((box.priceCents * 98) / 100));
  await page.getByRole("button", { name: "History numbers" }).click(); // over the box that is being opened
  await expect(page.getByRole("dialog", { name: "History numbers" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "History numbers" })).toBeFocused();

  await go(page, "/user/cards");
  await page.getByRole("button", { name: "History chart" }).click();
  await expect(page.getByRole("img", { name: "The last 1 numbers between 0 and 1" })).toBeVisible();
});

test("fragments are exchanged for an item, which stands in the records", async ({ browser, request }) => {
  const player = await newPlayer(browser, request);
  const { page, token } = player;
  operator("props", "give", player.name, "--fragments=500");
  await expect
    .poll(async () => (await get<{ fragments: number }>(request, token, "/api/exchange/list")).fragments)
    .toBe(500);
  await page.goto("/user/exchange/record");
  await expect(page.getByText("No exchange here yet.")).toBeVisible();
  await go(page, "/user/exchange");
  await expect(page.getByText("500")).toBeVisible();
  await page.getByRole("radio", { name: "Within reach" }).click();
  const goods = page.getByRole("button", { name: /fragments for/ });
  await expect(goods.first()).toBeEnabled();
  await goods.first().click();
  const dialog = page.getByRole("dialog", { name: "Exchange fragments" });
  await dialog.getByRole("button", { name: "Exchange", exact: true }).dblclick();
  await expect(dialog).toBeHidden();
  const list = await get<{ total: number; records: { fragments: number }[] }>(request, token, "/api/exchange/record");
  expect(list.total).toBe(1);
  const left = await get<{ fragments: number }>(request, token, "/api/exchange/list");
  expect(left.fragments).toBe(500 - (list.records[0]?.fragments ?? 0));
  await page.getByRole("link", { name: "My exchanges" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
});
