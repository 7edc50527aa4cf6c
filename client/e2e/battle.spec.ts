import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { battleOf, get, newAccount, pageOf } from "./account.ts";
import { go } from "./go.ts";
import { opensOver } from "./over.ts";
import { balance, cents, player, register, visitor } from "./player.ts";
import { proofHolds } from "./proof.ts";
import { fits, NARROW, WIDE } from "./readable.ts";
import { test } from "./test.ts";

/** Rounds of the cheapest box: what is tested does not depend on the price. */
const ROUNDS = 5;
const ROUND_MS = 5000;
const LOBBY = "/page/caseBattle";

async function createBattle(page: Page, seats: number, mode: string, rounds = ROUNDS): Promise<void> {
  if (new URL(page.url()).pathname !== LOBBY) await page.goto(LOBBY);
  await page.getByRole("button", { name: "Create battle" }).first().click();
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: /^Add First Light/ });
  for (let i = 0; i < rounds; i++) await add.click();
  await dialog.getByRole("radio", { name: `${seats} players` }).click();
  await dialog.getByRole("radio", { name: mode, exact: true }).click();
  await expect(dialog.getByText(/Average return 9\d\.\d\d%/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Create and pay/ }).click();
  await page.waitForURL(/\/page\/battle\/\d+/);
}

const seats = (page: Page): Locator => page.locator("[data-seat]");
const free = (page: Page): Locator => page.locator('[data-seat][data-free="true"]');

interface Outcome {
  readonly headline: string;
  readonly totals: readonly number[];
  readonly takes: readonly number[];
}

/** A price of every seat, 0 where it shows none. */
async function prices(page: Page, part: "total" | "takes"): Promise<number[]> {
  return Promise.all(
    (await seats(page).all()).map(async (seat) => {
      const price = seat.locator(`[data-part="${part}"]`);
      return (await price.count()) > 0 ? cents(await price.textContent()) : 0;
    }),
  );
}

async function outcome(page: Page): Promise<Outcome> {
  const result = page.getByRole("region", { name: "Finished" });
  await expect(result.getByRole("heading", { level: 2 })).toBeVisible({ timeout: 60_000 });
  return {
    headline: (await result.getByRole("heading", { level: 2 }).textContent()) ?? "",
    totals: await prices(page, "total"),
    takes: await prices(page, "takes"),
  };
}

test("two players and two bots play a battle that both see alike, across a refresh, and that verifies", async ({
  browser,
}) => {
  test.slow(); // a whole battle, its waiting time and a proof
  const host = await register(browser);
  const guest = await register(browser);
  await createBattle(host.page, 4, "Standard");
  await expect(seats(host.page)).toHaveCount(4);
  await expect(free(host.page)).toHaveCount(3);
  const room = new URL(host.page.url()).pathname;

  // The battle is in the lobby of the other player, who was there before, by itself.
  await guest.page.locator(`a[href="${room}"]`).click();
  await guest.page.getByRole("button", { name: "Join" }).first().click();
  await expect(free(guest.page)).toHaveCount(2);
  await expect(free(host.page)).toHaveCount(2); // by the stream, not by a call

  // Bots only after the waiting time, and only the host may call them.
  await expect(guest.page.getByRole("button", { name: "Fill with bots" })).toHaveCount(0);
  const fill = host.page.getByRole("button", { name: "Fill with bots" });
  await expect(fill).toBeEnabled({ timeout: 40_000 });
  await fill.click();
  await expect(free(host.page)).toHaveCount(0);
  await expect(host.page.locator('[data-seat][data-bot="true"]')).toHaveCount(2);

  // After the start no player can leave.
  await expect(host.page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(host.page.getByRole("button", { name: /^Leave/ })).toHaveCount(0);

  // A refresh in the middle lands in the same second as the player who stayed.
  await expect(host.page.getByText(/^Round [2-9] \/ \d$/)).toBeVisible();
  await guest.page.reload();
  const round = (page: Page) => page.getByText(/^Round \d \/ \d$/).textContent();
  await round(guest.page); // shown again
  // Both are read at once; a round may end between the two readings, which no second try sees again.
  await expect(async () => {
    const [guests, hosts] = await Promise.all([round(guest.page), round(host.page)]);
    expect(guests).toBe(hosts);
  }).toPass({ timeout: ROUND_MS / 2 });

  const [seenByHost, seenByGuest] = await Promise.all([outcome(host.page), outcome(guest.page)]);
  expect(seenByGuest).toEqual(seenByHost);
  expect(seenByHost.totals).toHaveLength(4);
  const best = Math.max(...seenByHost.totals);
  const pot = seenByHost.totals.reduce((sum, total) => sum + total, 0);
  expect(Math.max(...seenByHost.takes)).toBe(pot);
  expect(seenByHost.takes.filter((take) => take > 1)).toHaveLength(1);
  expect(seenByHost.totals[seenByHost.takes.indexOf(pot)]).toBe(best);

  await verifies(host.page);
});

test("a finished battle is replayed to any moment, as its proof has it", async ({ browser, request }) => {
  const host = await newAccount(request);
  const guest = await newAccount(request);
  const id = await battleOf(request, [host, guest], { rounds: 3 });
  const page = await pageOf(browser, host.token);
  await page.goto(`/page/battle/${id}`);
  const seen = await outcome(page);
  const proven = await provenTotals(request, id);
  expect(seen.totals).toEqual(proven.at(-1));

  const replay = page.getByRole("button", { name: "Replay" });
  await replay.click();
  const bar = page.getByRole("group", { name: "Replay" });
  const slider = bar.getByRole("slider");
  const pause = bar.getByRole("button", { name: "Pause" });
  await expect(pause).toBeFocused();
  await expect(pause).toBeInViewport(); // whatever lies above it
  await pause.click();
  const shows = (totals: readonly number[] | undefined) => expect.poll(() => prices(page, "total")).toEqual(totals);
  await slider.press("End");
  await shows(proven[3]);
  await slider.press("ArrowLeft"); // a second before the end everything has come to rest
  await expect(slider).toHaveValue(String(3 * ROUND_MS - 1000));
  await shows(proven[3]);
  await slider.press("PageDown"); // a round
  await shows(proven[2]);
  await slider.press("PageDown");
  await shows(proven[1]);
  await slider.press("Home");
  await expect(slider).toHaveValue("0");
  await slider.press("PageUp");
  await expect(slider).toHaveValue(String(ROUND_MS));
  await slider.fill(String(3 * ROUND_MS)); // dragged
  await shows(proven[3]);

  // Played from the end it begins again; at its end the result is back.
  await bar.getByRole("button", { name: "Play" }).click();
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(ROUND_MS);
  await slider.fill(String(3 * ROUND_MS - 500));
  await expect(bar).toHaveCount(0);
  await expect(replay).toBeFocused();
  expect(await outcome(page)).toEqual(seen);
});

/** What the proof says that each seat had drawn after 0, 1, 2 … rounds, in cents. */
async function provenTotals(request: APIRequestContext, id: string): Promise<number[][]> {
  interface Proof {
    readonly odds: readonly { readonly entries: readonly { readonly item: number; readonly valueCents: number }[] }[];
    readonly results: readonly { readonly n: number; readonly seat: number; readonly item: number }[];
    readonly battle: { readonly rounds: number; readonly seats: number };
  }
  const { odds, results, battle } = await get<Proof>(request, "", `/api/fair/result/battle-${id}`);
  const value = new Map(odds.flatMap(({ entries }) => entries.map((e) => [e.item, e.valueCents] as const)));
  return Array.from({ length: battle.rounds + 1 }, (_, rounds) =>
    Array.from({ length: battle.seats }, (_, seat) =>
      results.filter((r) => r.seat === seat && r.n < rounds).reduce((sum, r) => sum + (value.get(r.item) ?? 0), 0),
    ),
  );
}

/** The proof of the battle passes every check in the browser alone. */
async function verifies(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Check every result" });
  const proof = await page.context().newPage();
  await proof.goto((await link.getAttribute("href")) ?? "");
  await proofHolds(proof);
  await proof.close();
}

test("a private battle is hidden and refuses a player who has no link", async ({ browser }) => {
  const { page } = await player(browser);
  await page.getByRole("button", { name: "Create battle" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Add First Light/ }).click();
  await dialog.getByRole("checkbox", { name: /^Private/ }).check();
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await fits(page, `create ${size.width}`);
  }
  await dialog.getByRole("button", { name: /^Create and pay/ }).click();
  await page.waitForURL(/\/page\/battle\/\d+/);
  const invited = page.url();
  expect(new URL(invited).searchParams.get("code")).toBeTruthy();

  const stranger = await visitor(browser);
  await stranger.goto(new URL(invited).pathname);
  await expect(stranger.getByText("This battle is private")).toBeVisible();
  await expect(seats(stranger)).toHaveCount(0);
  await go(stranger, LOBBY);
  await expect(stranger.locator('main a[href^="/page/battle/"]').first()).toBeVisible(); // others are listed
  await expect(stranger.locator(`a[href="${new URL(invited).pathname}"]`)).toHaveCount(0);
  await stranger.goto(invited);
  await expect(seats(stranger)).toHaveCount(2);
});

test("leaving before the start gives the entry back @phone", async ({ browser }) => {
  const { page } = await player(browser);
  await expect.poll(() => balance(page)).toBeGreaterThan(0);
  const before = await balance(page);
  await createBattle(page, 2, "Inverse");
  await expect.poll(() => balance(page)).toBeLessThan(before);
  await page.getByRole("button", { name: /^Leave/ }).click();
  await expect(page.getByText("This battle was cancelled")).toBeVisible();
  await expect.poll(() => balance(page)).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("how a battle stays fair is told over it, with its commitment @phone", async ({ browser, request }) => {
  const host = await newAccount(request);
  const id = await battleOf(request, [host], { seats: 2 });
  const page = await pageOf(browser, host.token);
  await page.goto(`/page/battle/${id}`);
  await expect(free(page)).toHaveCount(1);
  for (const name of ["Verify fairness", "Fairness check"]) {
    const button = page.getByRole("main").getByRole("button", { name });
    await opensOver(page, button, "How it stays fair", async (dialog) => {
      await expect(dialog.locator("code")).toHaveText(/^[0-9a-f]{64}$/);
      await expect(dialog.getByRole("heading", { name: "Battles" })).toBeVisible();
      // There is no proof yet that could be checked.
      await expect(dialog.getByRole("link", { name: "Verify a result" })).toHaveAttribute("href", "/fair/verify");
    });
  }
  await expect(page.getByRole("link", { name: "Check every result" })).toHaveCount(0);
});
