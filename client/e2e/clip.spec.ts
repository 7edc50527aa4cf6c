/** A battle that is over is recorded as a film that shows where its result is proved. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { paths } from "../src/routes/paths.ts";
import { battleOf, newAccount, pageOf } from "./account.ts";
import { test } from "./test.ts";

/** How every WebM file begins (EBML). */
const EBML = "1a45dfa3";

test("a replay is saved as a film of its own, with the address of the proof beside it", async ({
  browser,
  request,
}) => {
  test.slow();
  const host = await newAccount(request);
  const guest = await newAccount(request);
  const id = await battleOf(request, [host, guest], { rounds: 1 });
  const page = await pageOf(browser, host.token);
  await page.goto(paths.battle(id));
  await page.getByRole("button", { name: "Replay" }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Record a clip" }).click();
  const dialog = page.getByRole("dialog", { name: "Clip of this battle" });
  await expect(dialog.locator("[data-clip=recording]")).toBeVisible();
  await expect(dialog.locator("code")).toContainText(paths.verify(`battle-${id}`));
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await expect(dialog.locator("[data-clip=ready]")).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(download.suggestedFilename()).toBe(`jadebox-battle-${id}.webm`);
  const film = readFileSync(await download.path());
  expect(film.subarray(0, 4).toString("hex")).toBe(EBML);
  expect(film.length).toBeGreaterThan(20_000);
  // Closed before its end, it records no more and nothing is left of it.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Record a clip" }).click();
  await expect(dialog.locator("canvas").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("canvas")).toHaveCount(1); // the reels of the replay
});
