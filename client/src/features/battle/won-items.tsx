import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BattleMode, BattleSnapshot, Settled, Won } from "../../protocol/gen.ts";
import { useItems } from "../../state/catalog.ts";
import { Button } from "../../ui/button.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import s from "./result.module.css";
import { useRoom } from "./room-store.ts";
import { drawnValues, seatsOf } from "./seats.ts";

/** A long battle wins dozens: so many are shown before the player asks for the others. */
const SHOWN = 12;

/** Modes in which the highest total does not simply take everything: without its rule the outcome looks wrong. */
const RULED: ReadonlySet<BattleMode> = new Set(["inverse", "terminal", "teams"]);

interface WonItemsProps {
  readonly room: BattleSnapshot;
  readonly result: Settled;
  readonly mySeat: number;
}

/** Open while they are news: to a viewer who saw the battle run, and to the player who won them. */
export function WonItems({ room, result, mySeat }: WonItemsProps) {
  const { t } = useTranslation("battle");
  const live = useRoom((store) => store.room.awaited);
  const seats = seatsOf(room.card);
  const takers = result.won.filter((won) => won.defs.length > 0);
  const ruled = RULED.has(room.card.mode);
  if (takers.length === 0) return ruled ? <p className={s.rule}>{t(`explain.${room.card.mode}`)}</p> : null;
  return (
    <details className={s.items} open={live || takers.some((won) => won.seat === mySeat)}>
      <summary>{t("result.items")}</summary>
      {ruled && <p className={s.rule}>{t(`explain.${room.card.mode}`)}</p>}
      {takers.map((won) => (
        <div key={won.seat}>
          {takers.length > 1 && <h3>{seats[won.seat]?.name}</h3>}
          <Haul won={won} values={drawnValues(room)} />
        </div>
      ))}
    </details>
  );
}

/** The dearest first. */
function Haul({ won, values }: { won: Won; values: ReadonlyMap<number, number> }) {
  const { t } = useTranslation("battle");
  const item = useItems();
  const [all, setAll] = useState(false);
  const worth = (def: number): number => values.get(def) ?? 0;
  const defs = won.defs.toSorted((a, b) => worth(b) - worth(a));
  return (
    <>
      <ul>
        {defs.slice(0, all ? undefined : SHOWN).map((def, i) => {
          const view = item(def);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be won twice
            <li key={`${def}-${i}`}>{view && <ItemCard item={view} cents={worth(def)} />}</li>
          );
        })}
      </ul>
      {defs.length > SHOWN && !all && (
        <Button kind="plain" onClick={() => setAll(true)}>
          {t("result.allItems", { n: defs.length })}
        </Button>
      )}
    </>
  );
}
