import { useCallback, useEffect, useState } from "react";
import { serverNow } from "../../net/clock.ts";
import { type RainRound, topics } from "../../protocol/gen.ts";
import { follow } from "../../state/live.ts";
import { liveEvents } from "../../state/live-events.ts";
import { usePlaying } from "../../state/playing.ts";
import { RainInvite } from "./invite.tsx";
import { RainScreen } from "./rain-screen.tsx";
import { phaseAt, roundAfter } from "./state.ts";

const LOOK_MS = 250;

/**
 * Waits for a rain, invites to it, and covers the page with it once it is entered. For players only (product spec §4).
 */
export function Rain() {
  const [round, setRound] = useState<RainRound | null>(null);
  const [closed, setClosed] = useState("");
  const [entered, setEntered] = useState("");
  const [phase, setPhase] = useState(() => phaseAt(round, serverNow()));
  useEffect(() => follow(topics.rain, liveEvents.rain, (event) => setRound((before) => roundAfter(before, event))), []);
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
  const id = round?.id ?? "";
  const enter = useCallback(() => setEntered(id), [id]);
  const there = phase !== "none" && closed !== id;
  const inside = there && entered === id;
  usePlaying(inside);
  if (!round || !there) return null;
  // A player who has not entered a rain is not told how it ended.
  if (!inside) {
    if (phase === "over") return null;
    return <RainInvite key={id} round={round} onEnter={enter} onDecline={() => setClosed(id)} />;
  }
  return (
    <RainScreen
      key={id}
      round={round}
      phase={phase}
      onClose={() => {
        setClosed(id);
        if (phase === "over") setRound(null);
      }}
    />
  );
}
