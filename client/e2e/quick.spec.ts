/** The shortest way into a battle: one press in the lobby, and nobody is waited for longer than the rules ask. */
import { expect } from "@playwright/test";
import { paths } from "../src/routes/paths.ts";
import { testOf } from "./own-server.ts";
import { player } from "./player.ts";

const test = testOf();

test("a new player is in a battle with one press, at the price on the button, and it begins by itself", async ({
  browser,
}) => {
  test.slow(); // bots come after a wait
  const { page } = await player(browser, paths.battleLobby());
  const quick = page.getByRole("button", { name: /^Quick battle for/ });
  await expect(quick).toBeEnabled();
  const price = /[\d.]+$/.exec((await quick.textContent()) ?? "")?.[0] ?? "none";
  await quick.click();
  await page.waitForURL(/\/page\/battle\/[^/]+$/);
  await expect(page.locator('[data-part="rounds"]')).toContainText(price);
  await expect(page.locator('[data-part="reels"][data-ready]')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-part="total"]').first()).toBeVisible({ timeout: 60_000 });
});
