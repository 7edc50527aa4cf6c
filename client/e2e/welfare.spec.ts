/**
 * The welcome of a new player (product spec §2, §4): four steps, each saved when the server has seen it, then the
 * guide.
 */
import { expect, type Page } from "@playwright/test";
import { get, newPlayer, playFirst } from "./account.ts";
import { test } from "./test.ts";

const modal = (page: Page) => page.getByRole("dialog", { name: "New-player welfare" });
const now = (page: Page) => modal(page).locator("[aria-current=step]");

test("the welcome leads through four steps, from the free box to the guide", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request, { welcome: true });
  const me = () => get<{ status: number; bagNum: number }>(request, token, "/api/user/info");
  const status = async () => (await me()).status;
  await page.goto("/page/caseBattle");

  await expect(now(page)).toHaveText("1Free box");
  await expect(modal(page)).toContainText(/2[0-3]:\d\d:\d\d/);
  const open = modal(page).getByRole("button", { name: "Open for free" });
  await open.click();
  await expect(page.getByText("Bind your phone or recharge once before you take what is given for free")).toBeVisible();
  expect(await me()).toMatchObject({ status: 1, bagNum: 0 });
  await playFirst(request, token);
  await open.dblclick(); // a double click is one box
  await modal(page).getByRole("button", { name: "Next: first recharge" }).click();
  await expect(now(page)).toHaveText("3Recharge box"); // the recharge is there already
  expect(await me()).toMatchObject({ status: 3, bagNum: 11 });

  await modal(page).getByRole("button", { name: "Open for free" }).click();
  await modal(page).getByRole("button", { name: "Next: welfare roll" }).click();
  await expect(now(page)).toHaveText("4Welfare roll");
  expect(await me()).toMatchObject({ status: 4, bagNum: 12 });

  await modal(page)
    .getByRole("button", { name: /^Go to the roll room/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/page\/roll\/\d+$/);
  await expect(modal(page)).toBeHidden();
  // A room may be drawn while one looks at it: another is always open to all players.
  const guide = page.getByRole("dialog", { name: "Game guide" });
  await expect(async () => {
    const join = page.getByRole("button", { name: "Join", exact: true });
    if (!(await join.isVisible()) && !(await guide.isVisible())) {
      const { rollList } = await get<{ rollList: { roll: { id: string } }[] }>(
        request,
        token,
        "/api/task/register/welfare",
      );
      await page.goto(`/page/roll/${rollList.at(-1)?.roll.id}`);
    }
    if (!(await guide.isVisible())) await join.click({ timeout: 5000 });
    await expect(guide).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect.poll(status).toBe(6);
  await page.reload();
  await expect(
    page.getByRole("complementary", { name: "Shortcuts" }).getByRole("button", { name: /^Sign-in/ }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^New-player welfare/ })).toHaveCount(0);
});

test("closed it stays a chip, and asked to be quiet it stays away", async ({ browser, request }) => {
  const { page } = await newPlayer(browser, request, { welcome: true });
  await page.goto("/page/caseBattle");
  await expect(modal(page)).toBeVisible();
  await page.keyboard.press("Escape");
  const chip = page.getByRole("button", { name: /^New-player welfare \d\d:\d\d:\d\d$/ });
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await expect(modal(page)).toBeHidden();
  await chip.press("Enter");
  await modal(page).getByRole("checkbox", { name: "Do not open this by itself on this device" }).check();
  await page.keyboard.press("Escape");
  await expect(chip).toBeHidden();
  await page.reload();
  await page.getByRole("complementary", { name: "Shortcuts" }).getByRole("button", { name: "Gifts" }).click();
  await expect(now(page)).toHaveText("1Free box");
});
