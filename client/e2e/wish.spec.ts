/** Wish rooms in two browsers: bottles are taken until none is left, both see one draw, and the page verifies it. */
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { type Account, get, newAccount, pageOf, playFirst, post } from "./account.ts";
import { go } from "./go.ts";
import { test } from "./test.ts";

interface Summary {
  readonly id: string;
  readonly status: string;
  readonly bottles: number;
  readonly taken: number;
  readonly most: number;
  readonly cardNum: number;
  readonly bottleCents: number;
}

interface Snapshot {
  readonly card: Summary;
  readonly bottles: readonly { readonly number: number; readonly name: string }[];
}

const rooms = async (request: APIRequestContext): Promise<readonly Summary[]> =>
  (await get<{ rooms: Summary[] }>(request, "", "/api/wish/list?status=open&current=1&size=50")).rooms;

const free = ({ bottles, taken }: Summary) => bottles - taken;

/** An open room that the test can use; house players fill rooms, and a full one has a successor only after its draw. */
async function roomWith(request: APIRequestContext, use: (room: Summary) => boolean): Promise<Summary> {
  let room: Summary | undefined;
  await expect
    .poll(async () => {
      room = (await rooms(request)).find((one) => one.status === "open" && use(one));
      return room !== undefined;
    })
    .toBe(true);
  return room as Summary;
}

/** The smallest room for gems that a test can watch for a while: house players take bottles, too. */
async function spacious(request: APIRequestContext): Promise<Summary> {
  for (let tries = 0; tries < 4; tries++) {
    const open = (await rooms(request))
      .filter(({ status, bottles, bottleCents }) => status === "open" && bottles >= 26 && bottleCents > 0)
      .filter(({ most, bottleCents }) => most * bottleCents <= 90_000) // a new player has a little more
      .sort((x, y) => x.bottles - y.bottles);
    const room = open.find((summary) => free(summary) >= 26);
    if (room) return room;
    const [full] = open; // its place is taken by an empty one
    if (!full) {
      await roomWith(request, ({ bottles, bottleCents }) => bottles >= 26 && bottleCents > 0);
      continue;
    }
    await fill(request, full);
    await expect.poll(async () => (await rooms(request)).some((summary) => summary.id === full.id)).toBe(false);
  }
  throw new Error("no wish room with free bottles");
}

const take = (
  request: APIRequestContext,
  { token }: Account,
  summary: Summary,
  bottles: readonly number[],
  count = 0,
) =>
  post<{ room: Snapshot }>(request, token, `/api/wish/${summary.id}/take`, {
    bottles,
    count: bottles.length || count,
    pay: "gems",
    cardNum: 0,
    bottleCents: summary.bottleCents,
  });

const view = (request: APIRequestContext, { id }: Summary) => get<Snapshot>(request, "", `/api/wish/${id}`);

/** Lets more and more players take all that is left. */
async function fill(request: APIRequestContext, summary: Summary): Promise<void> {
  for (let players = 0; players < 12; players++) {
    const account = await newAccount(request);
    const { card: now } = await view(request, summary);
    const left = now.bottles - now.taken;
    if (now.status !== "open" || left === 0) return;
    // Refused when a house player was quicker and less are left: then the next one takes what is left.
    await take(request, account, summary, [], Math.min(left, summary.most)).catch(() => undefined);
  }
}

const bottle = (page: Page, number: number) => page.locator(`[data-number="${number}"]`);
const freeBottles = (page: Page) => page.locator('[data-state="free"]');
const firstFree = async (page: Page): Promise<number> =>
  Number(await freeBottles(page).first().getAttribute("data-number"));
const main = (page: Page) => page.getByRole("main");

test("two browsers take bottles to the draw, see the same bottle win and verify it", async ({ browser, request }) => {
  test.slow(); // a draw at its beacon
  const summary = await spacious(request);
  const [one, two, third] = [await newAccount(request), await newAccount(request), await newAccount(request)];
  const [first, second] = [await pageOf(browser, one.token), await pageOf(browser, two.token)];
  for (const page of [first, second]) await page.goto(`/wish/${summary.id}`);

  // A choice with keys: the bottles are one stop, arrows go from one to the next.
  await expect(freeBottles(first).first()).toBeVisible();
  let start = await firstFree(first);
  await bottle(first, start).focus();
  await first.keyboard.press("Space");
  await expect(bottle(first, start)).toHaveAttribute("aria-pressed", "true");
  await first.keyboard.press("End");
  await expect(bottle(first, summary.bottles)).toBeFocused();
  await first.keyboard.press("Home");
  await expect(bottle(first, 1)).toBeFocused();

  // What another player takes falls out of the choice, at once and without a reload.
  const other = Number(await freeBottles(first).first().getAttribute("data-number"));
  await bottle(first, other).click();
  await expect(bottle(first, other)).toHaveAttribute("data-state", "chosen");
  await take(request, third, summary, [other]);
  await expect(bottle(first, other)).toHaveAttribute("data-state", "taken");
  await expect(bottle(first, other)).toHaveAccessibleName(`Bottle ${other}, taken by ${third.name}`);
  await expect(main(first).getByText(new RegExp(`^Chosen: (.*\\D)?${other}\\b`))).toHaveCount(0);

  // The lobby shows it without a reload, too.
  const lobby = await second.context().newPage();
  await lobby.goto("/page/wish");
  const shown = async () =>
    Number(
      /(\d+) \//.exec((await lobby.locator(`[data-room="${summary.id}"]`).textContent()) ?? "")?.[1] ?? Number.NaN,
    );
  await expect.poll(shown).toBeGreaterThan(0);
  const before = await shown();
  // A house player may take the bottle that was chosen: then another is chosen.
  await expect(async () => {
    if ((await bottle(first, start).getAttribute("data-state")) !== "chosen") {
      start = await firstFree(first);
      await bottle(first, start).click({ timeout: 5000 });
    }
    await main(first)
      .getByRole("button", { name: /^Take 1 bottle/ })
      .click({ timeout: 5000 });
    await expect(bottle(first, start)).toHaveAccessibleName(`Bottle ${start}, yours`, { timeout: 10_000 });
  }).toPass();
  await expect(bottle(second, start)).toHaveAccessibleName(`Bottle ${start}, taken by ${one.name}`);
  await expect(bottle(second, start)).toHaveAttribute("aria-disabled", "true");
  await expect.poll(shown).toBeGreaterThan(before);
  await lobby.close();

  // A quick pick of two. What the player takes elsewhere counts at once, and the stepper ends at the share of one
  // player.
  const owned = second.locator('[data-part="owned"]');
  const more = second.getByRole("button", { name: "One bottle more" });
  await more.click();
  await main(second)
    .getByRole("button", { name: /^Pick 2/ })
    .click();
  await expect(second.locator('[data-state="mine"]')).toHaveCount(2);
  await expect(owned).toHaveText(`2 of at most ${summary.most}`);
  await take(request, two, summary, [], summary.most - 4);
  await expect(owned).toHaveText(`${summary.most - 2} of at most ${summary.most}`);
  const last = main(second).getByRole("button", { name: /^Pick 2/ });
  if (!(await last.isVisible())) await more.click();
  await expect(more).toBeDisabled();
  await last.click();
  await expect(second.getByText("You have as many bottles as one player may take.")).toBeVisible();
  await expect(second.getByRole("button", { name: /^Pick/ })).toHaveCount(0);
  await expect(take(request, two, summary, [], 1)).rejects.toThrow("4953");

  // A refresh in the middle changes nothing, and another tab of the same player shows the same.
  await second.reload();
  await expect(second.locator('[data-state="mine"]')).toHaveCount(summary.most);
  const tab = await first.context().newPage();
  await tab.goto(`/wish/${summary.id}`);
  await expect(bottle(tab, start)).toHaveAccessibleName(`Bottle ${start}, yours`);

  await fill(request, summary);
  const pages = [first, second, tab];
  for (const page of pages) await expect(page.locator("[data-winner]")).toBeVisible({ timeout: 90_000 });
  const winners = await Promise.all(pages.map((page) => page.locator("[data-winner]").getAttribute("data-winner")));
  expect(new Set(winners).size).toBe(1);
  const winner = Number(winners[0]);
  for (const page of pages) {
    await expect(bottle(page, winner)).toHaveAttribute("data-state", "won");
    await expect(page.locator('[data-state="won"]')).toHaveCount(1);
    await expect(page.locator('[data-state="free"]')).toHaveCount(0);
  }

  await main(first).getByRole("link", { name: "Verify this draw" }).first().click();
  const verdict = first.locator("[data-outcome]");
  await expect(verdict).toBeVisible();
  await expect(verdict).toHaveAttribute("data-outcome", /^(weaker|pending)$/);

  // Taken part is on record; the room is among those that are over.
  await go(second, "/user/wish/record");
  await expect(main(second).getByText(`#${summary.id}`)).toBeVisible();
  await expect(main(second).getByRole("link", { name: "Verify" })).toBeVisible();
  await go(second, "/page/wish");
  await second.getByRole("tab", { name: "Ended" }).click();
  await expect(second.locator(`[data-room="${summary.id}"]`)).toBeVisible();
});

test("a task of the day gives one wish card, once; the card takes a bottle", async ({ browser, request }) => {
  const account = await newAccount(request);
  const page = await pageOf(browser, account.token);
  await page.goto("/page/wish");
  const cards = page.locator('[data-part="wish-cards"]');
  const task = page.locator('[data-task="open"]');
  await expect(cards).toContainText("0");
  await expect(task).toHaveAttribute("data-state", "undone");
  await expect(page.getByRole("button", { name: /^Claim/ })).toHaveCount(0);

  await playFirst(request, account.token);
  await expect(async () => {
    await page.reload();
    await expect(task).toHaveAttribute("data-state", "done", { timeout: 5000 });
  }).toPass();
  const second = await page.context().newPage(); // another tab with the same offer
  await second.goto("/page/wish");
  const claim = (tab: Page) => tab.getByRole("button", { name: "Claim: Open a box" });
  await expect(claim(second)).toBeVisible();
  await claim(page).click();
  await expect(task).toHaveAttribute("data-state", "claimed");
  await expect(cards).toContainText("1");
  const others = second.locator('[data-part="wish-cards"]');
  await expect(others).toContainText("1"); // set by the wallet event, not by a click
  await claim(second).click();
  await expect(second.locator('[data-task="open"]')).toHaveAttribute("data-state", "claimed");
  await expect(others).toContainText("1");
  await page.reload();
  await expect(cards).toContainText("1");

  // The one room for a single card is small, and house players take its last bottles, too: then another one opens.
  await expect(async () => {
    const summary = await roomWith(request, (room) => room.cardNum === 1 && free(room) > 0);
    await page.goto(`/wish/${summary.id}`);
    await main(page)
      .getByRole("button", { name: /^Pick 1/ })
      .click({ timeout: 10_000 });
    await expect(page.locator('[data-state="mine"], [data-state="won"][data-mine]')).toHaveCount(1);
  }).toPass({ timeout: 120_000 });
  await expect(others).toContainText("0"); // the untouched tab
  await page.goto("/page/wish"); // loaded: the server's word, not that of the event
  await expect(cards).toContainText("0");
});

test("a visitor may look and choose, and is asked to log in to take", async ({ browser, request }) => {
  const page = await pageOf(browser, "");
  await page.goto("/page/wish");
  await expect(page.getByRole("button", { name: "Log in to collect wish cards" })).toBeVisible();
  const summary = await roomWith(request, (room) => free(room) > 4);
  await page.locator(`[data-room="${summary.id}"]`).getByRole("link").click();
  await page.waitForURL(`/wish/${summary.id}`);
  await expect(main(page).locator('a[href="/page/wish"]').first()).toBeVisible();
  // A house player may take the bottle that was chosen: then another is chosen.
  await expect(async () => {
    await freeBottles(page).first().click({ timeout: 5000 });
    await main(page)
      .getByRole("button", { name: /^Take \d+ bottle/ })
      .click({ timeout: 5000 });
  }).toPass();
  await expect(page.getByRole("dialog", { name: "Welcome to Jadebox" })).toBeVisible();
  await page.goto("/wish/999999999");
  await expect(page.getByText("This wish room does not exist.")).toBeVisible();
});
