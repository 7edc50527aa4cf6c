/** Product spec §2: the share target, the spread link's register tab, and what an invited player's recharge brings. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { go } from "./go.ts";
import { player, visitor } from "./player.ts";
import { test } from "./test.ts";

test("a registration by a shared link brings its owner the commission", async ({ browser }) => {
  const { page } = await player(browser, "/page/promotion");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await expect(page.getByText("Nobody has registered by your invitation yet")).toBeVisible();
  await page.getByRole("button", { name: "Copy code" }).click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^[2-9A-Z]{8}$/);
  await page.getByRole("button", { name: "Copy invitation link" }).click();
  await expect(page.getByText("Copied, now go and invite your friends")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${new URL(page.url()).origin}/page/source?poster=${code}`);

  // The poster is a PNG of its own size, with a code that a scanner's library reads as the link: here, that it is no
  // blank.
  await expect(page.locator("canvas[data-drawn]")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the poster" }).click();
  const file = readFileSync(await (await download).path());
  expect(file.subarray(1, 4).toString()).toBe("PNG");
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([720, 1080]);
  expect(file.length).toBeGreaterThan(50_000);

  const guest = await visitor(browser);
  await guest.goto(link);
  const dialog = guest.getByRole("dialog");
  await expect(dialog.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  await expect(dialog.getByRole("textbox", { name: /promotion code/i })).toHaveValue(code);
  await dialog.getByLabel("Account").fill(`g${Date.now().toString(36)}`.slice(0, 13));
  await dialog.getByLabel("Password", { exact: true }).fill("Pass4guest42");
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(guest.getByRole("link", { name: "Go and open boxes" })).toBeVisible();

  await go(guest, "/page/assets");
  await guest.getByRole("radio", { name: "QR code" }).click();
  await guest.getByLabel("Gems", { exact: true }).fill("10");
  await guest.getByRole("button", { name: "Pay R$ 10.00" }).click();
  const address = await guest.getByRole("dialog").locator("code").textContent();
  await guest.goto(new URL(address ?? "", guest.url()).href);
  await guest.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(guest.getByRole("status")).toBeVisible();

  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: "1.00%" })).toContainText("0.10", { timeout: 4000 });
  }).toPass();
  await expect(page.getByRole("row").filter({ hasText: "***" })).toHaveCount(2); // who came, and what it brought
});

test("a link of nobody says so", async ({ browser }) => {
  const page = await visitor(browser);
  await page.goto("/page/source?poster=AAAAAAAA");
  await expect(page.getByText("This invitation link is not valid")).toBeVisible();
});

test("a promotion code that nobody has is told at its field, and the account is made without it", async ({
  browser,
}) => {
  const page = await visitor(browser);
  await page.goto("/page/caseBattle?spreadCode=AAAAAAAA");
  const dialog = page.getByRole("dialog");
  const code = dialog.getByRole("textbox", { name: /promotion code/i });
  await expect(code).toHaveValue("AAAAAAAA");
  await dialog.getByLabel("Account").fill(`g${Date.now().toString(36)}`.slice(0, 13));
  await dialog.getByLabel("Password", { exact: true }).fill("Pass4guest42");
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  const submit = dialog.getByRole("button", { name: "Create account" });
  await submit.click();
  await expect(dialog.getByRole("alert")).toHaveText(/^Nobody has this promotion code.* \(5612\)$/);
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await code.fill("");
  await submit.click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
});
