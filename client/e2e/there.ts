/** Makes what the table of routes (routes.ts) needs to have something to show, by calls. */
import { type APIRequestContext, expect } from "@playwright/test";
import { upgradeRateE8 } from "../src/fairness/upgrade-rate.ts";
import { SCREEN_KINDS, type ScreenKind } from "../src/routes/kinds.ts";
import { battleOf, get, newAccount, openBox, post } from "./account.ts";
import type { There, Who } from "./routes.ts";

interface Made extends There {
  /** The session of each who looks. */
  readonly tokens: Readonly<Record<Who, string>>;
}

/** The demo's own, the only one with a studio. */
const STREAMER = { phone: "streamer1", password: "jadebox18" };

export async function makeThere(request: APIRequestContext): Promise<Made> {
  const account = await newAccount(request);
  const { token: streamer } = await post<{ token: string }>(request, "", "/api/user/login", STREAMER);
  const { results } = await openBox(request, account.token, 5);
  const { spreadCode } = await get<{ spreadCode: string }>(request, account.token, "/api/promotion/info");
  return {
    tokens: { visitor: "", player: account.token, streamer },
    proof: results[1]?.resultId ?? "",
    spreadCode,
    ...(await upgraded(request, account.token, results[0])),
    rooms: await firstRooms(request, await battleOf(request, [account], { rounds: 2, seats: 3 })),
    ...(await studio(request, streamer, account.token)),
  };
}

/** An upgrade of the player's own: the house's first is made most of a minute after the start. */
async function upgraded(request: APIRequestContext, token: string, item?: { itemId: string; valueCents: number }) {
  if (!item) throw new Error("nothing was won");
  const fee = await get<{ drawPPM: number; leastPPM: number }>(request, "", "/api/upgrade/rule");
  const { items } = await get<{ items: { id: number; priceCents: number }[] }>(request, "", "/api/catalog/items");
  const [target] = items
    .filter(({ priceCents }) => priceCents >= 2 * item.valueCents)
    .sort((a, b) => a.priceCents - b.priceCents);
  if (!target) throw new Error("nothing dearer");
  const { result } = await post<{ result: { resultId: string } }>(request, token, "/api/upgrade/play", {
    items: [item.itemId],
    gemsCents: 0,
    target: target.id,
    targetCents: target.priceCents,
    rateE8: upgradeRateE8(fee, item.valueCents, target.priceCents),
    startE8: 0,
  });
  let playerId = "";
  await expect(async () => {
    const recent = await get<{ upgrades: { id: string; playerId: string }[] }>(request, "", "/api/upgrade/recent");
    playerId = recent.upgrades.find(({ id }) => id === result.resultId)?.playerId ?? "";
    expect(playerId).not.toBe("");
  }).toPass();
  return { upgrade: result.resultId, playerId };
}

type Rooms = readonly { readonly id: string }[];
const isRooms = (answer: Rooms | { readonly rooms: Rooms }): answer is Rooms => Array.isArray(answer);

/** Where the open rooms of a kind are listed, unless it is `/api/<kind>/rooms`. */
const LISTS: Partial<Readonly<Record<ScreenKind, string>>> = {
  wish: "/api/wish/list?status=open&current=1&size=1",
  roll: "/api/roll/room/home/list",
};

/** The lobbies open their first rooms in the seconds after the start; a battle is opened by players only. */
async function firstRooms(request: APIRequestContext, battle: string): Promise<Record<ScreenKind, string>> {
  const found: Partial<Record<ScreenKind, string>> = { battle };
  await expect(async () => {
    for (const kind of SCREEN_KINDS) {
      if (found[kind]) continue;
      const answer = await get<Rooms | { rooms: Rooms }>(request, "", LISTS[kind] ?? `/api/${kind}/rooms`);
      const [first] = isRooms(answer) ? answer : answer.rooms;
      if (!first) throw new Error(`no open room of ${kind}`);
      found[kind] = first.id;
    }
  }).toPass();
  return found as Record<ScreenKind, string>;
}

/** A room that is being written and one that a player has joined, with its address for a browser source. */
async function studio(request: APIRequestContext, streamer: string, guest: string) {
  const make = async (joinType: string) => {
    const setup = {
      name: "Axe",
      description: "Sweep",
      joinType,
      gemsCents: [100],
      openAtMs: Date.now() + 3_600_000,
    };
    return (await post<{ rollId: string }>(request, streamer, "/api/studio/roll/create", setup)).rollId;
  };
  const [draft, live] = [await make("roll_join_once_password"), await make("roll_join_open")];
  await post(request, streamer, `/api/studio/roll/${live}/publish`);
  await post(request, guest, "/api/roll/room/join/room", { roomId: live, spreadCode: "", vcode: "" });
  const { token } = await get<{ token: string }>(request, streamer, `/api/roll/room/${live}`);
  return { draft, live, overlay: `/overlay/roll/${live}#${token}` };
}

/** The streamer's rooms stand in the public lobby. */
export async function tidyUp(request: APIRequestContext, { tokens, draft, live }: Made): Promise<void> {
  for (const roll of [draft, live]) await post(request, tokens.streamer, `/api/studio/roll/${roll}/cancel`);
}
