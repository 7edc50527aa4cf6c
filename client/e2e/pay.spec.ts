/**
 * Product spec §7: ways to pay and what a webhook may do. §2: openType=withdraw. To success and to failure:
 * story.spec.ts.
 */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { onPhone, orderByQR, payment } from "./payment.ts";
import { balance, player } from "./player.ts";
import { fits, NARROW, WIDE } from "./readable.ts";
import { test } from "./test.ts";

for (const button of ["Pay, webhook twice", "Pay in 5 seconds"]) {
  test(`an order by sandbox QR is credited once: ${button}`, async ({ browser }) => {
    const { page } = await player(browser, null);
    const address = await orderByQR(page, "10.00");
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      await fits(page, `payment ${size.width}`);
    }
    const before = await balance(page);
    await onPhone(page, address, button);
    await expect(payment(page)).toHaveAttribute("data-state", "paid", { timeout: 15_000 });
    await expect.poll(() => balance(page)).toBe(before + 1002);
    await page.getByRole("button", { name: "Done" }).click();

    await page.goto("/user/recharge/record");
    await expect(page.getByRole("row").filter({ hasText: "Paid" })).toHaveCount(1);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",10.00,BRL,10.00,0.02");
  });
}

for (const { way, open } of [
  { way: "Checkout", open: (page: Page) => page.frameLocator("iframe").getByRole("button").click() },
  { way: "Card", open: async () => undefined }, // type 2 opens its window itself
]) {
  test(`${way} leads to a window of its own`, async ({ browser }) => {
    const { page } = await player(browser, "/page/assets");
    page.removeAllListeners("pageerror"); // the checkout's frame has no storage for the test's own script
    await page.getByRole("radio", { name: way, exact: true }).click();
    await page.getByRole("button", { name: /5\.00/ }).first().click();
    await page.getByRole("button", { name: "Pay R$ 5.00" }).click();
    await expect(payment(page)).toHaveAttribute("data-state", "waiting");
    const windows = () => page.context().pages();
    await expect(async () => {
      await open(page); // a frame that has only just been drawn may miss a click
      await expect.poll(() => windows().length, { timeout: 5000 }).toBeGreaterThan(1);
    }).toPass();
    await windows()[1]?.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(payment(page)).toHaveAttribute("data-state", "paid");
  });
}

test("the payer of a player who is excluded buys another one nothing, and one of their own does", async ({
  browser,
}) => {
  const paying = async (page: Page, payer: string) => {
    const url = `${new URL(page.url()).origin}/sandbox/pay/`;
    await page.context().addCookies([{ name: "sandbox_payer", value: payer, url }]);
    await onPhone(page, await orderByQR(page, "10.00"), "Pay");
  };
  const gone = await player(browser);
  await paying(gone.page, "39053344705");
  await expect(payment(gone.page)).toHaveAttribute("data-state", "paid", { timeout: 15_000 });
  await gone.page.goto("/user/limits");
  await gone.page.getByRole("button", { name: "Exclude myself" }).click();
  const dialog = gone.page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Exclude myself" }).click();
  await expect(gone.page.getByText(/^You have excluded yourself until /)).toBeVisible();

  const { page } = await player(browser);
  const before = await balance(page);
  await paying(page, "39053344705");
  await expect(payment(page)).toHaveAttribute("data-state", "refused", { timeout: 15_000 });
  await expect(payment(page)).toHaveText(/whoever paid is self-excluded/);
  await paying(page, "11144477735");
  await expect(payment(page)).toHaveAttribute("data-state", "paid", { timeout: 15_000 });
  await expect.poll(() => balance(page)).toBe(before + 1002);
  await page.goto("/user/recharge/record");
  await expect(page.getByRole("row").filter({ hasText: "self-excluded" })).toHaveCount(1);
});

test("on a phone the QR code is not offered, and R$ leads to withdrawal", async ({ browser }) => {
  const { page } = await player(browser);
  await page.getByRole("banner").locator('a[href*="openType=withdraw"]').click();
  await expect(page).toHaveURL(/openType=withdraw/);
  await expect(page.getByRole("button", { name: "Request withdrawal" })).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/page/assets");
  await expect(page.getByRole("radio", { name: "Pay on this phone" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "QR code" })).toHaveCount(0);
});
