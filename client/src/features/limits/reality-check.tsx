/** Watches how long a visit lasts and says every half an hour what it has cost (docs/rules.md, "Responsible play"). */
import { lazy, Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/setup.ts";
import { useIsPlaying } from "../../state/playing.ts";
import { queryClient } from "../../state/query.ts";
import { useSession } from "../../state/session.ts";
import { limitsQuery } from "./api.ts";
import { isDue, look, storedVisit, storeVisit } from "./visit.ts";

const LOOK_MS = 15_000;

const CheckDialog = lazy(async () => {
  const [{ CheckDialog: component }] = await Promise.all([import("./check-dialog.tsx"), loadTexts("limits")]);
  return { default: component };
});

/** Never over another dialog, and never over a play: it waits for the end of it. */
export function RealityCheck() {
  const player = useSession(({ user }) => user?.id ?? "");
  const playing = useIsPlaying();
  const [since, setSince] = useState<number | null>(null);

  useEffect(() => {
    if (player === "") return;
    let asked = false;
    const watch = () => {
      if (document.visibilityState !== "visible") return;
      const now = Date.now();
      const visit = look(storedVisit(), player, now);
      const free = !playing && !document.querySelector("dialog[open]");
      const due = free && isDue(visit, now);
      storeVisit(due ? { ...visit, told: now } : visit);
      if (due) setSince(visit.since);
      if (visit.every > 0 || asked) return;
      asked = true;
      queryClient
        .fetchQuery(limitsQuery())
        .then(({ checkMinutes }) => storeVisit({ ...look(storedVisit(), player, Date.now()), every: checkMinutes }))
        .catch(() => {
          asked = false; // the next look asks again
        });
    };
    watch();
    const timer = setInterval(watch, LOOK_MS);
    document.addEventListener("visibilitychange", watch);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", watch);
    };
  }, [player, playing]);

  if (since === null || player === "") return null;
  return (
    <Suspense>
      <CheckDialog since={since} onClose={() => setSince(null)} />
    </Suspense>
  );
}
