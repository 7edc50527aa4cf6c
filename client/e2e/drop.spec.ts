/** Drops: what falls beside all play (an operator's gift, a day's openings), the popup, the records, the ticker. */
import { expect, type Locator, type Page } from "@playwright/test";
import { FIRST_LIGHT, get, newAccount, newPlayer, openBox, type Player, post } from "./account.ts";
import { go } from "./go.ts";
import { operator } from "./operator.ts";
import { test } from "./test.ts";

interface Bag {
  readonly total: number;
  readonly records: readonly { readonly name: string; readonly source: number; readonly valueCents: number }[];
}

interface ChannelMessage {
  readonly msgType: number;
  readonly boxSkinsList?: readonly unknown[];
}

/** In a corner of the page. */
const giftOn = (page: Page): Locator => page.getByRole("group", { name: "A gift for you" });

/** Listens to the player's own drop channel, as product spec §7 has it. Returns what was received so far. */
async function dropChannel(request: Parameters<typeof newAccount>[0], { page, token }: Player) {
  const { id } = await get<{ id: string }>(request, token, "/api/user/info");
  await page.evaluate(
    ([who, key]) =>
      new Promise<void>((listening) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/drop/${who}`);
        const messages: unknown[] = [];
        Object.assign(globalThis, { dropMessages: messages });
        socket.onopen = () => socket.send(JSON.stringify({ token: key }));
        socket.onmessage = ({ data }) => {
          messages.push(JSON.parse(data));
          listening(); // the latest drops come first
        };
      }),
    [id, token] as const,
  );
  return () => page.evaluate(() => (globalThis as unknown as { dropMessages: ChannelMessage[] }).dropMessages);
}

test("an operator's gift pops up, lies in the backpack and stands in the records; nobody else has it", async ({
  browser,
  request,
}) => {
  const lucky = await newPlayer(browser, request);
  const other = await newPlayer(browser, request);
  await lucky.page.goto("/page/drop");
  await other.page.goto("/page/drop");
  await expect(lucky.page.getByRole("heading", { name: "Extra drops" })).toBeVisible();
  for (const { page } of [lucky, other]) await expect(page.getByText(/\d online/)).toBeVisible(); // the socket is there
  const heard = await dropChannel(request, lucky);
  operator("props", "give", lucky.name, "1", "2");
  const gift = giftOn(lucky.page);
  await expect(gift).toContainText(/2 items/);
  await expect.poll(async () => (await heard()).filter(({ msgType }) => msgType === 4)).toHaveLength(1);
  expect((await heard()).find(({ msgType }) => msgType === 4)?.boxSkinsList).toHaveLength(2);
  expect(await giftOn(other.page).count()).toBe(0); // now: in a while it would be gone by itself
  const bag = await get<Bag>(request, lucky.token, "/api/personal/center/back/pack");
  expect(bag.total).toBe(2);
  expect(bag.records.map(({ source }) => source)).toEqual([6, 6]);
  await gift.getByRole("link", { name: "To the backpack" }).click();
  await expect(lucky.page).toHaveURL(/\/user\/case$/);
  await go(lucky.page, "/user/drop/record");
  await expect(lucky.page.getByRole("row", { name: /A gift of Jadebox/ })).toHaveCount(2);
  expect((await get<Bag>(request, other.token, "/api/personal/center/back/pack")).total).toBe(0);
});

test("a day's openings bring an extra drop at its step, once", async ({ browser, request }) => {
  const player = await newPlayer(browser, request);
  await player.page.goto("/page/drop");
  await expect(player.page.getByText(/\d online/)).toBeVisible(); // the socket is there
  const first = player.page.getByRole("listitem").filter({ hasText: "50.00 gems on boxes in one day" });
  await expect(first.getByRole("progressbar")).toHaveAttribute("value", "0");
  // a first seed waits for its beacon
  await expect(() => openBox(request, player.token, 5)).toPass({ timeout: 20_000 });
  for (let spent = 5 * FIRST_LIGHT.priceCents; spent < 5000; spent += 5 * FIRST_LIGHT.priceCents) {
    await openBox(request, player.token, 5);
  }
  const gift = giftOn(player.page);
  await expect(gift).toBeVisible();
  await gift.getByRole("button", { name: "Close" }).click();
  await expect(gift).toHaveCount(0);
  await player.page.reload();
  await expect(first.getByLabel("Reached")).toBeVisible();
  await player.page.getByRole("link", { name: "My extra drops" }).click();
  const row = player.page.getByRole("row", { name: /50\.00 gems on boxes in one day/ });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("In backpack");
});

test("what is won anywhere is a live drop that leads there", async ({ browser, request }) => {
  const host = await post<{ token: string }>(request, "", "/api/user/login", {
    phone: "streamer1",
    password: "jadebox18",
  });
  const guest = await newAccount(request);
  await expect(() => openBox(request, host.token, 1)).toPass({ timeout: 20_000 });
  const bag = await get<{ records: readonly { id: string }[] }>(request, host.token, "/api/personal/center/back/pack");
  const { rollId } = await post<{ rollId: string }>(request, host.token, "/api/studio/roll/create", {
    name: "E2E drop",
    joinType: "roll_join_password", // none of the house's players knows it, and wins
    password: "open sesame",
    items: [bag.records[0]?.id],
    openAtMs: Date.now() + 30_000,
  });
  await post(request, host.token, `/api/studio/roll/${rollId}/publish`);
  await post(request, guest.token, "/api/roll/room/join/room", {
    roomId: rollId,
    spreadCode: "",
    vcode: "open sesame",
  });
  const watcher = await newPlayer(browser, request);
  await watcher.page.goto("/page/drop");
  await watcher.page.getByRole("tab", { name: "Live drops" }).click();
  const card = watcher.page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: guest.name });
  await expect(card).toBeVisible({ timeout: 70_000 });
  await card.getByRole("link", { name: "Have a look" }).click();
  await expect(watcher.page).toHaveURL(/\/page\/roll$/);
});

test("a gift does not pop up over an upgrade's wheel or its result", async ({ browser, request }) => {
  const { page, name, token } = await newPlayer(browser, request);
  await openBox(request, token, 3);
  await page.goto("/page/upgradeHall");
  const mine = page.getByRole("region", { name: /Your items/ }).getByRole("button", { pressed: false });
  await mine.first().click();
  await page.getByRole("button", { name: "×2", exact: true }).click();
  await page.getByRole("button", { name: "Upgrade", exact: true }).click();
  operator("props", "give", name, "1");
  const result = page.getByRole("dialog").filter({ hasText: "Verify this result" });
  await expect(result).toBeVisible();
  await expect
    .poll(async () =>
      (await get<Bag>(request, token, "/api/personal/center/back/pack")).records.some(({ source }) => source === 6),
    )
    .toBe(true);
  await page.waitForTimeout(500); // its event has come
  expect(await giftOn(page).count()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(giftOn(page)).toBeVisible();
});
