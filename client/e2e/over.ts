/** What lies over a page: dialogs that it asked for, and nothing over what counts. */
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

/**
 * The middle and the four corners of what counts are in the window, and what lies uppermost at each of them belongs to
 * its stage.
 */
export async function liesOpen(part: Locator, stage: string): Promise<void> {
  await expect(part).toBeVisible(); // what is shown again at the landing has no place for a moment
  const covered = await part.evaluate((element, within) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const points = [
      [left + width / 2, top + height / 2],
      [left + 1, top + 1],
      [right - 1, top + 1],
      [left + 1, bottom - 1],
      [right - 1, bottom - 1],
    ] as const;
    if (width === 0 || height === 0) return ["it is not shown"];
    return points.flatMap(([x, y]) => {
      const over = document.elementFromPoint(x, y); // null outside the window
      if (over && element.closest(within)?.contains(over)) return [];
      return [`${Math.round(x)}, ${Math.round(y)}: ${over?.outerHTML.slice(0, 80) ?? "outside the window"}`];
    });
  }, stage);
  expect(covered).toEqual([]);
}
