/** Runs the calls of an opening with radishes; each click is one intent, so that a lost answer is asked for, never paid again. */
import { useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { afterBeacon } from "../../state/after-beacon.ts";
import { Intent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.tsx";
import { homeQuery, openBox, type PrizeBox, type Result, sellItems } from "./api.ts";

export interface PrizeOpening {
  readonly phase: "idle" | "waiting" | "spinning" | "settled";
  readonly results: readonly Result[];
  /** Radishes were paid: no result is below what was staked. */
  readonly stakeCents: number;
  readonly sold: ReadonlySet<string>;
}
const IDLE: PrizeOpening = { phase: "idle", results: [], stakeCents: 0, sold: new Set() };

export interface PrizeOpener {
  readonly state: PrizeOpening;
  readonly selling: boolean;
  open(count: number): Promise<void>;
  shown(): void;
  sell(itemIds: readonly string[]): Promise<void>;
  keep(): void;
}

export function usePrizeOpening({ box, tokens }: PrizeBox): PrizeOpener {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const [state, step] = useReducer(
    (before: PrizeOpening, change: Partial<PrizeOpening>): PrizeOpening => ({ ...before, ...change }),
    IDLE,
  );
  const [selling, setSelling] = useState(false);
  const intents = useRef({ open: new Intent(), sell: new Intent() });
  return {
    state,
    selling,
    async open(count) {
      if (state.phase === "waiting" || state.phase === "spinning" || !requireLogin()) return;
      step({ ...IDLE, phase: "waiting" });
      sound.click();
      try {
        const opened = await afterBeacon(() =>
          intents.current.open.run({ box: box.id, count, tokens }, (key) => openBox(box.id, count, tokens, key)),
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
    async sell(itemIds) {
      if (selling || itemIds.length === 0) return;
      setSelling(true);
      try {
        const sold = await intents.current.sell.run(itemIds, (key) => sellItems(itemIds, key));
        patchWallet({ gemsCents: sold.balanceCents, bagCount: sold.bagCount });
        step({ sold: new Set([...state.sold, ...itemIds]) });
        sound.coin();
        toast(t("sold", { amount: formatCents(sold.soldCents, language) }), "ok");
        void queryClient.invalidateQueries({ queryKey: ["mine"] });
      } catch (error) {
        reportError(error);
      } finally {
        setSelling(false);
      }
    },
    keep() {
      step(IDLE);
    },
  };
}
