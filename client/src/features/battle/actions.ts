/** What a player may do in a room. Every answer goes through the store; every refusal is told. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { limits } from "../../protocol/gen.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { addBots, battleAgain, joinBattle, leaveBattle, type Sold, sellItems } from "./api.ts";
import { takeAnswer } from "./room-store.ts";

const ANY_SEAT = -1;
const told = { onSuccess: takeAnswer, onError: reportError };

export function useJoin(id: string, code: string, entryCents: number) {
  const join = useMutation({ mutationFn: (seat: number) => joinBattle(id, seat, code, entryCents), ...told });
  return { busy: join.isPending, join: (seat: number) => requireLogin() && join.mutate(seat) };
}

export function useLeave(id: string) {
  const leave = useMutation({ mutationFn: () => leaveBattle(id), ...told });
  return { busy: leave.isPending, leave: () => leave.mutate() };
}

export function useBots(id: string) {
  const bots = useMutation({ mutationFn: (seat: number) => addBots(id, seat), ...told });
  return { busy: bots.isPending, add: (seat: number) => bots.mutate(seat), fill: () => bots.mutate(ANY_SEAT) };
}

export function useAgain(id: string) {
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () => battleAgain(id),
    onSuccess: ({ battleId, code }) => navigate(paths.battle(battleId, code || undefined)),
    onError: reportError,
  });
  return { busy: again.isPending, again: () => requireLogin() && again.mutate() };
}

/** One call takes at most `limits.itemIdsMax` ids; a long battle wins more. */
export async function sellAll(items: readonly string[], sell = sellItems): Promise<Sold> {
  let sum: Sold = { soldCents: 0, count: 0, balanceCents: 0, bagCount: 0 };
  for (let from = 0; from < items.length; from += limits.itemIdsMax) {
    const part = await sell(items.slice(from, from + limits.itemIdsMax));
    sum = { ...part, soldCents: sum.soldCents + part.soldCents, count: sum.count + part.count };
  }
  return sum;
}

export function useSell(onSold: (sold: Sold) => void) {
  const sell = useMutation({
    mutationFn: (items: readonly string[]) => sellAll(items),
    onSuccess: (sold) => {
      patchWallet({ gemsCents: sold.balanceCents, bagCount: sold.bagCount });
      void queryClient.invalidateQueries({ queryKey: ["mine"] });
      onSold(sold);
    },
    onError: reportError,
  });
  return { busy: sell.isPending, sell: sell.mutate };
}
