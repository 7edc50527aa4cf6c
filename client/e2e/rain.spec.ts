/** A red-packet rain, from the operator's command to the proof: two players, by hand and by keyboard. */
import { execFileSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { balance, closeAll, player, visitor } from "./player.ts";

test.afterEach(({ browser }) => closeAll(browser));

const operator = (...args: string[]): void => {
  const data = process.env.JADEBOX_E2E_DATA ?? "";
  execFileSync(process.env.JADEBOX_BIN ?? "../bin/jadebox", ["rain", "--data", data, ...args]);
};

const rain = (page: Page) => page.getByRole("dialog", { name: "Red-packet rain" });

test("two players catch their packets, one by keyboard, and check the proof; visitors see nothing", async ({
  browser,
}) => {
  const one = await player(browser);
  const two = await player(browser);
  const guest = await visitor(browser);
  await guest.goto("/page/caseBattle");
  const before = { one: await balance(one.page), two: await balance(two.page) };
  operator("start", "--pool-gems", "50");
  await expect(rain(one.page)).toContainText("about to fall", { timeout: 30_000 });
  await expect(rain(two.page)).toBeVisible();
  await expect(rain(guest)).toBeHidden();

  const first = rain(one.page).getByRole("button", { name: "Claim packet 1" });
  await expect(first).toBeEnabled({ timeout: 15_000 });
  await first.click();
  await expect(rain(one.page).getByRole("button", { name: /Packet 1: .* gems/ })).toBeVisible();
  await rain(two.page).getByRole("button", { name: "Claim packet 1" }).focus();
  await two.page.keyboard.press("Enter");
  await expect(rain(two.page).getByRole("button", { name: /Packet 1: .* gems/ })).toBeVisible();
  await expect(rain(one.page).getByRole("button", { name: "Packet 8: not yet" })).toBeDisabled();
  await rain(one.page).getByRole("button", { name: "Claim packet 2" }).click({ timeout: 10_000 });
  await expect(rain(one.page).getByRole("button", { name: /Packet 2: .* gems/ })).toBeVisible();

  await expect(rain(one.page)).toContainText("You caught", { timeout: 45_000 });
  await expect(rain(one.page)).toContainText("2 packets");
  await expect(rain(two.page)).toContainText("1 packet");
  await expect.poll(() => balance(one.page)).toBeGreaterThan(before.one);
  await expect.poll(() => balance(two.page)).toBeGreaterThan(before.two);
  await rain(one.page).getByRole("link", { name: "Check the proof" }).click();
  await expect(one.page.getByText("The packet was fixed before")).toBeVisible({ timeout: 30_000 });
  await expect(one.page.getByText("The pool was split by the key")).toBeVisible();
});

test("who claims nothing is told so, and Escape leaves the rain", async ({ browser }) => {
  const idle = await player(browser);
  const gone = await player(browser);
  operator("start", "--pool-gems", "20");
  await expect(rain(gone.page)).toBeVisible({ timeout: 45_000 });
  await gone.page.keyboard.press("Escape");
  await expect(rain(gone.page)).toBeHidden();
  await expect(rain(idle.page)).toContainText("Nothing caught this time", { timeout: 90_000 });
  await rain(idle.page).getByRole("button", { name: "Done" }).click();
  await expect(rain(idle.page)).toBeHidden();
});
