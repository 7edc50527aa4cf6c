/** A test that fails, which failure.spec.ts runs: no file that a run of all finds. */
import { expect } from "@playwright/test";
import { test } from "./test.ts";

test("red on purpose", async ({ page }) => {
  await page.goto("/api/home/web/info");
  // biome-ignore lint/suspicious/noConsole: the report has to tell it
  await page.evaluate(() => globalThis.console.warn("said on the console"));
  expect("red").toBe("green");
});
