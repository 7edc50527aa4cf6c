/** Sells won items where they are shown. */

import { useState } from "react";
import { useLanguage } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { formatCents } from "../ui/number.ts";
import { sound } from "../ui/sound.ts";
import { useIntent } from "./intent.ts";
import { reportError } from "./problem.ts";
import { patchWallet } from "./wallet.ts";

/** What a sale brought. */
export type Sold = Omit<Api["Sold"], "opId">;

export const sellItems = (items: readonly string[], key: string) => api.post("/api/bag/sell", { items }, { key });

export interface Sale {
  readonly selling: boolean;
  sell(itemIds: readonly string[]): Promise<void>;
}

/**
 * One click is one intent, so that a lost answer is asked for, and nothing is sold twice. `amount` is what came in, as
 * shown.
 */
export function useItemSale(onSold: (itemIds: readonly string[], amount: string) => void): Sale {
  const language = useLanguage();
  const intent = useIntent();
  const [selling, setSelling] = useState(false);
  return {
    selling,
    async sell(itemIds) {
      if (selling || itemIds.length === 0) return;
      setSelling(true);
      try {
        const { soldCents, balanceCents, bagCount } = await intent.run(itemIds, (key) => sellItems(itemIds, key));
        patchWallet({ gemsCents: balanceCents, bagCount });
        sound.coin();
        onSold(itemIds, formatCents(soldCents, language));
      } catch (error) {
        reportError(error);
      } finally {
        setSelling(false);
      }
    },
  };
}
