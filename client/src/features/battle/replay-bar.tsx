import { Clapperboard, Pause, Play, X } from "lucide-react";
import { useEffect, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { type BattleClock, pausedClock, replayClock, startReplay, wallNow } from "./clock.ts";
import s from "./room.module.css";
import { clockText } from "./use-seconds.ts";

interface ReplayBarProps {
  readonly clock: BattleClock;
  readonly endMs: number;
  readonly roundMs: number;
  readonly onClock: (clock: BattleClock) => void;
  readonly onExit: () => void;
  /** Undefined where this browser records nothing. */
  readonly onClip: (() => void) | undefined;
}

const STEP_MS = 250;
const SECOND_MS = 1000;
const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));

/** Arrows move a second, pages a round; Home and End are the slider's own. */
function keyStepMs(key: string, roundMs: number): number {
  if (key === "ArrowRight" || key === "ArrowUp") return SECOND_MS;
  if (key === "ArrowLeft" || key === "ArrowDown") return -SECOND_MS;
  return key === "PageUp" ? roundMs : key === "PageDown" ? -roundMs : 0;
}

/** Play, pause and seek a battle that is over. The picture is a function of time, so any order of seeking is right. */
export function ReplayBar({ clock, endMs, roundMs, onClock, onExit, onClip }: ReplayBarProps) {
  const { t } = useTranslation("battle");
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const play = useRef<HTMLButtonElement>(null);
  // The button that began the replay is gone with the result; keyboard focus goes on here.
  useEffect(() => play.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!clock.running) return;
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [clock]);
  // Asked while rendering, not kept as state, and on a step: when a handler returns React puts the slider where it was
  // rendered, and a place other than the player's would be taken for one more seek.
  const within = (ms: number): number => Math.min(endMs, Math.max(0, ms));
  const now = within(Math.round(clock.now() / STEP_MS) * STEP_MS);
  const seek = (ms: number): void => {
    const to = within(ms);
    onClock(clock.running && to < endMs ? replayClock(to, wallNow) : pausedClock(to));
  };
  const toggle = (): void => {
    if (clock.running) onClock(pausedClock(clock.now()));
    else onClock(now < endMs ? replayClock(clock.now(), wallNow) : startReplay());
  };
  return (
    <fieldset className={s.replay}>
      <legend className="sr">{t("replay.label")}</legend>
      <Button ref={play} size="icon" aria-label={t(clock.running ? "replay.pause" : "replay.play")} onClick={toggle}>
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
        onChange={(event) => seek(Number(event.target.value))}
        onKeyDown={(event) => {
          const by = keyStepMs(event.key, roundMs);
          if (by === 0) return;
          event.preventDefault();
          seek(now + by);
        }}
      />
      <span className={cx("num", s.at)} aria-hidden="true">
        {clockText(seconds(now))} / {clockText(seconds(endMs))}
      </span>
      {onClip && (
        <Button size="s" aria-label={t("clip.make")} aria-haspopup="dialog" onClick={onClip}>
          <Clapperboard size={16} aria-hidden />
          <span>{t("clip.make")}</span>
        </Button>
      )}
      <Button size="s" aria-label={t("replay.exit")} onClick={onExit}>
        <X size={16} aria-hidden />
        <span>{t("replay.exit")}</span>
      </Button>
    </fieldset>
  );
}
