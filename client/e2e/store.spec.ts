/**
 * The mall (product spec §6, §8): a real name is needed, and a price that has changed is refused. Buying is in
 * story.spec.ts.
 */
import { expect } from "@playwright/test";
import { get, newPlayer, pageOf } from "./account.ts";
import { verifyName } from "./identity.ts";
import { operator } from "./operator.ts";
import { test } from "./test.ts";

test("a visitor is asked to log in", async ({ browser }) => {
  const page = await pageOf(browser, "");
  await page.goto("/page/store?type=skin");
  await expect(page.getByRole("dialog")).toContainText("Log in");
  await expect(page.getByRole("heading", { name: "Mall" })).toHaveCount(0);
});

test("a purchase is refused without a real name, and at a price that changed under the player's eyes", async ({
  browser,
  request,
}) => {
  const { page, token } = await newPlayer(browser, request);
  const { records } = await get<{ records: readonly { readonly id: number }[] }>(
    request,
    token,
    "/api/mall/items?sort=price_asc&size=1",
  );
  const offer = records[0];
  if (!offer) throw new Error("nothing on sale");
  await page.goto("/page/store?type=skin");
  await expect(page.locator('a[href^="/page/store/"]').first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0); // a player who only looks at prices is asked for nothing
  await page.goto(`/page/store/${offer.id}`);
  const buy = page.getByRole("button", { name: "Buy", exact: true });
  await buy.click();
  const suggested = page.getByRole("dialog", { name: "Real-name verification" });
  await suggested.getByLabel("Do not show again today").check();
  await page.keyboard.press("Escape");
  await expect(suggested).toBeHidden();
  const confirm = page.getByRole("dialog").getByRole("button", { name: /^Buy for/ });
  const problem = page.getByRole("dialog", { name: "That did not work" });
  await buy.click();
  await confirm.click();
  await expect(problem).toContainText("6005");
  await problem.getByRole("button", { name: "Verify your name" }).click();
  await verifyName(page);

  await buy.click();
  operator("settings", "set", "--patch", "mall", `{"own":{"${offer.id}":{"priceCents":7700}}}`);
  try {
    await confirm.click();
    await expect(problem).toContainText("price updated, please refresh the page");
    await expect(problem).toContainText("630");
    await problem.getByRole("button", { name: "Refresh the page" }).click();
    await expect(page.locator("main").getByText("77.00")).toBeVisible();
  } finally {
    operator("settings", "set", "--patch", "mall", `{"own":{"${offer.id}":{"priceCents":0}}}`);
  }
});
