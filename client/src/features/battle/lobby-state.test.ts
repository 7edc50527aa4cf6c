import { describe, expect, it } from "vitest";
import type { BattleSummary, LobbyEvent } from "../../protocol/gen.ts";
import { card } from "./fixtures.ts";
import { anyBattle, applyLobby, emptyLobby, lobbyOrder, matches } from "./lobby-state.ts";

const all = (...battles: BattleSummary[]): LobbyEvent => ({
  type: 300,
  name: "lobbySnapshot",
  snapshot: true,
  body: { battles },
});
const listed = (body: BattleSummary): LobbyEvent => ({ type: 301, name: "battleSummary", snapshot: false, body });
const gone = (id: string): LobbyEvent => ({ type: 302, name: "battleGone", snapshot: false, body: { id } });
const open = applyLobby(emptyLobby, all(card({ id: "1" }), card({ id: "2" })));

describe("applyLobby", () => {
  it("lists, changes and removes battles", () => {
    let state = applyLobby(open, listed(card({ id: "3" })));
    state = applyLobby(state, listed(card({ id: "1", status: "running" })));
    state = applyLobby(state, gone("2"));
    expect([...state.cards.values()].map((c) => [c.id, c.status])).toEqual([
      ["1", "running"],
      ["3", "waiting"],
    ]);
    expect(open.cards.size).toBe(2);
  });

  it("starts again with a snapshot", () => {
    expect([...applyLobby(open, all(card({ id: "4" }))).cards.keys()]).toEqual(["4"]);
  });
});

describe("the lobby", () => {
  it("filters by mode, seats and entry", () => {
    const c = card({ mode: "teams", seatCount: 4, entryCents: 5000 });
    expect(matches(anyBattle, c)).toBe(true);
    expect(matches({ ...anyBattle, mode: "teams", seats: 4, minCents: 5000, maxCents: 5001 }, c)).toBe(true);
    expect(matches({ ...anyBattle, mode: "normal" }, c)).toBe(false);
    expect(matches({ ...anyBattle, seats: 2 }, c)).toBe(false);
    expect(matches({ ...anyBattle, minCents: 5001 }, c)).toBe(false);
    expect(matches({ ...anyBattle, maxCents: 5000 }, c)).toBe(false);
  });

  it("puts what can be joined first", () => {
    const order = lobbyOrder([
      card({ id: "1", status: "running", entryCents: 900 }),
      card({ id: "2", entryCents: 100 }),
      card({ id: "3", entryCents: 500 }),
    ]);
    expect(order.map((c) => c.id)).toEqual(["3", "2", "1"]);
  });
});
