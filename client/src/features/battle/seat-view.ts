/** What the arena shows of one seat, and what can be done there. */
import type { Seat } from "../../protocol/gen.ts";
import type { Standing } from "./standing.ts";

export interface SeatOutcome {
  readonly winner: boolean;
  /** What the seat takes home, in cents. */
  readonly cents: number;
  /** The dearest item it drew. */
  readonly best: number | undefined;
}

export interface Landed {
  readonly def: number;
  readonly cents: number;
}

export interface SeatColumnProps {
  readonly seat: Seat;
  readonly teams: boolean;
  readonly leads: boolean;
  /** It has just taken the lead. */
  readonly rises: boolean;
  readonly standing: Standing;
  readonly isMe: boolean;
  readonly isHost: boolean;
  /** Seats are still being taken. */
  readonly taking: boolean;
  /** Null before the first round. */
  readonly totalCents: number | null;
  /** By round; undefined where nothing is revealed. */
  readonly defs: readonly (number | undefined)[];
  /** What it has just drawn: while the others still turn, and until the next round. */
  readonly landed: Landed | null;
  readonly outcome: SeatOutcome | null;
  /** Given while the seat can be taken. */
  readonly onJoin: (() => void) | undefined;
  readonly onBot: (() => void) | undefined;
  readonly busy: boolean;
}
