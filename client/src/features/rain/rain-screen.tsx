import { X } from "lucide-react";
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
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import { PacketRow } from "./packet-row.tsx";
import s from "./rain.module.css";
import { RainSummary } from "./rain-summary.tsx";
import { countdownStep, type Phase, totalOf } from "./state.ts";
import { useClaims } from "./use-claims.ts";

const IMAGE = "/art/red-packet.webp";

interface RainScreenProps {
  round: RainRound;
  phase: Exclude<Phase, "none">;
  onClose: () => void;
}

/** The whole rain, from the countdown to the sum. Escape leaves it; packets that were claimed stay claimed. */
export function RainScreen({ round, phase, onClose }: RainScreenProps) {
  const { t } = useTranslation("rain");
  const language = useLanguage();
  const calm = useReducedMotion();
  const claims = useClaims(round.id);
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
          {!calm && <Falling round={round} claim={claims.next} />}
          <div className={s.head}>
            <b>{t("title")}</b>
            <Seconds round={round} />
            <span className={s.sum} role="status">
              {t("total", { gems: formatCents(totalOf(claims.packets), language) })}
            </span>
          </div>
          <PacketRow claims={claims} />
        </>
      )}
      {phase === "over" && <RainSummary round={round} onClose={onClose} />}
    </section>
  );
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
        {t("terms", { pool: formatCents(round.poolCents, language), cap: formatCents(round.capCents, language) })}
      </p>
      <BeaconSource className={s.source} source={source} />
    </div>
  );
}

function Seconds({ round }: { round: RainRound }) {
  const { t } = useTranslation("rain");
  const left = useStep(() => Math.max(0, Math.ceil((round.endsAtMs - serverNow()) / 1000)));
  return (
    <span className={s.seconds} aria-hidden="true">
      {t("left", { count: left })}
    </span>
  );
}

function Falling({ round, claim }: { round: RainRound; claim: () => boolean }) {
  const { t } = useTranslation("rain");
  const [stage, setStage] = useState<Stage | null>(null);
  const scene = useRef<RainScene | null>(null);
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
      scene.current = await rainScene(context, plan, IMAGE);
      return scene.current;
    },
    [plan],
  );
  const moment = useCallback(() => serverNow() - round.startsAtMs, [round.startsAtMs]);
  useEffect(() => {
    stage?.play(moment);
  }, [stage, moment]);

  const hit = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const now = moment();
    const n = scene.current?.under(event.clientX - box.left, event.clientY - box.top, now) ?? -1;
    if (n >= 0) scene.current?.take(n, now, claim());
  };
  return (
    <div className={s.field} onPointerDown={hit}>
      <StageHost build={build} onStage={setStage} reducedMotion={false} label={t("falling")} className={s.stage} />
    </div>
  );
}
