import { expect, type Page } from "@playwright/test";

/** A check of the verdict that passed. */
export const passedCheck = (page: Page, name: string) =>
  page.locator('[data-outcome] [data-state="passed"]').filter({ hasText: name });

/**
 * The proof that the page shows holds: of the checks made none failed, and the named ones passed. (Before there is a
 * proof the page names all checks, so that a name alone says nothing.)
 */
export async function proofHolds(page: Page, ...checks: string[]): Promise<void> {
  const verdict = page.locator("[data-outcome]");
  await expect(verdict).toHaveAttribute("data-outcome", /^(weaker|pending)$/, { timeout: 60_000 });
  await expect(verdict.locator('[data-state="failed"]')).toHaveCount(0);
  expect(await verdict.locator('[data-state="passed"]').count()).toBeGreaterThan(4);
  for (const name of checks) await expect(passedCheck(page, name)).toBeVisible();
}
