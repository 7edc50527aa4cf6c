/**
 * What a player may do after a battle: play it again, sell what was won. Each button is one intent, as in actions.ts.
 */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { limits } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { type Sold, sellItems } from "../../state/sale.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { battleAgain } from "./api.ts";
import { setWinnings, type Winning } from "./winnings.ts";

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

/** One call takes at most `limits.itemIdsMax` ids; a long battle wins more. Told after each part: what is left. */
export async function sellAll(
  winnings: readonly Winning[],
  sell: (ids: readonly string[]) => Promise<Sold>,
  onPart: (sold: Sold, left: readonly Winning[]) => void,
): Promise<Sold> {
  let sum: Sold = { soldCents: 0, count: 0, balanceCents: 0, bagCount: 0 };
  for (let from = 0; from < winnings.length; from += limits.itemIdsMax) {
    const to = from + limits.itemIdsMax;
    const sold = await sell(winnings.slice(from, to).map(({ id }) => id));
    onPart(sold, winnings.slice(to));
    sum = { ...sold, soldCents: sum.soldCents + sold.soldCents, count: sum.count + sold.count };
  }
  return sum;
}

/** Sells what was won in a battle. When a part fails, those before it stay sold and are not tried again. */
export function useSell(battle: string, onSold: (sold: Sold) => void) {
  const intent = useIntent();
  const sell = useMutation({
    mutationFn: (winnings: readonly Winning[]) =>
      sellAll(
        winnings,
        (ids) => intent.run(ids, (key) => sellItems(ids, key)),
        ({ balanceCents, bagCount }, left) => {
          patchWallet({ gemsCents: balanceCents, bagCount });
          setWinnings(battle, left);
        },
      ),
    onSuccess: onSold,
    onError: reportError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["mine"] }),
  });
  return { busy: sell.isPending, sell: sell.mutate };
}
