/** From a room and the published odds to what the stage shows. Pure; unchanged strips keep their identity. */
import type { BattleMode, BattleSnapshot, Round } from "../../protocol/gen.ts";
import { type BattlePlan, battleSpinMs } from "../../stage/battle-time.ts";
import type { ReelEntry } from "../../stage/item-sheet.ts";
import { REEL_SETTLE_MS } from "../../stage/reel-time.ts";
import type { ColumnsPlan } from "../../stage/scenes/columns.ts";
import { buildStrip, reelPlanFor } from "../../stage/strip.ts";

export interface BattleBox {
  readonly id: number;
  readonly priceCents: number;
  /** Entries with published tickets whose items the catalogue knows. */
  readonly odds: readonly { readonly def: number; readonly tickets: number }[];
}

/** The part of a room that its reels depend on. */
export interface BattleCourse {
  readonly id: string;
  readonly seatCount: number;
  readonly mode: BattleMode;
  readonly boxes: readonly number[];
  readonly roundMs: number;
  readonly rounds: readonly Round[];
}

export const courseOf = (room: BattleSnapshot): BattleCourse => ({
  id: room.card.id,
  seatCount: room.card.seatCount,
  mode: room.card.mode,
  boxes: room.card.boxes,
  roundMs: room.roundMs,
  rounds: room.rounds,
});

/** cents[round][seat]; undefined while a round is not revealed. */
export function revealedValues(course: BattleCourse): (readonly number[] | undefined)[] {
  const values = new Array<readonly number[] | undefined>(course.boxes.length).fill(undefined);
  for (const { index, results } of course.rounds) {
    const row = new Array<number>(course.seatCount).fill(0);
    for (const result of results) row[result.seat] = result.valueCents;
    if (index < values.length) values[index] = row;
  }
  return values;
}

/** The id a strip is seeded with. */
const stripId = (course: BattleCourse, round: number, seat: number): string => `battle-${course.id}:${round}:${seat}`;

export function battlePlan(course: BattleCourse): BattlePlan {
  const { boxes, seatCount, mode, roundMs } = course;
  const reels = boxes.map((_, round) =>
    Array.from({ length: seatCount }, (_, seat) =>
      reelPlanFor(stripId(course, round, seat), battleSpinMs(round, boxes.length, seat), REEL_SETTLE_MS),
    ),
  );
  return { seats: seatCount, rounds: boxes.length, roundMs, mode, values: revealedValues(course), reels };
}

/** Remembers strips, so that a new event rebuilds only what it changed. */
export type StripMemory = Map<string, readonly ReelEntry[]>;

/** Null until every box of the battle is known. */
export function columnsPlan(
  course: BattleCourse,
  boxOf: (id: number) => BattleBox | undefined,
  item: (def: number) => ReelEntry | undefined,
  earSeat: number,
  memory: StripMemory,
): ColumnsPlan | null {
  const boxes = course.boxes.map(boxOf);
  if (!boxes.every((box): box is BattleBox => box !== undefined && box.odds.length > 0)) return null;
  const defOf = new Map(course.rounds.flatMap((r) => r.results.map((x) => [`${r.index}:${x.seat}`, x.def] as const)));
  const strips = boxes.map((box, round) =>
    Array.from({ length: course.seatCount }, (_, seat) => {
      const resultDef = defOf.get(`${round}:${seat}`);
      const resultId = stripId(course, round, seat);
      return remembered(memory, `${resultId}=${resultDef ?? ""}`, () =>
        buildStrip({ resultId, odds: box.odds, resultDef }).flatMap((def) => item(def) ?? []),
      );
    }),
  );
  const sheets = boxes.map((box) => ({
    key: String(box.id),
    entries: remembered(memory, `box ${box.id}`, () => box.odds.flatMap((o) => item(o.def) ?? [])),
  }));
  return {
    battle: battlePlan(course),
    strips,
    sheets,
    stakes: boxes.map((box) => box.priceCents),
    earSeat,
    fit: "battle",
  };
}

function remembered(memory: StripMemory, key: string, make: () => readonly ReelEntry[]): readonly ReelEntry[] {
  const known = memory.get(key);
  if (known) return known;
  const made = make();
  memory.set(key, made);
  return made;
}
