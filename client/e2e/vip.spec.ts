/** Product spec §4, §6, §8: recharges raise the level, its bonus is claimed in order, and the rate stands in the next quote. */
import { expect, type Page, test } from "@playwright/test";
import { balance, closeAll, player } from "./player.ts";

test.afterEach(({ browser }) => closeAll(browser));

/** Pays an amount by the sandbox's QR code; ends where the payment is done. */
async function recharge(page: Page, gems: string): Promise<void> {
  await page.goto("/page/assets");
  await page.getByRole("radio", { name: "QR code" }).click();
  await page.getByLabel("Gems", { exact: true }).fill(gems);
  await page.getByRole("button", { name: /^Pay R\$/ }).click();
  const address = await page.getByRole("dialog").locator("code").textContent();
  const phone = await page.context().newPage();
  await phone.goto(new URL(address ?? "", page.url()).href);
  await phone.getByRole("button", { name: "Pay", exact: true }).click();
  await phone.close();
  await expect(page.getByRole("dialog").locator("[data-state]")).toHaveAttribute("data-state", "paid");
}

test("from the first recharge to a claimed bonus", async ({ browser }) => {
  const { page } = await player(browser);
  await page.goto("/user/vip");
  await expect(page.getByRole("heading", { name: "Your level: VIP 0" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "VIP 10" })).toContainText("100,000.00");
  await expect(page.getByRole("button", { name: "VIP 1: not reached" })).toBeDisabled();

  await recharge(page, "50");
  await expect(page.getByText("You are now VIP 2!")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "VIP 2" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Gems", { exact: true }).fill("100");
  await expect(page.getByText("and 2.60 gems on top")).toBeVisible(); // 2 % by the tier, 0.60 % by the level
  await expect(page.getByRole("link", { name: "0.60 of them by your VIP level" })).toBeVisible();

  await page.getByRole("banner").getByRole("link", { name: "VIP 2" }).click();
  await expect(page.getByRole("button", { name: "VIP 2: claim the level before first" })).toBeDisabled();
  const before = await balance(page);
  await page.getByRole("button", { name: "Claim the reward of VIP 1" }).click();
  await expect(page.getByText("Claimed: 0.05 gems for VIP 1")).toBeVisible();
  await page.getByRole("button", { name: "Claim the reward of VIP 2" }).press("Enter");
  await expect(page.getByRole("button", { name: "VIP 2: claimed" })).toBeDisabled();
  await expect.poll(() => balance(page)).toBe(before + 5 + 25);
});

test("what cannot be had is said in the specification's words", async ({ browser }) => {
  const { page } = await player(browser);
  await page.route("**/api/pay/selectUserVip", (route) =>
    route.fulfill({ status: 503, json: { code: 5001, errCode: 5001, errMsg: "x" } }),
  );
  await page.goto("/user/vip");
  await expect(page.getByText("Failed to obtain VIP information")).toBeVisible();
  await expect(page.getByText("Your level")).toHaveCount(0);
  await page.unroute("**/api/pay/selectUserVip");
  const [config] = (await (await page.request.get("/api/pay/selectVipConfig")).json()).data;
  expect(config).toEqual({ level: 1, vipNum: 10, vipRate: 0.003, vipAmount: 0.05 });
  // A client that believes more than is true.
  const data = {
    vipLevel: 1,
    monthPayAmount: 0,
    redPacketLevel: 0,
    lastMonthLevel: 0,
    vipExperience: 0,
    monthEndsMs: 0,
  };
  await page.route("**/api/pay/selectUserVip", (route) => route.fulfill({ json: { code: 200, errCode: 0, data } }));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Claim the reward of VIP 1" }).click();
  await expect(page.getByText("Failed to receive VIP reward: You have not reached this VIP level")).toBeVisible();
});
