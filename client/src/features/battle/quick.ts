/**
 * A battle at once: the seat that is free longest, or a small battle of one's own whose free seat a bot takes as soon
 * as it may (docs/rules.md, "Battles").
 */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { BattleSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { requireLogin } from "../../state/session.ts";
import { createBattle, joinBattle } from "./api.ts";
import { freeSeats, seatOf } from "./seats.ts";
import { emptyDraft } from "./setup.ts";

/** Rounds of the cheapest box; fewer where the balance does not reach. */
const ROUNDS = 3;

export type Quick =
  | { readonly join: BattleSummary; readonly entryCents: number }
  | { readonly boxes: readonly number[]; readonly entryCents: number };

/** What a router's state says of a room that was begun this way. */
export interface QuickState {
  readonly quick: true;
}
const STATE: QuickState = { quick: true };
export const isQuick = (state: unknown): boolean =>
  typeof state === "object" && state !== null && (state as Partial<QuickState>).quick === true;

interface Priced {
  readonly id: number;
  readonly priceCents: number;
}

/**
 * Waiting players are joined first, the oldest of those that cost no more than a battle of one's own would. Null while
 * there is no box to begin one with.
 */
export function quickOf(
  open: Iterable<BattleSummary>,
  boxes: readonly Priced[],
  gemsCents: number,
  me: string | undefined,
): Quick | null {
  const [cheapest] = boxes.filter(({ priceCents }) => priceCents > 0).sort((a, b) => a.priceCents - b.priceCents);
  if (!cheapest) return null;
  const rounds = Math.max(1, Math.min(ROUNDS, Math.floor(gemsCents / cheapest.priceCents)));
  const entryCents = rounds * cheapest.priceCents;
  const [waits] = [...open]
    .filter((room) => room.status === "waiting" && !room.private && freeSeats(room) > 0)
    .filter((room) => room.entryCents <= ROUNDS * cheapest.priceCents && seatOf(room, me) < 0)
    .sort((a, b) => freeSeats(a) - freeSeats(b) || a.atMs - b.atMs);
  if (waits) return { join: waits, entryCents: waits.entryCents };
  return { boxes: new Array<number>(rounds).fill(cheapest.id), entryCents };
}

export function useQuick() {
  const navigate = useNavigate();
  const intent = useIntent();
  const call = useMutation({
    mutationFn: async (quick: Quick): Promise<string> => {
      if ("join" in quick) {
        const { id } = quick.join;
        await intent.run([id, quick.entryCents], (key) => joinBattle(id, -1, "", quick.entryCents, "", key));
        return paths.battle(id);
      }
      const { seats, mode } = emptyDraft;
      const setup = { boxes: quick.boxes, seats, mode, private: false, priceCents: quick.entryCents };
      const { battleId, code } = await intent.run(setup, (key) => createBattle(setup, key));
      return paths.battle(battleId, code || undefined);
    },
    onSuccess: (address) => navigate(address, { state: STATE }),
    onError: reportError,
  });
  return { busy: call.isPending, start: (quick: Quick) => requireLogin() && call.mutate(quick) };
}
