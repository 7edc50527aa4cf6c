/**
 * The reel of an opening: one wide reel for one box, two to five columns for several. The parent owns the request and
 * the phase; this shows the box while idle, spins what it is given and says once when the results are on the table.
 * Deliberately absent: the call that opens, money, selling.
 */
import { SkipForward } from "lucide-react";
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { REEL_REDUCED_MS } from "../../stage/reel-time.ts";
import type { BuildScene } from "../../stage/scene.ts";
import type { SoundPort } from "../../stage/sound.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { usePlaying } from "../../state/playing.ts";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import s from "./open-reel.module.css";
import { openingTimeline } from "./opening-timeline.ts";
import type { OpenReelStrip } from "./strips.ts";

export type OpenReelPhase = "idle" | "waiting" | "spinning" | "settled";

export interface OpenReelProps {
  readonly box: { readonly name: string; readonly image: string; readonly accent: string };
  /** Openings chosen, 1–5: how many places are shown while idle. */
  readonly count: number;
  /** One per result; empty until the server has answered. Keep the identity while it spins. */
  readonly strips: readonly OpenReelStrip[];
  /** `waiting` while the request is out, `spinning` once strips are there, `settled` after `onSettled`. */
  readonly phase: OpenReelPhase;
  /** Price paid for one opening: a result below it gets no fanfare. */
  readonly stakeCents: number;
  readonly reducedMotion: boolean;
  readonly sound?: SoundPort | undefined;
  /** The results may be shown: the reels rest, were skipped, or cannot be drawn here. Called once a spin. */
  readonly onSettled: () => void;
}

/** A browser that cannot show the reel by then gets the results without it. */
const READY_MS = 4000;
/** So long after the reels rest nothing moves any more, the burst included. */
const AFTERWARDS_MS = 1e6;

export function OpenReel(props: OpenReelProps) {
  const { box, count, strips, phase, stakeCents, reducedMotion, sound, onSettled } = props;
  const { t } = useTranslation("open-reel");
  const shown = phase === "spinning" || phase === "settled";
  usePlaying(phase === "waiting" || phase === "spinning");
  const timeline = useMemo(() => openingTimeline(strips, stakeCents), [strips, stakeCents]);
  const spin = useSpin(shown && strips.length > 0, timeline.restMs, reducedMotion, onSettled);
  const build = useCallback<BuildScene>((context) => timeline.build(context), [timeline]);

  useEffect(() => {
    void import("../../stage/stage.ts"); // the box is on screen: the reel is what comes next
    void import("../../stage/scenes/columns.ts");
    void import("../../stage/scenes/case-reel.ts");
  }, []);

  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the button that opens is below the reel: what was paid for must be seen.
    if (phase === "spinning") place.current?.scrollIntoView({ block: "nearest" });
  }, [phase]);

  const many = (shown ? strips.length : count) > 1;
  return (
    <div
      ref={place}
      className={cx(s.reel, many && s.many)}
      style={{ "--a": box.accent, "--n": shown ? strips.length : count } as CSSProperties}
      data-phase={phase}
    >
      {shown && strips.length > 0 ? (
        <StageHost
          className={s.canvas}
          build={build}
          onStage={spin.onStage}
          onUnavailable={spin.finish}
          reducedMotion={reducedMotion}
          sound={sound}
          label={t("label", { name: box.name })}
        />
      ) : (
        <div className={s.idle} aria-busy={phase === "waiting"}>
          {Array.from({ length: count }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal places without identity
            <img key={i} src={box.image} alt={i === 0 ? box.name : ""} width={448} height={336} />
          ))}
        </div>
      )}
      {phase === "spinning" && !reducedMotion && (
        <button type="button" className={s.skip} onClick={spin.skip}>
          <SkipForward size={16} aria-hidden />
          {t("skip")}
        </button>
      )}
      {phase === "settled" && (
        <ul className={s.results} role="status">
          {strips.map((strip) => (
            <li key={strip.resultId} style={rarityStyle(strip.won.rarity)}>
              <span>{strip.won.brand}</span>
              <b>{strip.won.name}</b>
              <Price cents={strip.valueCents} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Spin {
  readonly onStage: (stage: Stage | null) => void;
  readonly skip: () => void;
  readonly finish: () => void;
}

/**
 * Runs a spin once its stage is ready. A timer, not the frames, decides that it is over: a hidden tab draws no frames
 * and must still be shown its results.
 */
function useSpin(active: boolean, restMs: number, reducedMotion: boolean, onSettled: () => void): Spin {
  const stage = useRef<Stage | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settled = useRef(false);
  const latest = useRef(onSettled);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    latest.current = onSettled;
  });

  const finish = useCallback(() => {
    clearTimeout(timer.current);
    if (settled.current) return;
    settled.current = true;
    latest.current();
  }, []);

  useEffect(() => {
    if (!active) return;
    settled.current = false;
    timer.current = setTimeout(finish, READY_MS);
    return () => clearTimeout(timer.current);
  }, [active, finish]);

  useEffect(() => {
    const reel = stage.current;
    if (!active || !ready || !reel) return;
    if (settled.current) {
      reel.draw(restMs + AFTERWARDS_MS); // it came after the results, or once more after a lost graphics context
      return;
    }
    const startedAt = performance.now();
    const clock = (): number => performance.now() - startedAt;
    reel.play(clock);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        // Frames may be late or missing: the results must not stand over a reel that still turns.
        reel.draw(Math.max(clock(), restMs));
        reel.play(clock);
        finish();
      },
      reducedMotion ? REEL_REDUCED_MS : restMs,
    );
    return () => clearTimeout(timer.current);
  }, [active, ready, reducedMotion, restMs, finish]);

  const onStage = useCallback((next: Stage | null) => {
    stage.current = next;
    setReady(next !== null);
  }, []);
  const skip = useCallback(() => {
    stage.current?.draw(restMs + AFTERWARDS_MS);
    finish();
  }, [restMs, finish]);
  return { onStage, skip, finish };
}
