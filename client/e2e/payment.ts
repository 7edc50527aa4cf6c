/** A recharge by the sandbox's QR code, in two halves: the order at the checkout, the payment on the payer's phone. */
import { expect, type Locator, type Page } from "@playwright/test";

/** data-state says how the payment stands. */
export const payment = (page: Page): Locator => page.getByRole("dialog").locator("[data-state]");

/** Orders gems for as many R$ and stops where the code is shown; the address that the code holds. */
export async function orderByQR(page: Page, gems: string): Promise<string> {
  await page.goto("/page/assets");
  await page.getByRole("radio", { name: "QR code" }).click();
  await page.getByLabel("Gems", { exact: true }).fill(gems);
  await page.getByRole("button", { name: `Pay R$ ${gems}` }).click();
  const code = page.getByRole("img", { name: "QR code of the payment" });
  await expect(code).toBeVisible();
  expect(await code.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(payment(page)).toHaveAttribute("data-state", "waiting");
  const address = await page.getByRole("dialog").locator("code").textContent();
  return new URL(address ?? "", page.url()).href;
}

/** What the payer does on a phone of their own. */
export async function onPhone(page: Page, address: string, button: string): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(address);
  await phone.getByRole("button", { name: button, exact: true }).click();
  await expect(phone.getByRole("status")).toBeVisible();
  await phone.close();
}
