/** Product spec §4: a withdrawal on its way is asked for, and its end is shown by a notice that stays. */
import { expect, type Page } from "@playwright/test";
import { get, pageOf, post } from "./account.ts";
import { go } from "./go.ts";
import { operator } from "./operator.ts";
import { test } from "./test.ts";

interface Records {
  readonly records: readonly { readonly id: string; readonly step: string }[];
}

async function ask(page: Page): Promise<void> {
  await page.getByLabel("Amount in R$").fill("10.00");
  await page.getByLabel("Pix key").fill("demo@example.com");
  await page.getByRole("button", { name: "Request withdrawal" }).click();
  await expect(page.getByText("Your withdrawal was requested")).toBeVisible();
}

test("a withdrawal of R$ is reviewed and paid, and another one given back", async ({ browser, request }) => {
  // Only the demo's own accounts begin with R$.
  const { token } = await post<{ token: string }>(request, "", "/api/user/login", {
    phone: "demo02",
    password: "jadebox18",
  });
  const real = async () => (await get<{ otherBalance: number }>(request, token, "/api/user/info")).otherBalance;
  const newest = async () => (await get<Records>(request, token, "/api/pay/withdraw/record")).records[0];
  const before = await real();
  const page = await pageOf(browser, token);
  await page.goto("/page/assets?openType=withdraw");
  await expect(page.getByText("Nothing that is played here pays R$")).toBeVisible();

  await ask(page);
  expect(await real()).toBe(before - 10);
  const paid = (await newest())?.id ?? "";
  operator("withdrawals", "approve", paid);
  operator("withdrawals", "pay", paid, "E1");
  await expect(page.getByText("R$ 10.00 was paid to your Pix key").first()).toBeVisible();

  await ask(page);
  const failed = (await newest())?.id ?? "";
  expect(failed).not.toBe(paid);
  operator("withdrawals", "fail", failed, "no such key");
  await expect(page.getByText("Withdrawal failed: R$ 10.00 is back in your balance").first()).toBeVisible();
  expect(await real()).toBe(before - 10);
  await expect(page.getByText("R$ 10.00 was paid to your Pix key").first()).toBeVisible(); // notices stay

  await go(page, "/user/assets/record");
  await expect(page.getByRole("row").filter({ hasText: "Failed, given back" })).not.toHaveCount(0);
  await expect(page.getByText("demo@example.com")).toHaveCount(0); // only its end is shown
});
