/** Dialogs over the page that asked for them. */
import { expect, type Locator, type Page } from "@playwright/test";
import { isReadable } from "./readable.ts";

/**
 * Opened and closed with keys alone; meanwhile what is in it is looked at, and afterwards the page goes on from its
 * button.
 */
export async function opensOver(
  page: Page,
  button: Locator,
  name: string,
  look: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const before = page.url();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name, exact: true });
  await expect(dialog).toBeVisible();
  await look(dialog);
  await isReadable(page, `${name} over ${new URL(before).pathname}`);
  await page.keyboard.press("Tab");
  expect(await dialog.locator(":focus").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(page.url()).toBe(before);
}
