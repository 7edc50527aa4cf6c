import { ListChecks, X } from "lucide-react";
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import type { RainRound } from "../../protocol/gen.ts";
import { limits } from "../../protocol/gen.ts";
import type { RainPlan } from "../../stage/rain-time.ts";
import type { SceneContext } from "../../stage/scene.ts";
import type { RainScene } from "../../stage/scenes/rain.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { useReducedMotion } from "../../state/settings.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { Gem } from "../../ui/gem.tsx";
import { formatCents } from "../../ui/number.ts";
import { Ring } from "../../ui/ring.tsx";
import { sound } from "../../ui/sound.ts";
import { PacketRow } from "./packet-row.tsx";
import s from "./rain.module.css";
import { RainSummary } from "./rain-summary.tsx";
import { countdownStep, type Phase, totalOf } from "./state.ts";
import { type Claims, useClaims } from "./use-claims.ts";

/** The bed is asked for anew: before the first gesture and while muted it is not heard. */
const BED_MS = 500;

const IMAGE = "/art/red-packet.webp";

interface RainScreenProps {
  round: RainRound;
  phase: Exclude<Phase, "none">;
  onClose: () => void;
}

/** The whole rain, from the countdown to the sum. Escape leaves it; packets that were claimed stay claimed. */
export function RainScreen({ round, phase, onClose }: RainScreenProps) {
  const { t } = useTranslation("rain");
  const calm = useReducedMotion();
  const claims = useClaims(round.id);
  // A keyboard, a screen reader or calm motion has the packets as a list; others may ask for it.
  const [list, setList] = useState(calm);
  useBed(phase === "falling");
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // Not a native modal: nothing here must be answered.
    <section
      ref={panel}
      className={s.rain}
      role="dialog"
      aria-label={t("title")}
      tabIndex={-1}
      data-phase={phase}
      data-part="rain"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <button type="button" className={s.close} aria-label={t("leave")} onClick={onClose}>
        <X size={22} aria-hidden />
      </button>
      {phase === "countdown" && <Countdown round={round} />}
      {phase === "falling" && (
        <>
          {!list && <Falling round={round} claims={claims} />}
          <Hud round={round} claims={claims} />
          {list ? (
            <PacketRow claims={claims} />
          ) : (
            <button type="button" className={s.instead} onClick={() => setList(true)}>
              <ListChecks size={18} aria-hidden />
              {t("list")}
            </button>
          )}
        </>
      )}
      {phase === "over" && <RainSummary round={round} onClose={onClose} />}
    </section>
  );
}

/** What a rain sounds like while packets fall, as a list, too: sound has a switch of its own. */
function useBed(falling: boolean): void {
  useEffect(() => {
    if (!falling) return;
    sound.bed(true);
    const timer = setInterval(() => sound.bed(true), BED_MS);
    return () => {
      clearInterval(timer);
      sound.bed(false);
    };
  }, [falling]);
}

/** The seconds of the server's clock, as a number that changes once a second. */
function useStep(step: () => number): number {
  const [value, setValue] = useState(step);
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const timer = setInterval(() => setValue(latest.current()), 100);
    return () => clearInterval(timer);
  }, []);
  return value;
}

function Countdown({ round }: { round: RainRound }) {
  const { t } = useTranslation("rain");
  const source = useBeaconSource(round.beaconSource);
  const language = useLanguage();
  const step = useStep(() => countdownStep(round, serverNow()));
  useEffect(() => sound.tick(step), [step]);
  return (
    <div className={s.countdown}>
      <img src={IMAGE} alt="" width={132} height={132} />
      <h2>{t("soon")}</h2>
      <strong key={step} className="num" aria-live="assertive">
        {step}
      </strong>
      <p>
        {t("rule", { count: round.claimsMax })}
        <br />
        {t("pool", { pool: formatCents(round.poolCents, language), cap: formatCents(round.capCents, language) })}
      </p>
      <BeaconSource className={s.source} source={source} />
    </div>
  );
}

/** The seconds that are left in a ring, how many packets are open and what they held. */
function Hud({ round, claims }: { round: RainRound; claims: Claims }) {
  const { t } = useTranslation(["rain", "ui"]);
  const language = useLanguage();
  const left = useStep(() => Math.max(0, Math.ceil((round.endsAtMs - serverNow()) / 1000)));
  const opened = claims.packets.filter(({ claimed }) => claimed).length;
  return (
    <div className={s.hud}>
      <Ring left={(left * 1000) / round.durationMs} size={78}>
        <b className="num" aria-hidden="true">
          {left}
        </b>
      </Ring>
      <div role="status">
        <small>{t("opened", { count: opened })}</small>
        <span className={s.sum}>
          <Gem />
          {formatCents(totalOf(claims.packets), language)}
          <span className="sr">{t("ui:gems")}</span>
        </span>
      </div>
    </div>
  );
}

interface Tap {
  readonly x: number;
  readonly y: number;
}

/** A packet that was opened by a tap: its gem rises where it was, with what it held. */
function Gains({ claims, taps }: { claims: Claims; taps: ReadonlyMap<string, Tap> }) {
  const language = useLanguage();
  return claims.packets.map((packet) => {
    const tap = taps.get(packet.id);
    if (!tap || !packet.claimed) return null;
    return (
      <span key={packet.id} className={s.gain} style={{ left: tap.x, top: tap.y }} aria-hidden="true">
        <b className="num">+{formatCents(packet.valueCents, language)}</b>
        <Gem size={116} />
      </span>
    );
  });
}

function Falling({ round, claims }: { round: RainRound; claims: Claims }) {
  const { t } = useTranslation("rain");
  const [stage, setStage] = useState<Stage | null>(null);
  const scene = useRef<RainScene | null>(null);
  const [taps, setTaps] = useState<ReadonlyMap<string, Tap>>(new Map());
  const plan = useMemo((): RainPlan => {
    const phone = matchMedia("(max-width: 750px)").matches;
    return {
      seed: Number(round.id) | 0,
      durationMs: round.durationMs,
      everyMs: phone ? limits.rainEveryPhone : limits.rainEveryMs,
      lifeMs: limits.rainLifeMs,
    };
  }, [round.id, round.durationMs]);
  const build = useCallback(
    async (context: SceneContext) => {
      const { rainScene } = await import("../../stage/scenes/rain.ts");
      return rainScene(context, plan, IMAGE);
    },
    [plan],
  );
  const onStage = useCallback((next: Stage | null, built: RainScene | null) => {
    scene.current = built;
    setStage(next);
  }, []);
  const moment = useCallback(() => serverNow() - round.startsAtMs, [round.startsAtMs]);
  useEffect(() => {
    stage?.play(moment);
  }, [stage, moment]);

  const hit = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const now = moment();
    const n = scene.current?.under(x, y, now) ?? -1;
    if (n < 0) return;
    const packet = claims.next();
    scene.current?.take(n, now, packet !== undefined);
    if (packet) setTaps((before) => new Map(before).set(packet.id, { x, y }));
  };
  return (
    <div className={s.field} onPointerDown={hit}>
      <StageHost build={build} onStage={onStage} reducedMotion={false} label={t("falling")} className={s.stage} />
      <Gains claims={claims} taps={taps} />
    </div>
  );
}
