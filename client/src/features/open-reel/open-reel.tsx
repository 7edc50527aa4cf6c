/**
 * The stage of an opening: one wide reel, or two to five rows under one line. The parent owns the request and the
 * phase; this shows the box at rest, turns from the click on, lands on what it is given and says once when the results
 * are on the table. Deliberately absent: the call that opens, money, selling.
 */
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, useLanguage } from "../../i18n/language.ts";
import type { OpeningLayout } from "../../stage/opening-layout.ts";
import type { OpeningMoment, OpeningScenePlan } from "../../stage/scenes/opening.ts";
import type { SoundPort } from "../../stage/sound.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { TIERS } from "../../stage/tiers.ts";
import { whenIdle } from "../../state/live.ts";
import { useScene } from "../../state/playing.ts";
import { cx } from "../../ui/class-names.ts";
import { Gem } from "../../ui/gem.tsx";
import { formatCents, formatShare } from "../../ui/number.ts";
import { rarityStyle } from "../../ui/rarity.ts";
import { formatTimes } from "../../ui/times.ts";
import { bestRow, openingAnswer, openingTier, sumCents } from "./answer.ts";
import s from "./open-reel.module.css";
import type { OpenReelStrip, ReelPool } from "./strips.ts";
import { type OpenReelPhase, useOpeningScene } from "./use-opening-scene.ts";

export interface OpenReelProps {
  readonly box: { readonly name: string; readonly image: string; readonly accent: string };
  /** Openings chosen, 1–5. */
  readonly count: number;
  /** What lies on the reels at rest; null while the catalogue is not there. Keep the identity. */
  readonly pool: ReelPool | null;
  /** One per result; empty until the server has answered. Keep the identity while it spins. */
  readonly strips: readonly OpenReelStrip[];
  /** `waiting` while the request is out, `spinning` once strips are there, `settled` after `onSettled`. */
  readonly phase: OpenReelPhase;
  /** Paid for one opening; 0 is free. */
  readonly stakeCents: number;
  /** What one opening is measured against: what was paid, or what the box gives on average where it is free. */
  readonly eachCents: number;
  readonly reducedMotion: boolean;
  readonly fast: boolean;
  readonly sound?: SoundPort | undefined;
  /** The results may be shown: the reels rest, were skipped, or cannot be drawn here. Called once a spin. */
  readonly onSettled: () => void;
}

export function OpenReel(props: OpenReelProps) {
  const { box, count, pool, strips, phase, stakeCents, eachCents, reducedMotion, fast, sound, onSettled } = props;
  const { t } = useTranslation("open-reel");
  const language = useLanguage();
  const words = useWords(language);
  const plan = useMemo<OpeningScenePlan | null>(
    () => pool && { ...pool, onMoment: words.onMoment, onLayout: words.onLayout },
    [pool, words.onMoment, words.onLayout],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies(fast): what is under way keeps its pace
  const answer = useMemo(
    () => (strips.length > 0 ? openingAnswer(strips, eachCents, fast) : null),
    [strips, eachCents],
  );
  const run = useOpeningScene({ phase, answer, plan, sound, onSettled });
  const shown = (phase === "spinning" || phase === "settled") && strips.length > 0;
  const running = phase === "waiting" || phase === "spinning";
  useScene(running || run.showing);
  const mounted = useMounted(phase !== "idle");

  const tier = openingTier(strips, eachCents);
  const many = (strips.length || count) > 1;
  return (
    <div
      ref={words.root}
      className={cx(s.reel, many && s.many)}
      style={{ "--a": box.accent, "--number": `${TIERS[tier].numberPx}px` } as CSSProperties}
      data-phase={phase}
      data-tier={shown ? tier : undefined}
      data-part="stage"
    >
      {mounted && plan && (
        <StageHost
          key={pool?.strips.length}
          className={s.canvas}
          build={run.build}
          onStage={run.onStage}
          onUnavailable={run.onUnavailable}
          reducedMotion={reducedMotion}
          sound={sound}
          label={t("label", { name: box.name })}
        />
      )}
      <img className={s.box} src={box.image} alt={box.name} width={448} height={336} aria-busy={phase === "waiting"} />
      <div className={s.shade} />
      {shown && !many && strips[0] && (
        <OneResult strip={strips[0]} stakeCents={stakeCents} tier={tier} language={language} />
      )}
      {shown && many && (
        <Rows strips={strips} stakeCents={stakeCents} eachCents={eachCents} tier={tier} language={language} />
      )}
      {(phase === "spinning" || (phase === "settled" && run.showing)) && !reducedMotion && (
        <button type="button" className={s.skip} onClick={run.skip} aria-label={t("show")} />
      )}
      <div className="sr" role="status">
        {phase === "settled" &&
          strips.map(({ resultId, won, valueCents }) => (
            <p key={resultId}>
              {won.brand} {won.name} {formatCents(valueCents, language)}
            </p>
          ))}
      </div>
    </div>
  );
}

interface ResultProps {
  readonly stakeCents: number;
  readonly tier: number;
  readonly language: Language;
}

/** Brand, name, the number that counts up, the chip, and what was paid for it. */
function OneResult({ strip, stakeCents, tier, language }: ResultProps & { readonly strip: OpenReelStrip }) {
  const { t } = useTranslation("open-reel");
  const { won, valueCents, chance } = strip;
  const paid = formatCents(stakeCents, language);
  return (
    <div className={s.words} style={rarityStyle(won.rarity)} aria-hidden data-words="">
      <div className={s.name}>
        <span>{won.brand}</span>
        <b>{won.name}</b>
      </div>
      <div className={s.sum}>
        <span className={s.number}>
          <Gem />
          <span data-number="">{formatCents(valueCents, language)}</span>
        </span>
        {stakeCents > 0 && (
          <span className={s.chip} data-chip="">
            {formatTimes(valueCents / stakeCents, language)}
          </span>
        )}
      </div>
      <p className={s.paid}>
        {tier === 0 && stakeCents > 0
          ? t("less", { paid, less: formatCents(stakeCents - valueCents, language) })
          : t(stakeCents > 0 ? "paidFor" : "free", { chance: formatShare(chance, language), paid })}
      </p>
    </div>
  );
}

function Rows({
  strips,
  stakeCents,
  eachCents,
  tier,
  language,
}: ResultProps & { readonly strips: readonly OpenReelStrip[]; readonly eachCents: number }) {
  const { t } = useTranslation("open-reel");
  const best = bestRow(strips, eachCents);
  const sum = sumCents(strips);
  const paid = stakeCents * strips.length;
  return (
    <>
      <ul className={s.rows} aria-hidden>
        {strips.map(({ resultId, won, valueCents }, i) => (
          <li
            key={resultId}
            style={rarityStyle(won.rarity)}
            data-words=""
            data-best={i === best || undefined}
            data-less={valueCents < eachCents || undefined}
          >
            <span>{won.brand}</span>
            <b>{won.name}</b>
            <div>
              <span className={s.value}>
                <Gem />
                {formatCents(valueCents, language)}
              </span>
              {stakeCents > 0 && <i>{formatTimes(valueCents / stakeCents, language)}</i>}
            </div>
          </li>
        ))}
      </ul>
      <div className={s.total} aria-hidden>
        <div>
          <span>{t("together", { count: strips.length })}</span>
          <span className={s.number}>
            <Gem />
            <span data-number="">{formatCents(sum, language)}</span>
          </span>
        </div>
        {paid > 0 && (
          <div>
            <span className={cx(s.chip, tier > 0 && s.jade)} data-chip="">
              {formatTimes(sum / paid, language)}
            </span>
            <span>{t("paid", { paid: formatCents(paid, language) })}</span>
          </div>
        )}
      </div>
    </>
  );
}

/** Mounted with the first opening, and else when the page has nothing better to do: a reel at rest is decoration. */
function useMounted(needed: boolean): boolean {
  const [mounted, setMounted] = useState(needed);
  useEffect(() => {
    if (needed) setMounted(true);
    else whenIdle(() => setMounted(true));
  }, [needed]);
  return mounted || needed;
}

/** Writes what a moment shows into the words: past React, only opacity, a transform and the text of one number. */
function useWords(language: Language) {
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(language);
  useEffect(() => {
    latest.current = language;
  });
  const shown = useRef(-1);
  const onMoment = useCallback((moment: OpeningMoment) => {
    const element = root.current;
    if (!element) return;
    let i = 0;
    for (const words of element.querySelectorAll<HTMLElement>("[data-words]")) {
      const alpha = String(moment.words[i++] ?? 0);
      if (words.style.opacity !== alpha) words.style.opacity = alpha;
    }
    const chip = element.querySelector<HTMLElement>("[data-chip]");
    if (chip) chip.style.transform = `scale(${moment.chip})`;
    const number = element.querySelector("[data-number]");
    if (number && (shown.current !== moment.cents || number.textContent === "")) {
      shown.current = moment.cents;
      number.textContent = formatCents(moment.cents, latest.current);
    }
    element.toggleAttribute("data-landed", moment.landed);
  }, []);
  const onLayout = useCallback((layout: OpeningLayout) => {
    const style = root.current?.style;
    style?.setProperty("--row", `${layout.rowHeight}px`);
    style?.setProperty("--words-x", `${layout.wordsX}px`);
    style?.setProperty("--total", `${layout.totalHeight}px`);
  }, []);
  return { root, onMoment, onLayout };
}
