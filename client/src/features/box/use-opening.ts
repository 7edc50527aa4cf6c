import { useQueryClient } from "@tanstack/react-query";
import { useReducer } from "react";
import { useTranslation } from "react-i18next";
import { activityTimeQuery } from "../../state/activity.ts";
import { afterBeacon } from "../../state/after-beacon.ts";
import type { BoxDetail } from "../../state/boxes.ts";
import { useIntent } from "../../state/intent.ts";
import { ownDraw, useCommitment } from "../../state/own-draws.ts";
import { reportError } from "../../state/problem.ts";
import { keys } from "../../state/query.ts";
import { type Sale, useItemSale } from "../../state/sale.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { openBoxes } from "./api.ts";
import { IDLE, nextOpening, type OpeningState } from "./opening.ts";

export interface Opener extends Sale {
  readonly state: OpeningState;
  open(count: number): Promise<void>;
  shown(): void;
  keep(): void;
}

/** Runs the calls of an opening; each click is one intent, so that a lost answer is asked for, never paid again. */
export function useOpening({ box, oddsHash }: BoxDetail, priceCents: number | undefined): Opener {
  const { t } = useTranslation("box");
  const cache = useQueryClient();
  const [state, step] = useReducer(nextOpening, IDLE);
  const intent = useIntent();
  useCommitment();

  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ["mine"] }),
      cache.invalidateQueries({ queryKey: keys.boxRecent(box.id) }),
    ]);
  const sale = useItemSale((itemIds, amount) => {
    step({ type: "sold", itemIds });
    toast(t("sellDone", { amount }), "ok");
    void refresh();
  });

  return {
    state,
    ...sale,
    async open(count) {
      if (state.phase === "waiting" || state.phase === "spinning" || !requireLogin()) return;
      if (priceCents === undefined) return;
      step({ type: "asked" });
      sound.click();
      const price = priceCents;
      try {
        const opened = await afterBeacon(() =>
          intent.run({ box: box.id, count, price, oddsHash }, (key) =>
            ownDraw(
              key,
              { count, oddsHash, stakeCents: price },
              (sent) => openBoxes(box.id, { count, priceCents: price, oddsHash, ...sent }, key),
              (answer) => answer,
            ),
          ),
        );
        patchWallet({ gemsCents: opened.balanceCents, bagCount: opened.bagCount });
        step({ type: "answered", results: opened.results, stakeCents: price });
      } catch (error) {
        step({ type: "failed" });
        // The price may be another one by now, and so may the odds.
        void cache.invalidateQueries({ queryKey: keys.box(box.id), exact: true });
        void cache.invalidateQueries({ queryKey: activityTimeQuery.queryKey });
        void cache.invalidateQueries({ queryKey: keys.boxPrices });
        reportError(error);
      }
    },
    shown() {
      step({ type: "shown" });
      void refresh();
    },
    keep() {
      step({ type: "kept" });
    },
  };
}
