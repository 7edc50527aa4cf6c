/** One red-packet rain, from the operator's command to the proof: by hand, by keyboard, on a phone, not at all. */
import { expect, type Page } from "@playwright/test";
import { battleOf, newAccount, pageOf } from "./account.ts";
import { testOf } from "./own-server.ts";
import { balance, player, visitor } from "./player.ts";
import { passedCheck, proofHolds } from "./proof.ts";

const test = testOf(); // one after another: one rain at a time can run

const rain = (page: Page) => page.getByRole("dialog", { name: "Red-packet rain" });
const invitation = (page: Page) => page.locator('[data-part="rain-invite"]');
/** A rain is entered by a tap, on its card or its pill. */
const enter = async (page: Page): Promise<void> => {
  await expect(invitation(page)).toBeVisible({ timeout: 100_000 });
  await page.getByRole("button", { name: /(^|, )Join$/ }).click();
};
const packet = (page: Page, n: number) => rain(page).getByRole("button", { name: `Claim packet ${n}` });
const caught = (page: Page, n: number) =>
  rain(page).getByRole("button", { name: new RegExp(`^Packet ${n}: .* gems$`) });

/** Taps all over the field until a packet that falls there has opened. */
async function catchOne(page: Page): Promise<void> {
  await expect(rain(page).locator("[data-ready] canvas")).toBeVisible({ timeout: 30_000 });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect(async () => {
    if (await rain(page).getByText("You caught").isVisible()) return; // it was the last of them
    for (const x of [0.2, 0.5, 0.8]) {
      for (const y of [0.3, 0.5, 0.7]) await page.mouse.click(x * width, y * height);
    }
    await expect(rain(page)).toContainText(/[1-9] packets? opened|You caught/, { timeout: 500 });
  }).toPass({ timeout: 40_000 });
}

test("players catch their packets by hand, keyboard and phone; a player who leaves or only watches gets nothing; visitors see nothing", async ({
  browser,
  server,
}) => {
  test.slow(); // a rain takes its time, and this one more: five pages follow it
  server.operator("settings", "set", "--patch", "rain", '{"durationMs":60000}');
  const hand = await player(browser);
  const keys = await player(browser);
  const phone = await player(browser);
  const gone = await player(browser);
  const guest = await visitor(browser);
  await phone.page.setViewportSize({ width: 390, height: 844 });
  await phone.page.emulateMedia({ reducedMotion: "no-preference" }); // packets fall there; the others have a list
  await guest.goto("/page/caseBattle");
  const before = { hand: await balance(hand.page), keys: await balance(keys.page), gone: await balance(gone.page) };
  server.operator("rain", "start", "--pool-gems", "50");
  await expect(invitation(hand.page)).toBeVisible({ timeout: 30_000 });
  await expect(rain(hand.page)).toBeHidden(); // nothing covers a page by itself
  await enter(hand.page);
  await expect(rain(hand.page)).toContainText("about to fall");
  await expect(rain(hand.page)).toContainText("50.00 gems fall, at most 2.50 for one player");
  for (const { page } of [keys, phone, gone]) await enter(page);
  await expect(rain(keys.page)).toBeVisible();
  await expect(rain(gone.page)).toBeVisible();
  await expect(invitation(guest)).toBeHidden();
  await gone.page.keyboard.press("Escape");
  await expect(rain(gone.page)).toBeHidden();

  await expect(packet(hand.page, 1)).toBeEnabled({ timeout: 15_000 });
  await packet(hand.page, 1).dblclick(); // twice at once is one claim
  await expect(caught(hand.page, 1)).toBeVisible();
  await packet(keys.page, 1).focus();
  await keys.page.keyboard.press("Enter");
  await expect(caught(keys.page, 1)).toBeVisible();
  await expect(rain(hand.page).getByRole("button", { name: "Packet 8: not yet" })).toBeDisabled();
  // A player who comes back in the middle finds the rain where it is, and what was caught.
  const comesBack = async () => {
    await hand.page.reload();
    await enter(hand.page);
    await expect(caught(hand.page, 1)).toBeVisible();
    await packet(hand.page, 2).click({ timeout: 20_000 });
    await expect(caught(hand.page, 2)).toBeVisible();
  };
  await Promise.all([catchOne(phone.page), comesBack()]); // one after the other would outlast the rain

  await expect(rain(hand.page)).toContainText("You caught", { timeout: 60_000 });
  await expect(rain(hand.page)).toContainText("2 packets");
  await expect(rain(keys.page)).toContainText("1 packet");
  await expect(rain(phone.page)).toContainText("You caught");
  await expect.poll(() => balance(hand.page)).toBeGreaterThan(before.hand);
  await expect.poll(() => balance(keys.page)).toBeGreaterThan(before.keys);
  expect(await balance(gone.page)).toBe(before.gone);
  await rain(hand.page).getByRole("link", { name: "Check the proof" }).click();
  await proofHolds(hand.page, "It was fixed before");
  // The key is published when the rain is over for all players, which is some seconds after this player's last packet.
  await expect(async () => {
    await hand.page.reload();
    await expect(passedCheck(hand.page, "The pool was split by the key")).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
});

test("a rain that nobody catches ends with an empty result, and lies over nobody's page for long", async ({
  browser,
  server,
}) => {
  test.slow();
  server.operator("settings", "set", "--patch", "rain", '{"durationMs":20000}');
  const idle = await player(browser);
  server.operator("rain", "start", "--pool-gems", "20");
  await expect(invitation(idle.page)).toBeVisible({ timeout: 100_000 });
  server.operator("props", "give", idle.name, "1");
  const gift = idle.page.getByRole("group", { name: "A gift for you" });
  await expect(gift).toBeVisible();
  const [above, card] = [await gift.boundingBox(), await invitation(idle.page).boundingBox()];
  expect(card?.width).toBeGreaterThan(400); // the card, and not the pill of narrow screens
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0); // it stands above it
  await enter(idle.page);
  await expect(rain(idle.page)).toContainText("Nothing caught this time", { timeout: 60_000 });
  await expect(rain(idle.page)).toBeHidden({ timeout: 20_000 });
});

test("a rain announces itself beside a battle, covers none of it, and is entered when it is over", async ({
  browser,
  request,
  server,
}) => {
  test.slow();
  server.operator("settings", "set", "--patch", "rain", '{"durationMs":35000}');
  const host = await newAccount(request);
  const guest = await newAccount(request);
  const page = await pageOf(browser, host.token);
  await page.goto("/page/caseBattle");
  server.operator("rain", "start", "--pool-gems", "50");
  await expect(invitation(page)).toBeVisible({ timeout: 100_000 });
  await page.goto(`/page/battle/${await battleOf(request, [host, guest], { rounds: 2 })}`);
  const after = page.getByRole("button", { name: /(^|, )Join after$/ });
  await after.click();
  await expect(page.getByRole("button", { name: /(^|, )Place kept$/ })).toBeVisible();
  const boxes = await page.evaluate(() =>
    ['[data-part="rain-invite"]', '[data-part="arena"]'].map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
    }),
  );
  expect(boxes[0]?.bottom).toBeLessThanOrEqual(boxes[1]?.top ?? 0);
  await expect(rain(page)).toBeHidden();
  await expect(page.locator('[data-part="result"]')).toBeVisible();
  await expect(rain(page)).toBeVisible();
});

test("a rain that asks for a phone or a recharge says so at the first packet, and gives none", async ({
  browser,
  server,
}) => {
  test.slow();
  server.operator("settings", "set", "--patch", "rain", '{"durationMs":35000,"asks":true}');
  const unknown = await player(browser);
  const before = await balance(unknown.page);
  server.operator("rain", "start", "--pool-gems", "50");
  await enter(unknown.page);
  await expect(packet(unknown.page, 1)).toBeEnabled({ timeout: 30_000 });
  await packet(unknown.page, 1).click();
  await expect(rain(unknown.page)).toContainText("Bind your phone or recharge once");
  await expect(packet(unknown.page, 1)).toBeDisabled();
  expect(await balance(unknown.page)).toBe(before);
});
