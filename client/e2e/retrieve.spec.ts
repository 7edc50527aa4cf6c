/** Product spec §8: what stands in the way of a retrieval. Shipped and failed ones are in story.spec.ts. */
import { expect } from "@playwright/test";
import { newPlayer, openBox } from "./account.ts";
import { test } from "./test.ts";

test("without a trade link it is asked for before the retrieval is confirmed", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await openBox(request, token);
  await page.goto("/user/case");
  await page.getByRole("button", { name: "Retrieve", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Retrieve this item?" });
  await expect(dialog.getByRole("button", { name: "Retrieve", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Set the trade link" }).click();
  await expect(page.getByRole("dialog", { name: "Trade link" })).toBeVisible();
});
