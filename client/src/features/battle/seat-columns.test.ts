import { describe, expect, it, vi } from "vitest";
import type { BattleSnapshot, BattleStatus, Settled } from "../../protocol/gen.ts";
import { round, seat, snapshot, summary } from "./fixtures.ts";
import { battlePlan, courseOf } from "./plan.ts";
import { columnsOf } from "./seat-columns.ts";
import { battleView } from "./use-battle-view.ts";

const settled: Settled = {
  totals: [300, 900],
  winners: [1],
  tieBroken: false,
  potCents: 1200,
  won: [
    { seat: 0, items: [], defs: [], paidCents: 1 },
    { seat: 1, items: ["5", "6"], defs: [1, 2], paidCents: 0 },
  ],
  key: "",
  resultId: "battle-7",
  settledAtMs: 1,
};
const full = summary({ status: "running", seats: [seat(0, "1001"), { ...seat(1, "9"), bot: true }] });
const rounds = [round(0, [100, 500]), round(1, [200, 400])];

function columns(room: BattleSnapshot, status: BattleStatus, tMs: number, me?: string) {
  const join = vi.fn();
  const add = vi.fn();
  const list = columnsOf({
    room,
    status,
    view: battleView(battlePlan(courseOf(room)), tMs, false),
    mySeat: room.card.seats.find((s) => s.playerId !== "" && s.playerId === me)?.seat ?? -1,
    me,
    join: { busy: false, join },
    bots: { busy: false, add },
    canAddBots: true,
    risen: 0,
  });
  return { list, join, add };
}

describe("columnsOf a waiting room", () => {
  it("lets a visitor and a player without a seat join free seats only", () => {
    for (const me of [undefined, "2002"]) {
      const { list, join } = columns(snapshot(), "waiting", -1, me);
      expect(list.map((c) => c.onJoin !== undefined)).toEqual([false, true]);
      list[1]?.onJoin?.();
      expect(join).toHaveBeenCalledExactlyOnceWith(1);
      expect(list[1]?.onBot).toBeUndefined();
    }
  });

  it("lets nobody take a second seat, and only the host call bots", () => {
    const { list, add } = columns(snapshot(), "waiting", -1, "1001");
    expect(list.map((c) => [c.onJoin, c.onBot !== undefined])).toEqual([
      [undefined, false],
      [undefined, true],
    ]);
    list[1]?.onBot?.();
    expect(add).toHaveBeenCalledExactlyOnceWith(1);
  });
});

describe("columnsOf a running room", () => {
  const room = snapshot({ card: full, rounds, startedAtMs: 1, result: settled });

  it("gives away neither draws nor outcome that are not on screen yet, even when the server has settled", () => {
    const { list } = columns(room, "running", 5100);
    expect(list.map((c) => [c.totalCents, c.defs, c.outcome])).toEqual([
      [100, [1, undefined], null],
      [500, [2, undefined], null],
    ]);
    expect(list.every((c) => !c.taking && c.onJoin === undefined && c.onBot === undefined)).toBe(true);
  });

  it("shows at the end who takes what", () => {
    const { list } = columns(room, "finished", 99_999);
    expect(list.map((c) => c.outcome)).toEqual([
      { winner: false, cents: 1, best: 1 },
      { winner: true, cents: 600, best: 2 },
    ]);
    expect(list.map((c) => c.leads)).toEqual([false, true]);
  });
});
