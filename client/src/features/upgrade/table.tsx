/**
 * The stage of the hall: what is put in, the wheel with the paid button right under it, what may be won, and at its
 * foot everything that has to be known before. While it turns, both sides are what is at stake; the selection is
 * folded.
 */
import { ArrowRight } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { rateUnit, type UpgradeFee } from "../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../i18n/language.ts";
import type { WheelPlace } from "../../stage/scenes/wheel.ts";
import { tierOf } from "../../stage/tiers.ts";
import { type WheelState, wheelPlan } from "../../stage/wheel-time.ts";
import { useItems } from "../../state/catalog.ts";
import { openOverlay } from "../../state/overlay.ts";
import { useWallet } from "../../state/wallet.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { FairButton } from "../../ui/fair-button.tsx";
import { formatCents, formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Slider } from "../../ui/slider.tsx";
import { sound } from "../../ui/sound.ts";
import { formatTimes } from "../../ui/times.ts";
import { type Choice, GEM_CENTS, mostOf, type Rate, stakeOf } from "./choice.ts";
import s from "./hall.module.css";
import { Ring } from "./ring.tsx";
import type { Phase, Round } from "./use-upgrade.ts";
import { Wheel } from "./wheel.tsx";

interface TableProps {
  choice: Choice;
  rate: Rate;
  /** Shown once it is known. */
  fee: UpgradeFee | undefined;
  phase: Phase;
  round: Round | null;
  /** Where items and targets are chosen. */
  mine: ReactNode;
  targets: ReactNode;
  onChange: (change: Partial<Choice>) => void;
  onStart: () => void;
  onShown: () => void;
}

const BP = 10_000;
/** Later than any moment of a wheel. */
const AFTERWARDS_MS = 1e9;
/** Items of a stake that are drawn; the sum tells of all. */
const DRAWN = 3;

export function Table(props: TableProps) {
  const { choice, rate, fee, phase, round, mine, targets, onChange, onStart, onShown } = props;
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const items = useItems();
  const gems = useWallet((wallet) => wallet.gemsCents);
  const busy = phase === "waiting" || phase === "spinning";
  const folded = phase !== "idle";
  const [rested, setRested] = useState<Round | null>(null);
  const plan = useMemo(
    () =>
      round &&
      wheelPlan({
        id: round.answer.result.resultId,
        startE8: round.play.startE8,
        rateE8: round.play.rateE8,
        v: round.answer.result.v,
        won: round.answer.won,
      }),
    [round],
  );
  const tier = round?.answer.won ? tierOf(round.play.targetCents, round.stakeCents) : 0;
  const target = choice.target ? items(choice.target.id) : undefined;
  // One identity a round: a change of language must not spin the wheel again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const prize = useMemo(() => target && { image: target.image, rarity: target.rarity }, [round]);
  const share = rate.verdict === "ok" ? rate.rateE8 / rateUnit : 0;
  const from = choice.startBp / BP;
  const to = (from + share) % 1 || share;
  const most = mostOf(gems);
  const stake = stakeOf(choice);
  const { stage, wheel, value, place, onMoment } = usePlaces();
  const skip = () => {
    sound.hush();
    setRested(round);
    onShown();
  };
  const resting = rested === round ? round : null;
  const outcome = resting ? (resting.answer.won ? "won" : "lost") : undefined;
  return (
    <div ref={stage} className={s.stage} data-part="stage" data-phase={phase} data-outcome={outcome}>
      {plan && (
        <Wheel
          className={s.canvas}
          plan={plan}
          tier={tier}
          prize={prize}
          place={place}
          onMoment={onMoment}
          label={t("wheel.label")}
          onRest={() => setRested(round)}
          onSettled={onShown}
          at={phase === "settled" ? AFTERWARDS_MS : undefined}
        />
      )}
      <div className={s.sides} aria-hidden>
        <Stake defs={choice.items.map(({ def }) => def)} cents={stake} />
        <ArrowRight size={18} className={s.arrow} />
        <Target id={choice.target?.id} cents={rate.targetCents} />
      </div>
      <div className={cx(s.mine, folded && s.folded)}>
        {mine}
        {folded && <Stake defs={choice.items.map(({ def }) => def)} cents={stake} />}
      </div>
      <div className={s.middle}>
        <div ref={wheel} className={s.wheel} data-part="wheel">
          {!plan && <Ring start={from} rate={share} />}
          <div className={s.rate}>
            {outcome === "lost" ? (
              <b className={s.lost}>{t("result.lost")}</b>
            ) : outcome === "won" && round ? (
              <>
                <b className={s.won}>
                  <Price cents={round.play.targetCents} />
                </b>
                <span className={s.chip} data-tier={tier}>
                  {formatTimes(round.play.targetCents / round.stakeCents, language)}
                </span>
              </>
            ) : (
              <>
                <span>{t("table.rate")}</span>
                <b className="num">{share > 0 ? formatShare(share, language) : "–"}</b>
                {share > 0 && (
                  <span>{t("table.range", { from: formatShare(from, language), to: formatShare(to, language) })}</span>
                )}
              </>
            )}
            <span ref={value} className={cx("num", s.value)} />
          </div>
        </div>
        <Button
          kind="primary"
          size="l"
          className={s.go}
          busy={phase === "waiting"}
          disabled={phase !== "spinning" && rate.verdict !== "ok"}
          onClick={phase === "spinning" ? skip : onStart}
        >
          {phase === "spinning"
            ? t("table.skip")
            : choice.target && choice.gemsCents > 0
              ? t("table.goGems", { gems: formatCents(choice.gemsCents, language) })
              : t("table.go")}
        </Button>
        <p className={s.say} role="status">
          {phase === "waiting"
            ? t("table.waiting")
            : rate.verdict === "ok"
              ? t("table.returned", { share: formatShare(rate.returned, language) })
              : t(`table.${rate.verdict}`)}
        </p>
      </div>
      <div className={cx(s.target, folded && s.folded)}>
        {targets}
        {folded && <Target id={choice.target?.id} cents={rate.targetCents} stake={stake} />}
      </div>
      <div className={s.strip}>
        <Slider
          label={t("table.gems")}
          shown={formatCents(choice.gemsCents, language)}
          min={0}
          max={most}
          step={GEM_CENTS}
          value={Math.min(choice.gemsCents, most)}
          disabled={busy || most === 0}
          onChange={(gemsCents) => onChange({ gemsCents })}
        />
        <Slider
          label={t("table.section")}
          shown={`${formatShare(from, language)} – ${formatShare(to, language)}`}
          min={0}
          max={BP - 1}
          step={1}
          value={choice.startBp}
          disabled={busy}
          onChange={(startBp) => onChange({ startBp })}
        />
        <div className={s.small}>
          {fee && (
            <p className={s.note} data-part="fee">
              {t("table.fee", {
                draw: formatShare(fee.drawPPM / 1e6, language),
                least: formatShare(fee.leastPPM / 1e6, language),
              })}
            </p>
          )}
          <FairButton className={s.fair} onOpen={() => openOverlay("fair", { game: "upgrade" })}>
            {t("table.fair")}
          </FairButton>
        </div>
      </div>
    </div>
  );
}

/** Where the scene finds the wheel and its target on the page, and where it writes its running value. */
function usePlaces() {
  const stage = useRef<HTMLDivElement>(null);
  const wheel = useRef<HTMLDivElement>(null);
  const value = useRef<HTMLSpanElement>(null);
  const language = useLanguage();
  const latest = useRef(language);
  latest.current = language;
  const place = useCallback((width: number, height: number): WheelPlace => {
    const [field, dial] = [stage.current?.getBoundingClientRect(), wheel.current?.getBoundingClientRect()];
    if (!field || !dial) return { x: width / 2, y: height / 2, radius: Math.min(width, height) / 3 };
    const picture = [...(stage.current?.querySelectorAll<HTMLElement>("[data-target]") ?? [])]
      .map((element) => element.getBoundingClientRect())
      .find((box) => box.width > 0);
    return {
      x: dial.x + dial.width / 2 - field.x,
      y: dial.y + dial.height / 2 - field.y,
      radius: dial.width / 2,
      target: picture && {
        x: picture.x + picture.width / 2 - field.x,
        y: picture.y + picture.height / 2 - field.y,
        width: picture.width,
      },
    };
  }, []);
  const onMoment = useCallback((state: WheelState) => {
    const text = formatCents(Math.round(state.place * BP), latest.current);
    if (value.current && value.current.textContent !== text) value.current.textContent = text;
  }, []);
  return { stage, wheel, value, place, onMoment };
}

function Stake({ defs, cents }: { defs: readonly number[]; cents: number }) {
  const { t } = useTranslation("upgrade");
  const items = useItems();
  const first = defs[0] === undefined ? undefined : items(defs[0]);
  return (
    <div className={s.stake} style={first && rarityStyle(first.rarity)}>
      <div className={s.fan}>
        {defs.slice(0, DRAWN).map((def, i) => {
          const item = items(def);
          // biome-ignore lint/suspicious/noArrayIndexKey: one item may lie there twice, and nothing of it is kept
          return item && <img key={i} src={item.image} alt="" width={384} height={288} />;
        })}
      </div>
      <span>{t("table.give")}</span>
      <Price cents={cents} />
    </div>
  );
}

function Target({ id, cents, stake = 0 }: { id: number | undefined; cents: number; stake?: number }) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const items = useItems();
  const item = id === undefined ? undefined : items(id);
  return (
    <div className={s.stake} style={item && rarityStyle(item.rarity)}>
      {item && <img src={item.image} alt="" width={384} height={288} data-target="" />}
      <span>
        {item ? item.brand : t("table.get")} {item && <b>{item.name}</b>}
      </span>
      <Price cents={cents} />
      {stake > 0 && <i className={s.chip}>{formatTimes(cents / stake, language)}</i>}
    </div>
  );
}
