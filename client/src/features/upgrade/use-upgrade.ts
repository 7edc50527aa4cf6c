import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AskedUpgrade } from "../../fairness/mine.ts";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { afterBeacon } from "../../state/after-beacon.ts";
import { useIntent } from "../../state/intent.ts";
import { ownDraw, useCommitment } from "../../state/own-draws.ts";
import { useScene } from "../../state/playing.ts";
import { reportError } from "../../state/problem.ts";
import { keys } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { sound } from "../../ui/sound.ts";
import { play, type Upgraded } from "./api.ts";

export type Phase = "idle" | "waiting" | "spinning" | "settled";

/** What is on the wheel: the answer beside what was played for. */
export interface Round {
  readonly play: AskedUpgrade;
  readonly stakeCents: number;
  readonly answer: Upgraded;
}

/** Runs the call of an upgrade: one click is one intent, so that a lost answer is asked for and never paid again. */
export function useUpgrade() {
  const cache = useQueryClient();
  const intent = useIntent();
  const [phase, setPhase] = useState<Phase>("idle");
  const [round, setRound] = useState<Round | null>(null);
  useScene(phase !== "idle");
  useCommitment();

  return {
    phase,
    round,
    async start(body: AskedUpgrade, stakeCents: number) {
      if (phase === "waiting" || phase === "spinning" || !requireLogin()) return;
      setPhase("waiting");
      setRound(null);
      sound.click();
      try {
        const answer = await afterBeacon(() =>
          intent.run(body, (key) =>
            ownDraw(
              key,
              { count: 1, oddsHash: "", stakeCents, upgrade: body },
              (sent) => play({ ...body, ...sent }, key),
              ({ result, next }) => ({ results: [result], next }),
            ),
          ),
        );
        patchWallet({ gemsCents: answer.balanceCents, bagCount: answer.bagCount });
        setRound({ play: body, stakeCents, answer });
        setPhase("spinning");
      } catch (error) {
        setPhase("idle");
        reportError(error);
        void cache.invalidateQueries({ queryKey: ["mine"] });
        if (error instanceof ApiError && error.code === errorCode.priceChanged) {
          // The rate follows from another fee now.
          void cache.invalidateQueries({ queryKey: keys.upgradeRule });
          void cache.invalidateQueries({ queryKey: keys.upgradeQuotes });
        }
      }
    },
    shown() {
      setPhase((now) => (now === "spinning" ? "settled" : now));
      void cache.invalidateQueries({ queryKey: ["mine"] });
    },
    close() {
      setPhase("idle");
      setRound(null);
    },
  };
}
