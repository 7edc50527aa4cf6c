/** Makes what the table of routes (routes.ts) needs to have something to show, by calls. */
import { type APIRequestContext, expect } from "@playwright/test";
import { upgradeRateE8 } from "../src/fairness/upgrade-rate.ts";
import { ROOM_KINDS, type RoomKind } from "../src/routes/kinds.ts";
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
    battle: await battleOf(request, [account], { rounds: 2, seats: 3 }),
    ...(await upgraded(request, account.token, results[0])),
    ...(await firstRooms(request)),
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

/** The lobbies open their first rooms in the seconds after the start. */
async function firstRooms(request: APIRequestContext) {
  const rooms: Partial<Record<RoomKind, string>> = {};
  let found = { wish: "", roll: "", luckycard: "" };
  await expect(async () => {
    const { rooms } = await get<{ rooms: { id: string }[] }>(
      request,
      "",
      "/api/wish/list?status=open&current=1&size=1",
    );
    const rolls = await get<{ id: string }[]>(request, "", "/api/roll/room/home/list");
    const decks = await get<{ id: string }[]>(request, "", "/api/luckycard/rooms");
    found = { wish: rooms[0]?.id ?? "", roll: rolls[0]?.id ?? "", luckycard: decks[0]?.id ?? "" };
    for (const kind of ROOM_KINDS) {
      const [first] = await get<{ id: string }[]>(request, "", `/api/${kind}/rooms`);
      expect(first, kind).toBeDefined();
      Object.assign(rooms, { [kind]: first?.id });
    }
    expect(Object.values(found)).not.toContain("");
  }).toPass();
  return { ...found, rooms: rooms as Record<RoomKind, string> };
}

/** A room that is being written and one that somebody has joined, with its address for a browser source. */
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

/** The streamer's rooms stand in everybody's lobby. */
export async function tidyUp(request: APIRequestContext, { tokens, draft, live }: Made): Promise<void> {
  for (const roll of [draft, live]) await post(request, tokens.streamer, `/api/studio/roll/${roll}/cancel`);
}
