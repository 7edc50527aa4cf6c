/** Two clicks in one turn, before anything is drawn again: buttons that pay have one effect. Openings: box.spec.ts. */
import { expect, type Locator } from "@playwright/test";
import { FIRST_LIGHT, get, newPlayer, openBox } from "./account.ts";
import { test } from "./test.ts";

const twice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

interface Info {
  readonly balance: number;
  readonly bagNum: number;
}

test("a battle is created once, and left once", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const before = (await get<Info>(request, token, "/api/user/info")).balance;
  await page.goto("/page/caseBattle");
  await page.getByRole("button", { name: "Create battle" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Add First Light/ }).click();
  await twice(dialog.getByRole("button", { name: /^Create and pay/ }));
  await page.waitForURL(/\/page\/battle\/\d+/);
  const paid = before - FIRST_LIGHT.priceCents / 100;
  expect((await get<Info>(request, token, "/api/user/info")).balance).toBe(paid);
  const { total } = await get<{ total: number }>(request, token, "/api/battle/mine?current=1&size=12");
  expect(total).toBe(1);

  await twice(page.getByRole("button", { name: /^Leave/ }));
  await expect(page.getByText("This battle was cancelled")).toBeVisible();
  await expect(page.locator("[popover]")).toHaveCount(0); // no refusal of the second click
  expect((await get<Info>(request, token, "/api/user/info")).balance).toBe(before);
});

test("an item is sold once", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  const { results, balanceCents } = await openBox(request, token);
  await page.goto("/user/case");
  await page.getByRole("button", { name: /^Sell for/ }).click();
  await twice(page.getByRole("dialog").getByRole("button", { name: "Sell", exact: true }));
  await expect(page.getByText("Your backpack is empty.")).toBeVisible();
  await expect(page.locator("[popover]")).toHaveCount(1); // shown once, and nothing refused
  expect(await get<Info>(request, token, "/api/user/info")).toEqual(
    expect.objectContaining({ balance: (balanceCents + (results[0]?.valueCents ?? 0)) / 100, bagNum: 0 }),
  );
});
