import { Pause, Play as PlayIcon } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag, useLanguage } from "../../i18n/language.ts";
import type { Tier } from "../../stage/tiers.ts";
import { type WheelPlan, wheelEndMs } from "../../stage/wheel-time.ts";
import { Button } from "../../ui/button.tsx";
import s from "./replay.module.css";
import { Wheel } from "./wheel.tsx";

/**
 * The player of the story page (product spec §2): play and pause, a progress bar that can be clicked, an icon in the
 * middle while it rests. It draws the wheel of a proof, so that every moment can be asked for. At its end it pauses;
 * mount it anew (key) for another story.
 */
export function StoryPlayer({ plan, tier, label }: { plan: WheelPlan; tier: Tier; label: string }) {
  const { t } = useTranslation("upgrade");
  const endMs = wheelEndMs(plan) + 400;
  const [atMs, setAtMs] = useState(0);
  const [playing, setPlaying] = useState(false);
  const from = useRef({ atMs: 0, now: 0 });

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const next = Math.min(endMs, from.current.atMs + performance.now() - from.current.now);
      setAtMs(next);
      if (next >= endMs) setPlaying(false);
    }, 100);
    return () => clearInterval(timer);
  }, [playing, endMs]);

  const clock = useMemo(
    () => (playing ? () => Math.min(endMs, from.current.atMs + performance.now() - from.current.now) : atMs),
    [playing, atMs, endMs],
  );

  const toggle = () => {
    const start = atMs >= endMs ? 0 : atMs;
    from.current = { atMs: start, now: performance.now() };
    setAtMs(start);
    setPlaying(!playing);
  };
  const seek = (next: number) => {
    from.current = { atMs: next, now: performance.now() };
    setAtMs(next);
  };
  const language = useLanguage();
  const seconds = useMemo(() => {
    const format = new Intl.NumberFormat(languageTag(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return (ms: number) => format.format(ms / 1000);
  }, [language]);

  return (
    <div className={s.player} data-playing={playing || undefined}>
      <div className={s.screen}>
        <Wheel className={s.canvas} plan={plan} tier={tier} label={label} at={clock} />
        {!playing && (
          <button type="button" className={s.centre} onClick={toggle} aria-label={t("story.play")}>
            <PlayIcon size={34} aria-hidden />
          </button>
        )}
      </div>
      <div className={s.bar}>
        <Button size="icon" onClick={toggle} aria-label={t(playing ? "story.pause" : "story.play")}>
          {playing ? <Pause size={18} aria-hidden /> : <PlayIcon size={18} aria-hidden />}
        </Button>
        <input
          type="range"
          min={0}
          max={endMs}
          step={10}
          value={atMs}
          aria-label={t("story.progress")}
          aria-valuetext={`${seconds(atMs)} / ${seconds(endMs)}`}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <span className="num">
          {seconds(atMs)} / {seconds(endMs)}
        </span>
      </div>
    </div>
  );
}
