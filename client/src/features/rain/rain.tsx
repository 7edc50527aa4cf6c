import { useEffect, useState } from "react";
import { serverNow } from "../../net/clock.ts";
import { type RainRound, rainEvents, topics } from "../../protocol/gen.ts";
import { follow } from "../../state/live.ts";
import { usePlaying } from "../../state/playing.ts";
import { RainScreen } from "./rain-screen.tsx";
import { phaseAt, roundAfter } from "./state.ts";

const LOOK_MS = 250;

/** Waits for a rain and covers the page with it. For players only (product spec §4). */
export function Rain() {
  const [round, setRound] = useState<RainRound | null>(null);
  const [closed, setClosed] = useState("");
  const [phase, setPhase] = useState(() => phaseAt(round, serverNow()));
  useEffect(() => follow(topics.rain, rainEvents, (event) => setRound((before) => roundAfter(before, event))), []);
  useEffect(() => {
    const look = () => setPhase(phaseAt(round, serverNow()));
    look();
    if (!round) return;
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look); // timers of a hidden tab are late
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [round]);
  usePlaying(phase !== "none" && closed !== round?.id);
  if (!round || phase === "none" || closed === round.id) return null;
  return (
    <RainScreen
      key={round.id}
      round={round}
      phase={phase}
      onClose={() => {
        setClosed(round.id);
        if (phase === "over") setRound(null);
      }}
    />
  );
}
