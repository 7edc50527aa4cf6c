/** Two players at one deck: each sees the other's flip, a taken card cannot be had, and a flip verifies. */
import { expect, type Page } from "@playwright/test";
import { balance, player } from "./player.ts";
import { proofHolds } from "./proof.ts";
import { test } from "./test.ts";

/**
 * The deck that is open: one flip in a hundred takes the top prize and ends its room, also a flip of a test beside this
 * one, and the lobby then has another.
 */
async function enterDeck(page: Page): Promise<void> {
  const back = page.getByRole("button", { name: /^Card \d+$/ }).first();
  const over = page.getByText("The top prize went: this room is over.");
  await expect(async () => {
    if (await over.isVisible()) await page.goto("/luckycard");
    const room = page.getByRole("link", { name: /Dragon hundred/ });
    if (new URL(page.url()).pathname === "/luckycard") await room.first().click({ timeout: 5_000 });
    await expect(back).toBeEnabled({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/**
 * A card that nobody has turned, whatever the deck has been through; counted from the end if negative. Tests that may
 * run beside each other take cards far from each other's.
 */
async function faceDown(page: Page, nth: number): Promise<string> {
  await enterDeck(page);
  const back = page.getByRole("button", { name: /^Card \d+$/ }).nth(nth);
  return (await back.getAttribute("aria-label")) ?? "";
}

test("two players turn cards of one deck and verify them", async ({ browser }) => {
  test.setTimeout(180_000);
  const [first, second] = [await player(browser, "/luckycard"), await player(browser, null)];
  const name = await faceDown(first.page, 0);
  const room = new URL(first.page.url()).pathname;
  await second.page.goto(room);
  const flips = async (page: typeof first.page) => page.getByRole("link", { name: /^Card \d+: / }).count();
  const before = await flips(first.page);
  await first.page.getByRole("button", { name, exact: true }).click();
  await first.page.getByRole("button", { name: /Turn card/ }).click();
  await expect(first.page.getByText(/^You got /)).toBeVisible({ timeout: 20_000 });
  await expect(second.page.getByRole("link", { name: new RegExp(`^${name}: `) })).toBeVisible({ timeout: 20_000 });
  expect(await flips(first.page)).toBeGreaterThan(before);
  await first.page.getByRole("link", { name: "Verify", exact: true }).click();
  await proofHolds(first.page, "It was fixed before");
  await first.page.goto("/luckycenter");
  await expect(first.page.getByText(name, { exact: true })).toBeVisible();
  for (const { page } of [first, second]) await page.context().close();
});

test("the button stays in reach of the last card, by keys too, and no flip waits for a network @phone", async ({
  browser,
  isMobile,
}) => {
  const { page } = await player(browser, null);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/luckycard");
  const name = await faceDown(page, isMobile ? -2 : -1);
  const back = page.getByRole("button", { name, exact: true });
  const turn = page.getByRole("button", { name: new RegExp(`^Turn ${name.toLowerCase()} `) });
  const got = page.getByText(/^You got /);
  const before = await balance(page);

  await back.focus();
  await expect(back).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(turn).toBeFocused();
  await expect(turn).toBeInViewport({ ratio: 1 });
  await page.keyboard.down("Enter"); // held down: its repetitions neither pay nor follow the card's link
  await page.keyboard.up("Enter");
  await expect(got).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("listitem").and(page.locator(":focus"))).toContainText(`${name}: `);
  const paid = before - (await balance(page));
  expect(paid).toBeGreaterThan(0);

  const next = await faceDown(page, isMobile ? 40 : 30);
  await page.getByRole("button", { name: next, exact: true }).click();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: new RegExp(`^Turn ${next.toLowerCase()} `) }).click();
  await expect(page.getByText("No connection. Check your network and try again.")).toBeVisible();
  await page.context().setOffline(false);
  // What was refused is neither done nor forgotten: the card lies as it did, still chosen.
  await expect(page.getByRole("button", { name: next, exact: true, pressed: true })).toBeEnabled();
  expect(before - (await balance(page))).toBe(paid);
  await page.context().close();
});
