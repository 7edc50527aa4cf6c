/** A site that is closed: every page leads to one that stands by itself, and back when it opens. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { newPlayer, openBox } from "./account.ts";
import { testOf } from "./own-server.ts";

const test = testOf();

test("a player who is there when the site closes is led away, sees when it opens, and comes back", async ({
  browser,
  request,
  server,
}) => {
  const { page, token } = await newPlayer(browser, request);
  await openBox(request, token);
  await page.goto("/user/records");
  await expect(page.getByRole("cell", { name: "Opening", exact: true })).toBeVisible();

  // The records can be exported as a whole table.
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toContain("Time (UTC)");
  expect(lines).toHaveLength(3); // the opening and the welcome

  // A filter that nothing passes says so, and is taken back.
  await page.getByLabel("Kind").selectOption("withdraw");
  await expect(page.getByText("No records match this choice.")).toBeVisible();
  await page.getByRole("button", { name: "All dates" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);

  server.operator("maintenance", "--for", "30m", "on"); // the socket notifies the player
  await expect(page).toHaveURL(/\/siteMaintain\.html\?timer=\d+$/, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Down for maintenance" })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^00:(30:00|29:\d\d)$/);
  expect((await request.get("/livez")).status()).toBe(200);
  expect((await request.get("/api/home/web/info")).status()).toBe(503);

  await page.goto("/page/roll"); // a call's answer notifies whoever comes
  await expect(page).toHaveURL(/\/siteMaintain\.html\?timer=\d{13}$/);
  await page.goto("/siteMaintain.html?timer=<b>1</b>");
  await expect(page.getByRole("timer")).toHaveText(/^00:\d\d:\d\d$/); // the server's own word, not the address's

  server.operator("settings", "restore", "maintenance", "0");
  await expect(page).toHaveURL(/\/$/, { timeout: 60_000 });
  await page.goto("/user/records");
  await expect(page.getByRole("row")).toHaveCount(3); // still logged in
});
