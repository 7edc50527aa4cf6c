import { describe, expect, it } from "vitest";
import type { BattleCard, LobbyEvent } from "../../protocol/gen.ts";
import { card } from "./fixtures.ts";
import { anyBattle, applyLobby, emptyLobby, hallOrder, matches } from "./lobby-state.ts";

const all = (...battles: BattleCard[]): LobbyEvent => ({
  type: 300,
  name: "lobbySnapshot",
  snapshot: true,
  body: { battles },
});
const listed = (body: BattleCard): LobbyEvent => ({ type: 301, name: "battleCard", snapshot: false, body });
const gone = (id: string): LobbyEvent => ({ type: 302, name: "battleGone", snapshot: false, body: { id } });
const at = (offset: number, epoch = 1) => ({ epoch, offset });
const open = applyLobby(emptyLobby, at(5), all(card({ id: "1" }), card({ id: "2" })));

describe("applyLobby", () => {
  it("lists, changes and removes battles", () => {
    let state = applyLobby(open, at(6), listed(card({ id: "3" })));
    state = applyLobby(state, at(7), listed(card({ id: "1", status: "running" })));
    state = applyLobby(state, at(8), gone("2"));
    expect([...state.cards.values()].map((c) => [c.id, c.status])).toEqual([
      ["1", "running"],
      ["3", "waiting"],
    ]);
    expect(open.cards.size).toBe(2);
  });

  it("drops duplicates and older epochs, and stops at a gap", () => {
    expect(applyLobby(open, at(5), gone("1"))).toBe(open);
    expect(applyLobby(open, at(9, 0), gone("1"))).toBe(open);
    const gap = applyLobby(open, at(8), gone("1"));
    expect(gap.gap).toBe(true);
    expect(gap.cards.size).toBe(2);
    expect(applyLobby(gap, at(9), all(card({ id: "4" })))).toMatchObject({ gap: false, offset: 9 });
  });

  it("starts again with the snapshot of a new epoch, however small its offset", () => {
    expect(applyLobby(open, at(0, 2), all()).cards.size).toBe(0);
  });
});

describe("the hall", () => {
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
    const order = hallOrder([
      card({ id: "1", status: "running", entryCents: 900 }),
      card({ id: "2", entryCents: 100 }),
      card({ id: "3", entryCents: 500 }),
    ]);
    expect(order.map((c) => c.id)).toEqual(["3", "2", "1"]);
  });
});
