/** Product spec §§6, 8: what of VIP cannot be had. Levels, their bonus and their rate are in story.spec.ts. */
import { expect } from "@playwright/test";
import { player } from "./player.ts";
import { test } from "./test.ts";

test("what cannot be had is said in the specification's words", async ({ browser }) => {
  const { page } = await player(browser, null);
  await page.route("**/api/pay/selectUserVip", (route) =>
    route.fulfill({ status: 503, json: { code: 5001, errCode: 5001, errMsg: "x" } }),
  );
  await page.goto("/user/vip");
  await expect(page.getByText("Failed to obtain VIP information")).toBeVisible();
  await expect(page.getByText("Your level")).toHaveCount(0);
  await page.unroute("**/api/pay/selectUserVip");
  const [config] = (await (await page.request.get("/api/pay/selectVipConfig")).json()).data;
  expect(config).toEqual({ level: 1, vipNum: 10, vipRate: 0.0005, vipAmount: 0.01 });
  // A client that assumes more than is true.
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
