/**
 * Product spec §4 "Sign-in", §5: the first day is signed once, in whichever tab; a requirement and a week say what is
 * missing.
 */
import { expect, type Page } from "@playwright/test";
import { playFirst } from "./account.ts";
import { balance, player } from "./player.ts";
import { test } from "./test.ts";

const bell = (page: Page, name: string | RegExp) =>
  page.getByRole("complementary", { name: "Shortcuts" }).getByRole("button", { name, exact: typeof name === "string" });
const board = (page: Page) => page.getByRole("dialog", { name: "Daily sign-in" });

test("the first day is signed once, in two tabs", async ({ browser }) => {
  const { page, token } = await player(browser);
  await expect(bell(page, "Sign-in (ready to claim)")).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/page/caseBattle");
  for (const tab of [page, other]) {
    await bell(tab, /^Sign-in/).click();
    await expect(board(tab).getByRole("button", { name: /^Day 1\b.*Tap to claim$/ })).toBeVisible();
  }
  const first = board(page).getByRole("button", { name: /^Day 1\b/ });
  await first.click();
  await expect(page.getByText("Bind your phone or recharge once before you take what is given for free")).toBeVisible();
  await playFirst(page.request, token);
  await expect.poll(() => balance(page)).toBe(1_000_00 + 1_00 - 20_00);
  const before = await balance(page);
  await first.click();
  const rewards = page.getByRole("dialog", { name: "Sign-in complete" });
  await expect(rewards).toContainText("Gems +0.10");
  await rewards.getByRole("button", { name: "OK" }).click();
  await expect(board(page).getByRole("button", { name: /^Day 1\b.*Claimed$/ })).toBeVisible();
  await expect(bell(page, "Sign-in")).toBeAttached(); // no dot any more

  // The other tab does not know yet: the server refuses, and the tab shows that and takes it over.
  await board(other)
    .getByRole("button", { name: /^Day 1\b/ })
    .click();
  const blocked = other.getByRole("dialog", { name: "You have already signed in today" });
  await expect(blocked.getByRole("timer")).toBeVisible();
  await blocked.getByRole("button", { name: "OK" }).click();
  await expect(board(other).getByRole("button", { name: /^Day 1\b.*Claimed$/ })).toBeVisible();
  await expect(board(other).getByRole("button", { name: /^Day 2\b.*Not claimed$/ })).toBeVisible();
  await expect.poll(() => balance(page)).toBe(before + 10);
  await expect.poll(() => balance(other)).toBe(before + 10);
});

test("a requirement, a closed sign-in and an empty week are told", async ({ browser }) => {
  const { page } = await player(browser, null);
  const info = "**/api/newActivity/baseActivityInfo**";
  await page.route(info, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.count = 6;
    await route.fulfill({ response, json: answer });
  });
  await page.goto("/page/caseBattle");
  await bell(page, /^Sign-in/).click();
  const seventh = board(page).getByRole("button", { name: /^Day 7\b.*Tap to claim.*Open 20 boxes today$/ });
  await seventh.press("Enter");
  const required = page.getByRole("dialog", { name: "Requirement for today" });
  await expect(required).toContainText("Done today: 0 / 20");
  await expect(required.getByRole("link", { name: "Go open boxes" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(required).toBeHidden();
  await expect(seventh).toBeFocused();

  await page.unroute(info);
  await page.route(info, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.activityCondition = [];
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
  await bell(page, /^Sign-in/).click();
  await expect(board(page)).toContainText("Daily sign-in is not open right now");

  await board(page).getByRole("button", { name: "Weekly benefit" }).click();
  const week = page.getByRole("dialog", { name: "Weekly benefit" });
  await expect(week.getByRole("listitem")).toHaveCount(4);
  await week.getByRole("button", { name: "Claim this week's benefit" }).click();
  await expect(page.getByText("You have no benefit to claim")).toBeVisible();
});
