/** Who a player is outside: a card with a name, a Steam account. Phones are in phone.ts. */
import { expect, type Locator, type Page } from "@playwright/test";

/** A card that no other run has, with its check character. */
export function newCard(): string {
  const body = `11010519${50 + (Date.now() % 40)}1231${String(Math.floor(Date.now() / 40) % 1000).padStart(3, "0")}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return body + "10X98765432"[sum % 11];
}

/** Each run has a Steam account of its own: the sandbox accepts any id. */
export const newSteamId = (): string => `7656119${String(Date.now()).slice(-10)}`;

/** Fills the real-name dialog that is open, and waits for the verdict. */
export async function verifyName(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Real-name verification" });
  await dialog.getByLabel("Name", { exact: true }).fill("王小明");
  await dialog.getByLabel("ID number").fill(newCard());
  await dialog.getByLabel("I agree").check();
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByText("Identity verified")).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** A row of "Account and security". */
export const accountRow = (page: Page, name: string): Locator => page.getByRole("listitem").filter({ hasText: name });

/** Logs in by Steam from the dialog that the header opens; ends where the sandbox has sent the visitor back. */
export async function loginBySteam(page: Page, steamId: string): Promise<void> {
  await page.goto("/page/caseBattle");
  await page.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Steam" }).click();
  await dialog.getByRole("button", { name: "Log in by Steam" }).click();
  await expect(dialog.getByText("Please read carefully and accept the user terms and their clauses.")).toBeVisible();
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Log in by Steam" }).click();
  await beOnSteam(page, steamId);
}

/** Logs in on the sandbox's page and comes back. */
export async function beOnSteam(page: Page, steamId: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Steam sandbox" })).toBeVisible();
  await page.goto(`${page.url()}&as=${steamId}`);
}
