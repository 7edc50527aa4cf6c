/** Accounts and calls without a screen, for tests that are about something else than registering. */
import { type APIRequestContext, type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import type { Language } from "../src/i18n/language.ts";
import { warmPage } from "./warm.ts";

/**
 * Every player of the tests is new, and a welcome would lie over all that they are about. It is declined as a player
 * declines it: by "do not open this by itself".
 */
export const NO_WELCOME = { welfareQuiet: "1" } as const;

export type { Language };

interface Envelope<T> {
  readonly code: number;
  readonly errMsg: string;
  readonly data: T;
}

let made = 0;
const unique = () => `${Date.now().toString(36)}${(made++).toString(36)}`;

export interface Account {
  readonly name: string;
  readonly password: string;
  readonly token: string;
}

/** Accounts are 6–13 letters or digits (product spec §5). */
export async function newAccount(request: APIRequestContext): Promise<Account> {
  const name = `a${unique()}${process.env.TEST_WORKER_INDEX ?? ""}`;
  const password = `Pass${name.slice(-6)}42`;
  const body = { phone: name, password, fingerprinId: `device-${name}` };
  const { token } = await post<{ token: string }>(request, "", "/api/user/register", body);
  return { name, password, token };
}

export async function post<T>(request: APIRequestContext, token: string, path: string, data: object = {}): Promise<T> {
  const headers = { "Idempotency-Key": `e2e-${unique()}`, ...(token && { token }) };
  return opened<T>(path, await (await request.post(path, { headers, data })).json());
}

export async function get<T>(request: APIRequestContext, token: string, path: string): Promise<T> {
  return opened<T>(path, await (await request.get(path, { headers: token ? { token } : {} })).json());
}

function opened<T>(path: string, { code, errMsg, data }: Envelope<T>): T {
  if (code !== 200) throw new Error(`${path}: ${code} ${errMsg}`);
  return data;
}

export interface Opening {
  readonly results: readonly { readonly resultId: string; readonly itemId: string; readonly valueCents: number }[];
  readonly balanceCents: number;
}

/** The price of box 1, "First Light", the cheapest of the demo. */
export const FIRST_LIGHT = { id: 1, priceCents: 200 } as const;

export const openBox = (request: APIRequestContext, token: string, count = 1): Promise<Opening> =>
  post(request, token, `/api/box/${FIRST_LIGHT.id}/open`, { count, priceCents: FIRST_LIGHT.priceCents });

/** Buys gems on the sandbox's page. */
export async function recharge(request: APIRequestContext, token: string, gemsCents: number): Promise<void> {
  const { priceCents, bonusCents } = await get<{ priceCents: number; bonusCents: number }>(
    request,
    token,
    `/api/pay/quote?gemsCents=${gemsCents}`,
  );
  const body = { priceCents, bonusCents, type: 3, gemsCents };
  const order = await post<{ id: string; url: string }>(request, token, "/api/pay/order", body);
  await request.post(order.url, { form: { act: "pay" } });
  const paid = async () => (await get<{ state: string }>(request, token, `/api/pay/order/${order.id}`)).state;
  await expect.poll(paid).toBe("paid");
}

/** What the house asks for before it gives what has no stake: a recharge, and 20 gems of play on the day. */
export async function playFirst(request: APIRequestContext, token: string): Promise<void> {
  await recharge(request, token, 100);
  for (let boxes = 0; boxes < 10; boxes += 5) await openBox(request, token, 5);
}

/** Waits until the day's play has brought so many gifts: what has come before a page opens is told on no page. */
export const giftsGiven = (request: APIRequestContext, token: string, gifts: number): Promise<void> =>
  expect
    .poll(async () => (await get<{ total: number }>(request, token, "/api/activity/drop/record")).total)
    .toBeGreaterThanOrEqual(gifts);

interface BattleSetup {
  readonly rounds?: number;
  readonly mode?: "normal" | "inverse" | "terminal" | "share" | "teams";
  readonly private?: boolean;
  /** More than there are players leaves the room waiting. */
  readonly seats?: number;
}

/** A battle over the cheapest box in which the players sit; full, it starts by itself. Returns its id. */
export async function battleOf(
  request: APIRequestContext,
  [host, ...guests]: readonly [Account, ...Account[]],
  setup: BattleSetup = {},
): Promise<string> {
  const { rounds = 1, mode = "normal", seats = guests.length + 1 } = setup;
  const boxes = new Array<number>(rounds).fill(FIRST_LIGHT.id);
  const priceCents = rounds * FIRST_LIGHT.priceCents;
  const body = { boxes, seats, mode, private: setup.private ?? false, priceCents };
  const { battleId, code } = await post<{ battleId: string; code: string }>(
    request,
    host.token,
    "/api/battle/create",
    body,
  );
  for (const { token } of guests) {
    await post(request, token, `/api/battle/${battleId}/join`, { seat: -1, code, priceCents });
  }
  return battleId;
}

export interface Player extends Account {
  readonly page: Page;
}

interface Look extends BrowserContextOptions {
  readonly language?: Language;
  /** The welcome of new players may show itself. */
  readonly welcome?: boolean;
}

/**
 * A page of a player who has chosen a language; with `reducedMotion: "no-preference"` an opening takes its real
 * seconds.
 */
export async function pageOf(browser: Browser, token: string, look: Look = {}): Promise<Page> {
  const { language = "en", welcome = false, viewport, reducedMotion, ...rare } = look;
  const storage = { language, ...(!welcome && NO_WELCOME), ...(token !== "" && { token }) };
  if (Object.keys(rare).length === 0) {
    return warmPage(browser, storage, { ...(viewport && { viewport }), ...(reducedMotion && { reducedMotion }) });
  }
  const context = await browser.newContext(look);
  await context.addInitScript((entries) => {
    // Only once: what the page itself removes stays away after a reload.
    if (localStorage.getItem("e2e") !== null) return;
    localStorage.setItem("e2e", "1");
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
  return context.newPage();
}

export async function newPlayer(browser: Browser, request: APIRequestContext, look: Look = {}): Promise<Player> {
  const account = await newAccount(request);
  return { ...account, page: await pageOf(browser, account.token, look) };
}
