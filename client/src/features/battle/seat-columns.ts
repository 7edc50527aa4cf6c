/** From a room and the moment on screen to the columns of the arena. Pure. */
import type { BattleSnapshot, BattleStatus, Settled } from "../../protocol/gen.ts";
import type { Landed, SeatColumnProps, SeatOutcome } from "./seat-view.ts";
import { bestDef, drawnDefs, isFree, seatsOf, wonCents } from "./seats.ts";
import { type Standing, standingsOf } from "./standing.ts";
import type { BattleView } from "./use-battle-view.ts";

interface ColumnsRequest {
  readonly room: BattleSnapshot;
  /** What is on screen, which may lag behind what the server has settled. */
  readonly status: BattleStatus;
  readonly view: BattleView | null;
  readonly mySeat: number;
  readonly me: string | undefined;
  readonly join: { readonly busy: boolean; readonly join: (seat: number) => void };
  readonly bots: { readonly busy: boolean; readonly add: (seat: number) => void };
  readonly canAddBots: boolean;
  /** Bit s: seat s has just taken the lead. */
  readonly risen: number;
}

const FIRST: Standing = { place: 0, behindCents: null };

export function columnsOf(request: ColumnsRequest): SeatColumnProps[] {
  const { room, status, view, mySeat, me, join, bots } = request;
  const { card: summary, result } = room;
  const waiting = status === "waiting";
  const over = status === "finished" && result !== null;
  const standings = standingsOf(view?.points ?? seatsOf(summary).map(() => 0), view?.leaders ?? 0, summary.mode);
  const isHost = me !== undefined && me === room.hostId;
  return seatsOf(summary).map((seat) => {
    const n = seat.seat;
    const open = waiting && isFree(seat);
    return {
      seat,
      teams: summary.mode === "teams",
      leads: over ? result.winners.includes(n) && summary.mode !== "share" : (((view?.leaders ?? 0) >> n) & 1) === 1,
      rises: ((request.risen >> n) & 1) === 1,
      standing: standings[n] ?? FIRST,
      isMe: n === mySeat,
      isHost: seat.playerId !== "" && seat.playerId === room.hostId,
      taking: waiting,
      totalCents: status === "running" || over ? (view?.totals[n] ?? 0) : null,
      defs: drawnDefs(room, n, view?.shown[n] ?? 0),
      landed: status === "running" && view ? landedOf(room, n, view) : null,
      outcome: over ? outcomeOf(room, result, n) : null,
      onJoin: open && mySeat < 0 ? () => join.join(n) : undefined,
      onBot: open && isHost && request.canAddBots ? () => bots.add(n) : undefined,
      busy: join.busy || bots.busy,
    };
  });
}

function outcomeOf(room: BattleSnapshot, result: Settled, seat: number): SeatOutcome {
  return { winner: result.winners.includes(seat), cents: wonCents(room, result, seat), best: bestDef(room, seat) };
}

function landedOf(room: BattleSnapshot, seat: number, view: BattleView): Landed | null {
  if (view.phase !== "round" || view.shown[seat] !== view.round + 1) return null;
  const drawn = room.rounds.find(({ index }) => index === view.round)?.results.find((x) => x.seat === seat);
  return drawn ? { def: drawn.def, cents: drawn.valueCents } : null;
}
