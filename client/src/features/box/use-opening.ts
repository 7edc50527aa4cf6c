import { useQueryClient } from "@tanstack/react-query";
import { useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { activityTimeQuery } from "../../state/activity.ts";
import { afterBeacon } from "../../state/after-beacon.ts";
import type { BoxCard } from "../../state/boxes.ts";
import { Intent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { keys } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.tsx";
import { openBoxes, sellItems } from "./api.ts";
import { IDLE, nextOpening, type OpeningState } from "./opening.ts";

export interface Opener {
  readonly state: OpeningState;
  readonly selling: boolean;
  open(count: number): Promise<void>;
  shown(): void;
  sell(itemIds: readonly string[]): Promise<void>;
  keep(): void;
}

/** Runs the calls of an opening; each click is one intent, so that a lost answer is asked for, never paid again. */
export function useOpening(box: BoxCard, priceCents: number): Opener {
  const { t } = useTranslation("box");
  const language = useLanguage();
  const cache = useQueryClient();
  const [state, step] = useReducer(nextOpening, IDLE);
  const [selling, setSelling] = useState(false);
  const intents = useRef({ open: new Intent(), sell: new Intent() });

  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ["mine"] }),
      cache.invalidateQueries({ queryKey: keys.boxRecent(box.id) }),
    ]);

  return {
    state,
    selling,
    async open(count) {
      if (state.phase === "waiting" || state.phase === "spinning" || !requireLogin()) return;
      step({ type: "asked" });
      sound.click();
      const price = priceCents;
      try {
        const opened = await afterBeacon(() =>
          intents.current.open.run({ box: box.id, count, price }, (key) => openBoxes(box.id, count, price, key)),
        );
        patchWallet({ gemsCents: opened.balanceCents, bagCount: opened.bagCount });
        step({ type: "answered", results: opened.results, stakeCents: price });
      } catch (error) {
        step({ type: "failed" });
        void cache.invalidateQueries({ queryKey: activityTimeQuery.queryKey }); // the price may be another one by now
        reportError(error);
      }
    },
    shown() {
      step({ type: "shown" });
      void refresh();
    },
    async sell(itemIds) {
      if (selling || itemIds.length === 0) return;
      setSelling(true);
      try {
        const sold = await intents.current.sell.run(itemIds, (key) => sellItems(itemIds, key));
        patchWallet({ gemsCents: sold.balanceCents, bagCount: sold.bagCount });
        step({ type: "sold", itemIds });
        sound.coin();
        toast(t("sellDone", { amount: formatCents(sold.soldCents, language) }), "ok");
        void refresh();
      } catch (error) {
        reportError(error);
      } finally {
        setSelling(false);
      }
    },
    keep() {
      step({ type: "kept" });
    },
  };
}
