/** Every bottle of a room: free ones can be chosen, by pointer or by keys; the light of the draw runs over them. */
import { type KeyboardEvent, memo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WishBottle, WishSnapshot } from "../../protocol/gen.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import s from "./bottles.module.css";
import { moved } from "./choice.ts";
import { useLight } from "./draw.ts";
import { Bottle, GlassParts } from "./glass.tsx";

interface BottlesProps {
  readonly room: WishSnapshot;
  readonly me: string | undefined;
  readonly chosen: readonly number[];
  /** Null when there is nothing to choose any more. */
  readonly onToggle: ((number: number) => void) | null;
  readonly drawing: boolean;
}

export function Bottles({ room, me, chosen, onToggle, drawing }: BottlesProps) {
  const { t } = useTranslation("wish");
  const grid = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  useLight(grid, room, drawing);
  const count = room.card.bottles;
  const taken = new Map(room.bottles.map((bottle) => [bottle.number, bottle]));
  const winner = drawing ? undefined : room.drawn?.bottle.number;

  const onKeyDown = (event: KeyboardEvent) => {
    const list = grid.current;
    if (!list) return;
    const to = moved(at, event.key, count, columnsOf(list));
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    list.children[to]?.querySelector("button")?.focus();
  };

  return (
    <>
      <GlassParts />
      <ul
        ref={grid}
        className={cx(s.grid, count > 60 && s.many, drawing && s.drawing)}
        aria-label={t("bottles.label")}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: count }, (_, i) => {
          const number = i + 1;
          const bottle = taken.get(number);
          return (
            <Cell
              key={number}
              number={number}
              bottle={bottle}
              mine={bottle !== undefined && bottle.playerId === me}
              won={number === winner}
              chosen={chosen.includes(number)}
              onToggle={onToggle}
              current={i === at}
              onFocus={setAt}
            />
          );
        })}
      </ul>
    </>
  );
}

/** How many stand in the first row, as laid out. */
function columnsOf(list: HTMLElement): number {
  const top = (list.firstElementChild as HTMLElement | null)?.offsetTop;
  const below = [...list.children].findIndex((child) => (child as HTMLElement).offsetTop !== top);
  return below < 0 ? list.children.length : below;
}

interface CellProps {
  readonly number: number;
  readonly bottle: WishBottle | undefined;
  readonly mine: boolean;
  readonly won: boolean;
  readonly chosen: boolean;
  readonly onToggle: ((number: number) => void) | null;
  readonly current: boolean;
  readonly onFocus: (index: number) => void;
}

/** One that is taken can be reached, too: it says whose it is. */
const Cell = memo(function Cell({ number, bottle, mine, won, chosen, onToggle, current, onFocus }: CellProps) {
  const { t } = useTranslation("wish");
  const free = bottle === undefined;
  const state = won ? "won" : mine ? "mine" : bottle ? "taken" : chosen ? "chosen" : "free";
  const label = { n: number, name: bottle?.name ?? "" };
  return (
    <li>
      <button
        type="button"
        className={s.cell}
        data-state={state}
        data-number={number}
        data-mine={mine || undefined}
        tabIndex={current ? 0 : -1}
        aria-pressed={free && onToggle ? chosen : undefined}
        aria-disabled={!free || !onToggle || undefined}
        aria-label={t(`bottles.${state === "chosen" ? "free" : state}`, label)}
        title={bottle?.name}
        onFocus={() => onFocus(number - 1)}
        onClick={() => free && onToggle?.(number)}
      >
        <Bottle className={s.bottle} />
        {bottle && <Avatar src={bottle.avatar} size={30} className={s.face} />}
        <span className={s.number}>{number}</span>
      </button>
    </li>
  );
});
