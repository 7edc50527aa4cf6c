import { Pause, Play, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { type BattleClock, pausedClock, replayClock } from "./clock.ts";
import s from "./room.module.css";
import { clockText } from "./use-seconds.ts";

interface ReplayBarProps {
  readonly clock: BattleClock;
  readonly endMs: number;
  readonly onClock: (clock: BattleClock) => void;
  readonly onExit: () => void;
}

const STEP_MS = 250;
const wallNow = (): number => performance.now();
const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));

/** Play, pause and seek a battle that is over. The picture is a function of time, so any order of seeking is right. */
export function ReplayBar({ clock, endMs, onClock, onExit }: ReplayBarProps) {
  const { t } = useTranslation("battle");
  const [at, setAt] = useState(() => clock.now());
  useEffect(() => {
    setAt(clock.now());
    if (!clock.running) return;
    const timer = setInterval(() => setAt(clock.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [clock]);
  const now = Math.min(endMs, Math.max(0, at));
  return (
    <fieldset className={s.replay}>
      <legend className="sr">{t("replay.label")}</legend>
      <Button
        size="icon"
        aria-label={t(clock.running ? "replay.pause" : "replay.play")}
        onClick={() => onClock(clock.running ? pausedClock(clock.now()) : replayClock(clock.now(), wallNow))}
      >
        {clock.running ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </Button>
      <input
        type="range"
        min={0}
        max={endMs}
        step={STEP_MS}
        value={now}
        aria-label={t("replay.seek")}
        aria-valuetext={t("replay.at", { now: clockText(seconds(now)), end: clockText(seconds(endMs)) })}
        onChange={(event) => {
          const to = Number(event.target.value);
          onClock(clock.running ? replayClock(to, wallNow) : pausedClock(to));
        }}
      />
      <span className="num" aria-hidden="true">
        {clockText(seconds(now))} / {clockText(seconds(endMs))}
      </span>
      <Button size="s" onClick={onExit}>
        <X size={16} aria-hidden />
        {t("replay.exit")}
      </Button>
    </fieldset>
  );
}

export const startReplay = (): BattleClock => replayClock(0, wallNow);
