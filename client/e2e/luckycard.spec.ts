/** Two players at one deck: each sees the other's flip, a taken card cannot be had, and a flip verifies. */
import { expect, type Page } from "@playwright/test";
import { languageTag } from "../src/i18n/language.ts";
import { go } from "./go.ts";
import { balance, player } from "./player.ts";
import { proofHolds } from "./proof.ts";
import { atSize, see, speak } from "./readable.ts";
import { test } from "./test.ts";

/**
 * The deck that is open: one flip in a hundred takes the top prize and ends its room, also a flip of a test beside this
 * one, and the lobby then has another.
 */
async function enterDeck(page: Page): Promise<void> {
  const back = page.getByRole("button", { name: /^Card \d+$/ }).first();
  const over = page.getByText("The top prize went: this room is over.");
  await expect(async () => {
    if (await over.isVisible()) await page.goto("/luckycard");
    const room = page.getByRole("link", { name: /Dragon hundred/ });
    if (new URL(page.url()).pathname === "/luckycard") await room.first().click({ timeout: 5_000 });
    await expect(back).toBeEnabled({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/**
 * A card that is not turned, whatever the deck has been through; counted from the end if negative. Tests that may
 * run beside each other take cards far from each other's.
 */
async function faceDown(page: Page, nth: number): Promise<string> {
  await enterDeck(page);
  const back = page.getByRole("button", { name: /^Card \d+$/ }).nth(nth);
  return (await back.getAttribute("aria-label")) ?? "";
}

test("two players turn cards of one deck and verify them", async ({ browser }) => {
  test.setTimeout(180_000);
  const [first, second] = [await player(browser, "/luckycard"), await player(browser, null)];
  const name = await faceDown(first.page, 0);
  const room = new URL(first.page.url()).pathname;
  await second.page.goto(room);
  const flips = async (page: typeof first.page) => page.getByRole("link", { name: /^Card \d+: / }).count();
  const before = await flips(first.page);
  await first.page.getByRole("button", { name, exact: true }).click();
  await first.page.getByRole("button", { name: /Turn card/ }).click();
  await expect(first.page.getByText(/^You got /)).toBeVisible({ timeout: 20_000 });
  await expect(second.page.getByRole("link", { name: new RegExp(`^${name}: `) })).toBeVisible({ timeout: 20_000 });
  expect(await flips(first.page)).toBeGreaterThan(before);
  await first.page.getByRole("link", { name: "Verify", exact: true }).click();
  await proofHolds(first.page, "It was fixed before");
  await go(first.page, "/luckycenter");
  await expect(first.page.getByText(name, { exact: true })).toBeVisible();
  for (const { page } of [first, second]) await page.context().close();
});

test("the button stays in reach of the last card, by keys too, and no flip waits for a network @phone", async ({
  browser,
  isMobile,
}) => {
  const { page } = await player(browser, null);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/luckycard");
  const name = await faceDown(page, isMobile ? -2 : -1);
  const back = page.getByRole("button", { name, exact: true });
  const turn = page.getByRole("button", { name: new RegExp(`^Turn ${name.toLowerCase()} `) });
  const got = page.getByText(/^You got /);
  const before = await balance(page);

  await back.focus();
  await expect(back).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(turn).toBeFocused();
  await expect(turn).toBeInViewport({ ratio: 1 });
  await page.keyboard.down("Enter"); // held down: its repetitions neither pay nor follow the card's link
  await page.keyboard.up("Enter");
  await expect(got).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("listitem").and(page.locator(":focus"))).toContainText(`${name}: `);
  const paid = before - (await balance(page));
  expect(paid).toBeGreaterThan(0);

  const next = await faceDown(page, isMobile ? 40 : 30);
  await page.getByRole("button", { name: next, exact: true }).click();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: new RegExp(`^Turn ${next.toLowerCase()} `) }).click();
  await expect(page.getByText("No connection. Check your network and try again.")).toBeVisible();
  await page.context().setOffline(false);
  // What was refused is neither done nor forgotten: the card lies as it did, still chosen.
  await expect(page.getByRole("button", { name: next, exact: true, pressed: true })).toBeEnabled();
  expect(before - (await balance(page))).toBe(paid);
  await page.context().close();
});

/** Width and height of the window, and how wide a card of nine is to be. */
const SIZES = [
  [360, 640, 62],
  [390, 844, 108],
  [768, 1024, 132],
  [1280, 720, 116],
  [1440, 900, 160],
  [2560, 1440, 240],
] as const;

type Prize = { readonly def: number; readonly valueCents: number; readonly total: number };
type Deck = { readonly cards: number; readonly status: string };

/** A deck of nine as if no card of it had ever been turned, whatever house players do: its page hears of no event. */
async function freshNine(page: Page): Promise<string> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!Buffer.from(message).includes("luckycard")) server.send(message);
    });
  });
  await page.route("**/api/luckycard/room/*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const { card, prizes } = body.data;
    Object.assign(card, { status: "open", left: card.cards });
    for (const prize of prizes) prize.left = prize.total;
    Object.assign(body.data, { flips: [], key: "", resultId: "", voidReason: "" });
    await route.fulfill({ response: answer, json: body });
  });
  let flips = 0;
  await page.route("**/api/luckycard/room/*/flip", async (route) => {
    const { place, priceCents } = route.request().postDataJSON();
    const answer = await page.request.get(route.request().url().replace("/flip", ""));
    const body = await answer.json();
    // Card by card, the cheapest first: the deck holds no prize more often than it says, and the top one comes last.
    const cheapest: Prize[] = body.data.prizes.toSorted((a: Prize, b: Prize) => a.valueCents - b.valueCents);
    const { def, valueCents } = cheapest.flatMap((prize) => new Array<Prize>(prize.total).fill(prize))[flips] as Prize;
    flips += 1;
    const who = { playerId: "0", name: "a", avatar: "", bot: false };
    const card = place + 1; // 1 is the top prize, and the first card is never turned here
    const flip = { place, card, def, valueCents, priceCents, ...who, atMs: 1, resultId: `luckycard-1-${place}` };
    await route.fulfill({ json: { ...body, data: { flip, itemId: "1", over: false } } });
  });
  let id = "";
  // One that has just ended is away until the next is shuffled.
  await expect(async () => {
    const { data } = await (await page.request.get("/api/luckycard/rooms")).json();
    id = data.find(({ cards, status }: Deck) => cards === 9 && status === "open").id;
  }).toPass({ timeout: 60_000 });
  return id;
}

/** Where the stage, its bar and the prize above lie, and what of the two goes beyond them. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const rect = (element: Element | null) => {
      const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
      return [x, y, width, height].map(Math.round);
    };
    const [stage, ...parts] = ["stage", "bar", "top-prize"].map((name) =>
      document.querySelector(`[data-part="${name}"]`),
    );
    const beyond = parts.flatMap((part) => {
      const { left, top, right, bottom } = part?.getBoundingClientRect() ?? new DOMRect();
      return [...(part?.querySelectorAll<HTMLElement>("*:not(svg *)") ?? [])].flatMap((element) => {
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        if (box.width === 0 || style.clipPath !== "none") return []; // read aloud alone
        const out = box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1;
        const cut = style.getPropertyValue("--cut") === "" && element.scrollWidth > element.clientWidth + 1;
        return out || (cut && style.display !== "inline") ? [`${element.tagName} ${element.textContent}`] : [];
      });
    });
    return { boxes: [stage ?? null, ...parts].map(rect), beyond };
  });

test("at six sizes a deck of nine lies whole in the window, nothing in it goes over its edge, and a flip moves nothing", async ({
  browser,
}) => {
  const { page } = await player(browser, null);
  const id = await freshNine(page);
  await page.goto(`/luckycard/${id}`);
  for (const [i, [width, height, wide]] of SIZES.entries()) {
    const at = `${width} × ${height}`;
    const back = page.getByRole("button", { name: `Card ${i + 2}`, exact: true });
    await back.click();
    await atSize(page, { width, height }, async () => {
      const card = await back.evaluate((element) => (element as HTMLElement).offsetWidth); // as it lies, without its tilt
      expect(Math.abs(card - wide), `${at}: ${card} wide`).toBeLessThanOrEqual(4);
    });
    for (const language of ["zh", "pt", "vi", "ru", "en"] as const) {
      await speak(page, language);
      await see(page, { language: languageTag(language) });
      expect((await layoutOf(page)).beyond, `${at}, ${language}`).toEqual([]);
    }
    const { boxes } = await layoutOf(page);
    const [, y = 0, , high = 0] = boxes[0] ?? [];
    expect(high, at).toBeGreaterThan(250);
    expect(y + high, at).toBeLessThanOrEqual(height - (width < 750 ? 64 : 0) + 1);
    await page.getByRole("button", { name: /^Turn card/ }).click();
    await expect(page.getByText(/^You got /)).toBeVisible();
    expect(await layoutOf(page), at).toEqual({ boxes, beyond: [] });
  }
  await page.context().close();
});
