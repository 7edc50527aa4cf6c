/** Taking bottles: the call, what its answer changes on the page, and what the player has to pay with. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../net/http.ts";
import { errorCode, type WishSnapshot } from "../../protocol/gen.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin, useLoggedIn, useSession } from "../../state/session.ts";
import { patchWallet, useWallet } from "../../state/wallet.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { takeBottles, viewTree, type WishTree } from "./api.ts";
import { payOf } from "./choice.ts";
import { wishKeys } from "./query.ts";
import { reload, takeAnswer } from "./room-store.ts";

export const useTree = () => {
  const enabled = useLoggedIn();
  return useQuery({ queryKey: wishKeys.tree, queryFn: viewTree, enabled, refetchOnWindowFocus: "always" });
};

/**
 * The player's wish cards; null while they are not known. The live wallet is newer than any answer before it.
 */
export function useWishCards(): number | null {
  const { data } = useTree();
  const live = useWallet(({ opId, wishCards }) => (opId === "" ? null : wishCards));
  return live ?? data?.wishCards ?? null;
}

/** What the player has in the currency of the room; null while it is not known. */
export function useMeans(room: WishSnapshot): number | null {
  const known = useSession((session) => session.user !== null);
  const cards = useWishCards();
  const gems = useWallet((wallet) => wallet.gemsCents);
  if (!known) return null;
  return payOf(room.card) === "cards" ? cards : gems;
}

export interface Taking {
  readonly busy: boolean;
  /** These bottles. */
  take(bottles: readonly number[]): void;
  /** So many, whichever the room gives. */
  quick(count: number): void;
}

export function useTaking({ card: summary }: WishSnapshot, onTaken: () => void): Taking {
  const { t } = useTranslation("wish");
  const intent = useIntent();
  const { id, cardNum, bottleCents } = summary;
  const call = useMutation({
    mutationFn: (want: { bottles: readonly number[]; count: number }) =>
      intent.run([id, want, cardNum, bottleCents], (key) =>
        takeBottles(id, { ...want, pay: payOf(summary), cardNum, bottleCents }, key),
      ),
    onSuccess: ({ bottles, room, wishCards, balanceCents }) => {
      takeAnswer(room);
      patchWallet({ gemsCents: balanceCents, wishCards });
      queryClient.setQueryData<WishTree>(wishKeys.tree, (tree) => tree && { ...tree, wishCards });
      void queryClient.invalidateQueries({ queryKey: ["mine", "wish", "records"] });
      sound.coin();
      toast(t("take.done", { count: bottles.length, bottles: bottles.map(({ number }) => number).join(", ") }), "ok");
      onTaken();
    },
    onError: (error) => {
      reportError(error);
      reload(id); // another was quicker, the price changed, the room is full: the page shows it as it is now
      if (error instanceof ApiError && error.code === errorCode.wishCards) refreshTree();
    },
  });
  const go = (bottles: readonly number[], count: number) => {
    if (requireLogin()) call.mutate({ bottles, count });
  };
  return { busy: call.isPending, take: (bottles) => go(bottles, bottles.length), quick: (count) => go([], count) };
}

const refreshTree = () => void queryClient.invalidateQueries({ queryKey: wishKeys.tree });

/** Wish cards are also spent in another tab, and come back when a room gives everything back. */
export function useFreshCards(owned: number, status: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these two is the signal
  useEffect(refreshTree, [owned, status]);
}
