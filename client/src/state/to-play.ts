/** What stands before a retrieval or withdrawal: play, or to give back the gifts that ask for it. */
import { useMutation, useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { api } from "../net/http.ts";
import { toast } from "../ui/toast.ts";
import { useIntent } from "./intent.ts";
import { reportError } from "./problem.ts";
import { queryClient } from "./query.ts";
import { patchWallet } from "./wallet.ts";

const KEY = ["mine", "toPlay"] as const;

const load = async () => {
  const { toPlayCents, giftCents } = await api.get("/api/user/info");
  return { toPlayCents, giftCents };
};

export interface PlayFirst {
  /** What gifts still ask to be staked, in cents of gems; 0 until known. */
  readonly toPlayCents: number;
  /** What of them can be given back. */
  readonly giftCents: number;
  readonly busy: boolean;
  readonly giveBack: () => void;
}

export function useToPlay(): PlayFirst {
  const { toPlayCents = 0, giftCents = 0 } = useQuery({ queryKey: KEY, queryFn: load, staleTime: 0 }).data ?? {};
  const intent = useIntent();
  const { isPending, mutate } = useMutation({
    mutationFn: (gemsCents: number) =>
      intent.run(gemsCents, (key) => api.post("/api/user/gift/back", { gemsCents }, { key })),
    onSuccess: ({ balanceCents }) => {
      patchWallet({ gemsCents: balanceCents });
      toast(i18next.t("giveBack.done", { ns: "ui" }), "ok");
    },
    onError: reportError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return { toPlayCents, giftCents, busy: isPending, giveBack: () => mutate(giftCents) };
}
