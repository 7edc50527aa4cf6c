/**
 * What a player may do in a room. Every answer goes through the store; every refusal is told. Each button is one intent:
 * clicked twice, or again after a lost answer, it still has one effect.
 */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { limits } from "../../protocol/gen.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { addBots, battleAgain, joinBattle, leaveBattle, type Sold, sellItems } from "./api.ts";
import { takeAnswer } from "./room-store.ts";

const ANY_SEAT = -1;
const told = { onSuccess: takeAnswer, onError: reportError };

export function useJoin(id: string, code: string, entryCents: number) {
  const intent = useIntent();
  const join = useMutation({
    mutationFn: (seat: number) =>
      intent.run([id, seat, entryCents], (key) => joinBattle(id, seat, code, entryCents, key)),
    ...told,
  });
  return { busy: join.isPending, join: (seat: number) => requireLogin() && join.mutate(seat) };
}

export function useLeave(id: string) {
  const intent = useIntent();
  const leave = useMutation({ mutationFn: () => intent.run(id, (key) => leaveBattle(id, key)), ...told });
  return { busy: leave.isPending, leave: () => leave.mutate() };
}

export function useBots(id: string) {
  const intent = useIntent();
  const bots = useMutation({
    mutationFn: (seat: number) => intent.run([id, seat], (key) => addBots(id, seat, key)),
    ...told,
  });
  return { busy: bots.isPending, add: (seat: number) => bots.mutate(seat), fill: () => bots.mutate(ANY_SEAT) };
}

export function useAgain(id: string) {
  const navigate = useNavigate();
  const intent = useIntent();
  const again = useMutation({
    mutationFn: () => intent.run(id, (key) => battleAgain(id, key)),
    onSuccess: ({ battleId, code }) => navigate(paths.battle(battleId, code || undefined)),
    onError: reportError,
  });
  return { busy: again.isPending, again: () => requireLogin() && again.mutate() };
}

/** One call takes at most `limits.itemIdsMax` ids; a long battle wins more. */
export async function sellAll(
  items: readonly string[],
  sell: (items: readonly string[]) => Promise<Sold>,
): Promise<Sold> {
  let sum: Sold = { soldCents: 0, count: 0, balanceCents: 0, bagCount: 0 };
  for (let from = 0; from < items.length; from += limits.itemIdsMax) {
    const part = await sell(items.slice(from, from + limits.itemIdsMax));
    sum = { ...part, soldCents: sum.soldCents + part.soldCents, count: sum.count + part.count };
  }
  return sum;
}

export function useSell(onSold: (sold: Sold) => void) {
  const intent = useIntent();
  const sell = useMutation({
    mutationFn: (items: readonly string[]) => sellAll(items, (part) => intent.run(part, (key) => sellItems(part, key))),
    onSuccess: (sold) => {
      patchWallet({ gemsCents: sold.balanceCents, bagCount: sold.bagCount });
      void queryClient.invalidateQueries({ queryKey: ["mine"] });
      onSold(sold);
    },
    onError: reportError,
  });
  return { busy: sell.isPending, sell: sell.mutate };
}
