/** Product spec §7: a recharge by the sandbox's QR code, to success and to failure. §2: openType=withdraw. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { balance, closeAll, player } from "./player.ts";

test.afterEach(({ browser }) => closeAll(browser));

const state = (page: Page) => page.getByRole("dialog").locator("[data-state]");

/** Chooses 10 gems by QR code and stops where the code is shown; the address that the code holds. */
async function order(page: Page): Promise<string> {
  await page.goto("/page/assets");
  await page.getByRole("radio", { name: "QR code" }).click();
  await page
    .getByRole("button", { name: /10\.00/ })
    .first()
    .click();
  await expect(page.getByText("and 0.10 gems on top")).toBeVisible(); // the bonus is known before paying
  await page.getByRole("button", { name: "Pay R$ 10.00" }).click();
  await expect(page.getByRole("img", { name: "QR code of the payment" })).toBeVisible();
  expect(
    await page
      .getByRole("img", { name: "QR code of the payment" })
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  await expect(state(page)).toHaveAttribute("data-state", "waiting");
  const address = await page.getByRole("dialog").locator("code").textContent();
  return new URL(address ?? "", page.url()).href;
}

/** What the payer does on a phone of their own. */
async function onPhone(page: Page, address: string, button: string): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(address);
  await phone.getByRole("button", { name: button, exact: true }).click();
  await expect(phone.getByRole("status")).toBeVisible();
  await phone.close();
}

for (const button of ["Pay", "Pay, webhook twice", "Pay in 5 seconds"]) {
  test(`sandbox QR: ${button}`, async ({ browser }) => {
    const { page } = await player(browser);
    const address = await order(page);
    const before = await balance(page);
    await onPhone(page, address, button);
    await expect(state(page)).toHaveAttribute("data-state", "paid", { timeout: 15_000 });
    await expect.poll(() => balance(page)).toBe(before + 1010);
    await page.getByRole("button", { name: "Done" }).click();

    await page.goto("/user/recharge/record");
    await expect(page.getByRole("row").filter({ hasText: "Paid" })).toHaveCount(1);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",10.00,BRL,10.00,0.10");
  });
}

test("sandbox QR: a declined payment credits nothing", async ({ browser }) => {
  const { page } = await player(browser);
  const address = await order(page);
  const before = await balance(page);
  await onPhone(page, address, "Decline");
  await expect(state(page)).toHaveAttribute("data-state", "failed", { timeout: 15_000 });
  expect(await balance(page)).toBe(before);
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto("/user/recharge/record");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("paid");
  await expect(page.getByText("No records match this choice.")).toBeVisible();
});

for (const { way, open } of [
  { way: "Checkout", open: (page: Page) => page.frameLocator("iframe").getByRole("button").click() },
  { way: "Card", open: async () => undefined }, // type 2 opens its window itself
]) {
  test(`${way} leads to a window of its own`, async ({ browser }) => {
    const { page } = await player(browser);
    page.removeAllListeners("pageerror"); // the checkout's frame has no storage for the test's own script
    await page.goto("/page/assets");
    await page.getByRole("radio", { name: way, exact: true }).click();
    await page.getByRole("button", { name: /5\.00/ }).first().click();
    await page.getByRole("button", { name: "Pay R$ 5.00" }).click();
    await expect(state(page)).toHaveAttribute("data-state", "waiting");
    const windows = () => page.context().pages();
    await expect(async () => {
      await open(page); // a frame that has only just been drawn may miss a click
      await expect.poll(() => windows().length, { timeout: 5000 }).toBeGreaterThan(1);
    }).toPass();
    await windows()[1]?.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(state(page)).toHaveAttribute("data-state", "paid");
  });
}

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
