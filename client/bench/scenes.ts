/** What the stage is measured and drawn with: items, boxes and a battle of the demo catalogue, with the shipped art. */
import catalog from "../../server/demo/catalog.json";
import { BATTLE_SPIN_MS, BATTLE_STAGGER_MS, type BattlePlan } from "../src/stage/battle-time.ts";
import type { ReelEntry } from "../src/stage/item-sheet.ts";
import type { ColumnsPlan } from "../src/stage/scenes/columns.ts";
import { REEL_SETTLE_MS } from "../src/stage/reel-time.ts";
import { buildStrip, reelPlanFor } from "../src/stage/strip.ts";

const items = new Map<number, ReelEntry>(catalog.items.map((i) => [i.id, i]));
export const entry = (def: number): ReelEntry => {
  const found = items.get(def);
  if (!found) throw new Error(`item ${def}`);
  return found;
};
export const boxes = catalog.boxes.slice(-5).map((box) => ({
  key: String(box.id),
  price: box.priceCents,
  odds: box.entries.map((e) => ({ def: e.item, tickets: e.weight })),
  entries: box.entries.map((e) => entry(e.item)),
}));

export function strip(box: (typeof boxes)[number], id: string, place: number): ReelEntry[] {
  const resultDef = box.odds[place % box.odds.length]?.def;
  return buildStrip({ resultId: id, odds: box.odds, resultDef }).map(entry);
}

export function battlePlan(seats: number): ColumnsPlan {
  const rounds = boxes.map((box, r) => Array.from({ length: seats }, (_, s) => strip(box, `b:${r}:${s}`, r * 5 + s * 3)));
  const reels = rounds.map((row, r) =>
    row.map((_, s) => reelPlanFor(`b:${r}:${s}`, BATTLE_SPIN_MS + s * BATTLE_STAGGER_MS, REEL_SETTLE_MS)),
  );
  const battle: BattlePlan = {
    seats,
    rounds: rounds.length,
    roundMs: 5000,
    mode: "normal",
    values: rounds.map((row) => row.map((_, s) => 1000 * (s + 1))),
    reels,
  };
  return { battle, strips: rounds, sheets: boxes, stakes: boxes.map(() => 1500), earSeat: 0 };
}
