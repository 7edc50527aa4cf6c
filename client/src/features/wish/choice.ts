/**
 * Which bottles a player may take: the player's choice, a quick pick, and the share that is the most of one player.
 * Pure.
 */
import type { WishSnapshot } from "../../protocol/gen.ts";
import type { Pay } from "./api.ts";
import { statusOf } from "./room-state.ts";

/** A room is paid for with wish cards or with gems. */
export const payOf = ({ cardNum }: { readonly cardNum: number }): Pay => (cardNum > 0 ? "cards" : "gems");

export const ownBottles = (room: WishSnapshot, me: string | undefined): readonly number[] =>
  me === undefined ? [] : room.bottles.filter(({ playerId }) => playerId === me).map(({ number }) => number);

/** How many bottles the player may still take now. */
export function allowance(room: WishSnapshot, me: string | undefined): number {
  const { card: summary } = room;
  if (statusOf(summary) !== "open") return 0;
  const free = summary.bottles - room.bottles.length;
  return Math.max(0, Math.min(free, summary.most - ownBottles(room, me).length));
}

/** What of a choice can still be had: bottles that others took meanwhile fall out, and so does what is too much. */
export function stillFree(room: WishSnapshot, me: string | undefined, chosen: readonly number[]): readonly number[] {
  const taken = new Set(room.bottles.map(({ number }) => number));
  return chosen.filter((number) => !taken.has(number)).slice(0, allowance(room, me));
}

/** Chooses a bottle or lets it go. One too many is refused: the same list comes back. */
export function toggled(chosen: readonly number[], number: number, most: number): readonly number[] {
  if (chosen.includes(number)) return chosen.filter((n) => n !== number);
  return chosen.length >= most ? chosen : [...chosen, number].sort((a, b) => a - b);
}

export interface Owner {
  readonly playerId: string;
  readonly name: string;
  readonly avatar: string;
  readonly bot: boolean;
  readonly numbers: readonly number[];
}

/** Who took what: most bottles first, then who has the first of them. */
export function owners(room: WishSnapshot): readonly Owner[] {
  const all = new Map<string, Owner>();
  for (const { number, ...who } of room.bottles) {
    const known = all.get(who.playerId);
    all.set(who.playerId, { ...who, numbers: [...(known?.numbers ?? []), number] });
  }
  return [...all.values()].sort(
    (a, b) => b.numbers.length - a.numbers.length || (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0),
  );
}

/**
 * Where an arrow leads in a grid of so many columns. Null: the key is not one that moves, or there is nothing there.
 */
export function moved(at: number, key: string, count: number, columns: number): number | null {
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || to < 0 || to >= count ? null : to;
}
