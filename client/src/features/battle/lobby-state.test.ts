import { describe, expect, it } from "vitest";
import type { BattleSummary, LobbyEvent } from "../../protocol/gen.ts";
import { summary } from "./fixtures.ts";
import { anyBattle, applyLobby, emptyLobby, lobbyOrder, matches } from "./lobby-state.ts";

const all = (...battles: BattleSummary[]): LobbyEvent => ({
  type: 300,
  name: "lobbySnapshot",
  snapshot: true,
  body: { battles },
});
const listed = (body: BattleSummary): LobbyEvent => ({ type: 301, name: "battleSummary", snapshot: false, body });
const gone = (id: string): LobbyEvent => ({ type: 302, name: "battleGone", snapshot: false, body: { id } });
const open = applyLobby(emptyLobby, all(summary({ id: "1" }), summary({ id: "2" })));

describe("applyLobby", () => {
  it("lists, changes and removes battles", () => {
    let state = applyLobby(open, listed(summary({ id: "3" })));
    state = applyLobby(state, listed(summary({ id: "1", status: "running" })));
    state = applyLobby(state, gone("2"));
    expect([...state.summaries.values()].map((c) => [c.id, c.status])).toEqual([
      ["1", "running"],
      ["3", "waiting"],
    ]);
    expect(open.summaries.size).toBe(2);
  });

  it("starts again with a snapshot", () => {
    expect([...applyLobby(open, all(summary({ id: "4" }))).summaries.keys()]).toEqual(["4"]);
  });
});

describe("the lobby", () => {
  it("filters by mode, seats and entry", () => {
    const c = summary({ mode: "teams", seatCount: 4, entryCents: 5000 });
    expect(matches(anyBattle, c)).toBe(true);
    expect(matches({ ...anyBattle, mode: "teams", seats: 4, minCents: 5000, maxCents: 5001 }, c)).toBe(true);
    expect(matches({ ...anyBattle, mode: "normal" }, c)).toBe(false);
    expect(matches({ ...anyBattle, seats: 2 }, c)).toBe(false);
    expect(matches({ ...anyBattle, minCents: 5001 }, c)).toBe(false);
    expect(matches({ ...anyBattle, maxCents: 5000 }, c)).toBe(false);
  });

  it("puts what can be joined first", () => {
    const order = lobbyOrder([
      summary({ id: "1", status: "running", entryCents: 900 }),
      summary({ id: "2", entryCents: 100 }),
      summary({ id: "3", entryCents: 500 }),
    ]);
    expect(order.map((c) => c.id)).toEqual(["3", "2", "1"]);
  });
});
