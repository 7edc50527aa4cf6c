/** Two players at one deck: each sees the other's flip, a taken card cannot be had, and a flip verifies. */
import { expect, test } from "@playwright/test";
import { player } from "./player.ts";

test("two players turn cards of one deck and verify them", async ({ browser }) => {
  test.setTimeout(180_000);
  const [first, second] = [await player(browser), await player(browser)];
  await first.page.goto("/luckycard");
  await first.page.getByRole("link", { name: /Dragon hundred/ }).click();
  await first.page.waitForURL(/\/luckycard\/\d+$/);
  const room = new URL(first.page.url()).pathname;
  await second.page.goto(room);
  const flips = async (page: typeof first.page) => page.getByRole("link", { name: /^Card \d+: / }).count();
  const before = await flips(first.page);
  const card = first.page.getByRole("button", { name: "Card 55", exact: true });
  await expect(card).toBeEnabled({ timeout: 60_000 });
  await card.click();
  await first.page.getByRole("button", { name: /Turn the card/ }).click();
  await expect(first.page.getByText(/^You got /)).toBeVisible({ timeout: 20_000 });
  await expect(second.page.getByRole("link", { name: /^Card 55: / })).toBeVisible({ timeout: 20_000 });
  expect(await flips(first.page)).toBeGreaterThan(before);
  await first.page.getByRole("link", { name: "Verify", exact: true }).click();
  await expect(first.page.getByText("It was fixed before")).toBeVisible({ timeout: 60_000 });
  await first.page.goto("/luckycenter");
  await expect(first.page.getByText("Card 55", { exact: true })).toBeVisible();
  for (const { page } of [first, second]) await page.context().close();
});
