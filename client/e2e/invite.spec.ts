/** Invitations to a battle: one player by name, all players once a minute, none in the middle of a game. */
import { expect, type Page } from "@playwright/test";
import { player } from "./player.ts";
import { test } from "./test.ts";

async function battle(page: Page, isPrivate: boolean): Promise<{ id: string; code: string }> {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const list = await (await page.request.get("/api/box/list?type=all&sort=price_asc")).json();
  const box = list.data.boxes[0];
  const reply = await page.request.post("/api/battle/create", {
    headers: { token, "Idempotency-Key": `e2e${Date.now()}` },
    data: { boxes: [box.id], seats: 2, mode: "normal", private: isPrivate, priceCents: box.priceCents },
  });
  const { data } = await reply.json();
  return { id: data.battleId, code: data.code };
}

// One after another: an invitation of all players takes the place of whatever a guest was shown.
test.describe.configure({ mode: "default" });

/** An invitation is not kept: a guest must be listening. The number of players online comes by the same socket. */
async function listen(page: Page): Promise<void> {
  await page.goto("/page/caseBattle");
  await expect(page.getByRole("region", { name: "Drops" })).toContainText(/\d online/);
}

test("a private invitation reaches the player and opens the room", async ({ browser }) => {
  const host = await player(browser, null);
  const guest = await player(browser, null);
  const other = await player(browser);
  const room = await battle(host.page, true);
  await listen(guest.page);
  await host.page.goto(`/page/battle/${room.id}?code=${room.code}`);
  await host.page.getByLabel("Invite a player").fill(guest.name);
  await host.page.getByRole("button", { name: "Invite", exact: true }).last().click();
  await expect(host.page.getByText(`${guest.name} was invited`)).toBeVisible();
  await expect(guest.page.getByText(`${host.name} invites you to a battle`)).toBeVisible();
  await expect(other.page.getByText("invites you to a battle")).toBeHidden();
  await guest.page.getByRole("link", { name: "Have a look" }).click();
  await expect(guest.page).toHaveURL(new RegExp(`/page/battle/${room.id}\\?code=${room.code}`));
  await expect(host.page.getByRole("button", { name: "Invite everybody" })).toBeHidden();
});

test("everybody is invited once a minute, and the toast goes after five seconds", async ({ browser }) => {
  const host = await player(browser, null);
  const guest = await player(browser, null);
  const room = await battle(host.page, false);
  await host.page.goto(`/page/battle/${room.id}`);
  await listen(guest.page);
  await host.page.getByRole("button", { name: "Invite everybody" }).click();
  const toast = guest.page.getByText(`${host.name} invites you to a battle`);
  await expect(toast).toBeVisible();
  await expect(toast).toBeHidden({ timeout: 8_000 });
  await expect(host.page.getByText("invites you to a battle")).toBeHidden();
  await expect(host.page.getByRole("button", { name: "Everybody was invited" })).toBeDisabled();
});
