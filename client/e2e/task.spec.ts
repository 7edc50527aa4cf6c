/** Task boxes in a browser: what was done opens them, once in their time, and a reset card once more. */
import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { get, newPlayer, openBox, recharge } from "./account.ts";
import { go } from "./go.ts";
import { proofHolds } from "./proof.ts";
import { test } from "./test.ts";

interface TaskBox {
  readonly id: number;
  readonly flag: boolean;
  readonly claimable: boolean;
}

const operator = (...args: string[]): void => {
  const data = process.env.JADEBOX_E2E_DATA ?? "";
  execFileSync(process.env.JADEBOX_BIN ?? "../bin/jadebox", ["props", "--data", data, ...args]);
};

test("what was done opens a prop box once, and with a reset card once more", async ({ browser, request }) => {
  const player = await newPlayer(browser, request);
  const { page, token } = player;
  const fragments = async () => (await get<{ fragments: number }>(request, token, "/api/exchange/list")).fragments;
  await page.goto("/page/task");
  const box = page.locator("[data-box='1']"); // the daily spender's: fifty gems spent
  await expect(box).toHaveAttribute("data-state", "open");
  await expect(box).toContainText("0.00 / 50.00");
  await recharge(request, token, 100);
  for (let boxes = 0; boxes < 25; boxes += 5) await openBox(request, token, 5);
  await page.reload();
  await expect(box).toHaveAttribute("data-state", "ready");
  await box.getByRole("button", { name: "Claim" }).dblclick(); // a double click is one claim
  await expect(box).toHaveAttribute("data-state", "claimed");
  await expect(box.getByRole("button", { name: "Claimed" })).toBeDisabled();
  await expect(box.getByRole("button", { name: "Claimed" })).toHaveCSS("opacity", "0.5");
  await expect.poll(fragments).toBe(10);

  operator("give", player.name, "--voucher=reset");
  await expect.poll(async () => (await get<{ total: number }>(request, token, "/api/user/cards")).total).toBe(1);
  await box.getByRole("link", { name: "Use a reset card" }).click();
  await page.getByRole("button", { name: "Use: Box reset card" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Daily spender" }).click();
  await dialog.getByRole("button", { name: "Use", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/page/task");
  await box.getByRole("button", { name: "Claim" }).click();
  await expect(box).toHaveAttribute("data-state", "claimed");
  await expect.poll(fragments).toBe(20);
});

test("a free box is opened on its reel, and its result is in the backpack and verifies", async ({
  browser,
  request,
}) => {
  const { page, token } = await newPlayer(browser, request);
  const mine = async () =>
    (await get<TaskBox[]>(request, token, "/api/home/task/box")).find(({ id }) => id === 11) as TaskBox;
  const bag = async () => (await get<{ bagNum: number }>(request, token, "/api/user/info")).bagNum;
  await page.goto("/freeSKins/11");
  await expect(page.getByText("0 / 50")).toBeVisible();
  await recharge(request, token, 100);
  for (let boxes = 0; boxes < 50; boxes += 5) await openBox(request, token, 5);
  await expect.poll(async () => (await mine()).claimable).toBe(true); // openings are counted after their answers
  await go(page, "/page/task");
  await page.locator("[data-box='11']").getByRole("link", { name: /^Open/ }).click();
  await expect(page).toHaveURL(/\/freeSKins\/11$/);
  await page.getByRole("button", { name: "Open for free" }).dblclick();
  await expect(page.getByText("The item is in your backpack.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Opened" })).toBeDisabled();
  expect(await bag()).toBeGreaterThanOrEqual(51); // the house may have given more
  expect(await mine()).toMatchObject({ flag: true, claimable: false });
  await page.getByRole("link", { name: "Verify the result" }).click();
  await proofHolds(page);
  await go(page, "/freeSKins/11");
  await expect(page.getByRole("button", { name: "Opened" })).toBeDisabled();
  await page.goto("/freeSKins/99");
  await expect(page.getByText("There is no such box")).toBeVisible();
});
