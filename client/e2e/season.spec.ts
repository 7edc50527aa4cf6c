/** Product spec §2: /moonbox and /newyear2025, each with its season when one was set, and what they say without it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { get, newAccount, pageOf, playFirst, post } from "./account.ts";
import { type OwnServer, testOf } from "./own-server.ts";

const test = testOf();

const HOUR_MS = 3_600_000;

function setSeason(server: OwnServer, page: string, fromMS: number): void {
  const folder = mkdtempSync(join(tmpdir(), "jadebox-season-"));
  const file = join(folder, "activity.json");
  const settings = {
    season: `${page}${Date.now().toString(36)}`.slice(0, 16),
    page,
    name: { zh: "中秋", en: "Mid-autumn", pt: "Meio do outono" },
    from: new Date(fromMS).toISOString(),
    until: new Date(fromMS + 48 * HOUR_MS).toISOString(),
  };
  writeFileSync(file, JSON.stringify(settings));
  server.operator("settings", "set", "activity", file);
  rmSync(folder, { recursive: true });
}

const crumbs = (page: Page) => page.getByRole("navigation", { name: "You are here" });

test("the moon box is open in its season; the new-year page waits for its own", async ({ browser, server }) => {
  const page = await pageOf(browser, "", { baseURL: server.url });
  await page.goto("/moonbox");
  await expect(crumbs(page)).toContainText("Moon box");
  await expect(page.getByText("The moon box is not open right now")).toBeVisible();

  setSeason(server, "moonbox", Date.now() - HOUR_MS);
  const { token } = await newAccount(page.request);
  await playFirst(page.request, token);
  await post(page.request, token, "/api/newActivity/handlerActivity/claim", { activityType: "every", conditionNum: 1 });
  await page.evaluate((stored) => localStorage.setItem("token", stored), token);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Mid-autumn", level: 1 })).toBeVisible();
  const here = page.locator('[data-goal="signIn"]');
  await here.getByRole("button", { name: /^Claim/ }).click();
  await expect(here).toHaveAttribute("data-state", "done");
  expect(await get<number>(page.request, token, "/api/activity/radish")).toBe(1);
  await page.getByRole("main").getByRole("link", { name: "First Light", exact: true }).click();
  await expect(page).toHaveURL(/\/moonbox\?box=1$/);
  await expect(crumbs(page)).toContainText("Moon box");
  await page.getByRole("link", { name: "Back to the activity" }).click();
  await expect(page).toHaveURL(/\/moonbox$/);

  await page.goto("/newyear2025");
  await expect(crumbs(page)).toContainText("New year");
  await expect(page.getByText("The new-year activity is not open right now")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Mid-autumn" }).click();
  await expect(page).toHaveURL(/\/moonbox$/);
  setSeason(server, "newyear", Date.now() + HOUR_MS);
  await page.goto("/newyear2025");
  await expect(page.getByRole("timer", { name: "The activity begins in" })).toBeVisible();
});
