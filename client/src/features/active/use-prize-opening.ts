/**
 * Runs the calls of an opening with radishes; each click is one intent, so that a lost answer is asked for, never paid
 * again.
 */
import { useReducer } from "react";
import { useTranslation } from "react-i18next";
import { afterBeacon } from "../../state/after-beacon.ts";
import { useIntent } from "../../state/intent.ts";
import { ownDraw, useCommitment } from "../../state/own-draws.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { type Sale, useItemSale } from "../../state/sale.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { homeQuery, openBox, type PrizeBoxDetail, type Result } from "./api.ts";

export interface PrizeOpening {
  readonly phase: "idle" | "waiting" | "spinning" | "settled";
  readonly results: readonly Result[];
  /** Radishes were paid: no result is below what was staked. */
  readonly stakeCents: number;
  readonly sold: ReadonlySet<string>;
}
const IDLE: PrizeOpening = { phase: "idle", results: [], stakeCents: 0, sold: new Set() };

export interface PrizeOpener extends Sale {
  readonly state: PrizeOpening;
  open(count: number): Promise<void>;
  shown(): void;
  keep(): void;
}

export function usePrizeOpening({ box, tokens, oddsHash }: PrizeBoxDetail): PrizeOpener {
  const { t } = useTranslation("active");
  const [state, step] = useReducer(
    (before: PrizeOpening, change: Partial<PrizeOpening>): PrizeOpening => ({ ...before, ...change }),
    IDLE,
  );
  const intent = useIntent();
  useCommitment();
  const sale = useItemSale((itemIds, amount) => {
    step({ sold: new Set([...state.sold, ...itemIds]) });
    toast(t("sold", { amount }), "ok");
    void queryClient.invalidateQueries({ queryKey: ["mine"] });
  });
  return {
    state,
    ...sale,
    async open(count) {
      if (state.phase === "waiting" || state.phase === "spinning" || !requireLogin()) return;
      step({ ...IDLE, phase: "waiting" });
      sound.click();
      try {
        const opened = await afterBeacon(() =>
          intent.run({ box: box.id, count, tokens, oddsHash }, (key) =>
            ownDraw(
              key,
              { count, oddsHash, stakeCents: 0 }, // no gems
              (sent) => openBox({ id: box.id, count, tokens, oddsHash, ...sent }, key),
              (answer) => answer,
            ),
          ),
        );
        patchWallet({ bagCount: opened.bagCount });
        queryClient.setQueryData(homeQuery.queryKey, (home) => home && { ...home, radish: opened.radish });
        step({ phase: "spinning", results: opened.results });
      } catch (error) {
        step(IDLE);
        void queryClient.invalidateQueries({ queryKey: ["active"] }); // the price may be another one by now
        void queryClient.invalidateQueries({ queryKey: homeQuery.queryKey });
        reportError(error);
      }
    },
    shown() {
      step({ phase: "settled" });
      void queryClient.invalidateQueries({ queryKey: ["mine"] });
    },
    keep() {
      step(IDLE);
    },
  };
}
