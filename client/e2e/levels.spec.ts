/** What a VIP level opens beside its bonus: roll rooms and head frames; and a card that pays a battle entry. */
import { execFileSync } from "node:child_process";
import { type APIRequestContext, expect } from "@playwright/test";
import { type Account, battleOf, FIRST_LIGHT, get, newAccount, newPlayer, post, recharge } from "./account.ts";
import { test } from "./test.ts";

const VIP_LEVEL = 15;

const gems = async (request: APIRequestContext, { token }: Account): Promise<number> =>
  Math.round((await get<{ balance: number }>(request, token, "/api/user/info")).balance * 100);

test("a VIP room refuses a level that is too low and lets the right one in; its frame is worn", async ({
  browser,
  request,
}) => {
  const host = await post<{ token: string }>(request, "", "/api/user/login", {
    phone: "streamer1",
    password: "jadebox18",
  });
  const { rollId } = await post<{ rollId: string }>(request, host.token, "/api/studio/roll/create", {
    name: `VIP ${Date.now().toString(36)}`,
    joinType: "roll_join_open",
    gemsCents: [300],
    openAtMs: Date.now() + 3_600_000,
    tasks: [{ kind: VIP_LEVEL, target: 1 }],
  });
  await post(request, host.token, `/api/studio/roll/${rollId}/publish`);
  const player = await newPlayer(browser, request);
  const { page } = player;
  await page.goto(`/page/roll/${rollId}`);
  const join = page.getByRole("button", { name: "Join", exact: true });
  await expect(page.getByRole("region", { name: "Take part" })).toContainText("VIP level: 1");
  await join.click();
  const dialog = page.getByRole("dialog", { name: "Requirements" });
  await expect(dialog.getByText("0 / 1")).toBeVisible();
  await dialog.getByRole("link", { name: "See the VIP levels" }).click();
  await expect(page.getByRole("heading", { name: "Your level: VIP 0" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^VIP [0-9a-z]+ VIP 1\+/ })).toBeVisible();

  await recharge(request, player.token, 1_000);
  await page.goto(`/page/roll/${rollId}`);
  await join.click();
  await expect(page.getByText(/^You are in, place \d+$/)).toBeVisible();

  await page.goto("/user/account");
  await page.getByRole("button", { name: "Change: Picture and frame" }).click();
  const frames = page.getByRole("dialog", { name: "Picture and frame" });
  await expect(frames.getByRole("button", { name: "VIP 2: not reached" })).toBeDisabled();
  await frames.getByRole("button", { name: "VIP 1", exact: true }).click();
  await expect(page.getByRole("banner").locator('img[data-frame="vip1"]')).toBeVisible();
  const id = await battleOf(request, [player], { seats: 2 });
  await page.goto(`/page/battle/${id}`);
  await expect(page.getByRole("main").locator('img[data-frame="vip1"]').filter({ visible: true })).toBeVisible();
});

test("an arms race card pays the entry where one creates a battle and where one joins", async ({
  browser,
  request,
}) => {
  const player = await newPlayer(browser, request);
  const { page, token } = player;
  const data = process.env.JADEBOX_E2E_DATA ?? "";
  execFileSync(process.env.JADEBOX_BIN ?? "../bin/jadebox", [
    "props",
    "--data",
    data,
    "give",
    player.name,
    "--voucher=battle,battle",
  ]);
  const held = async () => (await get<{ total: number }>(request, token, "/api/user/cards")).total;
  await expect.poll(held).toBe(2);
  const before = await gems(request, player);

  await page.goto("/page/caseBattle");
  await page.getByRole("button", { name: "Create battle" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create battle" });
  await dialog.getByRole("button", { name: "Add First Light" }).click();
  await dialog.getByLabel("Pay with a card").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Create and pay 0.00" }).click();
  await expect(page.getByRole("button", { name: "Leave and get the entry back" })).toBeVisible();
  expect([await gems(request, player), await held()]).toEqual([before, 1]);

  const host = await newAccount(request);
  const id = await battleOf(request, [host], { seats: 3 });
  await page.goto(`/page/battle/${id}`);
  const box = page.getByRole("checkbox", { name: /^Pay with an arms race card/ });
  await box.check();
  await page.getByRole("button", { name: "Join for 0.00" }).click();
  await expect(page.getByRole("button", { name: "Leave and get the entry back" })).toBeVisible();
  expect([await gems(request, player), await held()]).toEqual([before, 0]);
  await page.getByRole("button", { name: "Leave and get the entry back" }).click();
  await expect(box).toBeVisible(); // the card is back with its entry
  expect(await gems(request, player)).toBe(before);
  await box.uncheck();
  await page.getByRole("button", { name: `Join for ${(FIRST_LIGHT.priceCents / 100).toFixed(2)}` }).click();
  await expect.poll(() => gems(request, player)).toBe(before - FIRST_LIGHT.priceCents);
});
