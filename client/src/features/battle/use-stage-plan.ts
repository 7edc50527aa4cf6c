import { useMemo, useRef } from "react";
import type { BattleSnapshot } from "../../protocol/gen.ts";
import type { ColumnsPlan } from "../../stage/scenes/columns.ts";
import { useCatalog } from "../../state/catalog.ts";
import { useBattleBoxes } from "./boxes.ts";
import { columnsPlan, type StripMemory } from "./plan.ts";

/** What the stage shows of a room; null until odds and catalogue are there. */
export function useStagePlan(room: BattleSnapshot, earSeat: number): ColumnsPlan | null {
  const boxOf = useBattleBoxes(room.card.boxes);
  const items = useCatalog((state) => state.items);
  const memory = useRef<StripMemory>(new Map());
  const { card: summary, rounds, roundMs } = room;
  const { id, seatCount, mode, boxes } = summary;
  // Only what the reels depend on: a spectator coming or going builds nothing.
  return useMemo(
    () =>
      columnsPlan(
        { id, seatCount, mode, boxes, roundMs, rounds },
        boxOf,
        (def) => items.get(def),
        Math.max(0, earSeat),
        memory.current,
      ),
    [id, seatCount, mode, boxes, roundMs, rounds, boxOf, items, earSeat],
  );
}
