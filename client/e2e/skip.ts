import type { Locator } from "@playwright/test";

/** Taps what would land by itself a moment later: a machine that stood still finds it landed, and nothing to tap. */
export async function skipTo(result: Locator): Promise<void> {
  await result.click({ timeout: 4000 }).catch(() => undefined);
}
