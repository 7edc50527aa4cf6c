import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { watchDelivery } from "../../state/deliveries.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { patchWallet } from "../../state/wallet.ts";
import { toast } from "../../ui/toast.ts";
import { retrieve } from "./api.ts";

/** Asks for items on the game platform and watches them from then on; true when the order stands. */
export function useRetrieval(): { busy: boolean; run: (items: readonly string[]) => Promise<boolean> } {
  const { t } = useTranslation("backpack");
  const cache = useQueryClient();
  const intent = useIntent();
  const [busy, setBusy] = useState(false);

  const run = async (items: readonly string[]) => {
    setBusy(true);
    try {
      const order = await intent.run(items, (key) => retrieve(items, key));
      for (const id of order.items) watchDelivery(id);
      patchWallet({ bagCount: order.bagCount });
      toast(t("retrieve.done", { count: order.items.length }), "ok");
      return true;
    } catch (error) {
      reportError(error);
      return false;
    } finally {
      setBusy(false);
      void cache.invalidateQueries({ queryKey: ["mine"] });
    }
  };
  return { busy, run };
}
