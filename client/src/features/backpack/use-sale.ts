import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Intent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { sellItems } from "../../state/sale.ts";
import { patchWallet } from "../../state/wallet.ts";
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { sellAll } from "./api.ts";

/** Sells ids, or everything; true when it is done. */
export function useSale(): { busy: boolean; run: (items: readonly string[] | "all") => Promise<boolean> } {
  const { t } = useTranslation("backpack");
  const language = useLanguage();
  const cache = useQueryClient();
  const intent = useRef(new Intent());
  const [busy, setBusy] = useState(false);
  const running = useRef(false); // known at once: a second press of the same moment tells and does nothing

  const run = async (items: readonly string[] | "all") => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      const sold = await intent.current.run(items, (key) => (items === "all" ? sellAll(key) : sellItems(items, key)));
      patchWallet({ gemsCents: sold.balanceCents, bagCount: sold.bagCount });
      sound.coin();
      toast(t("done", { count: sold.count, amount: formatCents(sold.soldCents, language) }), "ok");
      await cache.invalidateQueries({ queryKey: ["mine", "backpack"] });
      return true;
    } catch (error) {
      reportError(error);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
