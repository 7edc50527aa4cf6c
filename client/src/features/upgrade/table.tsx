import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { rateUnit, type UpgradeFee } from "../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../i18n/language.ts";
import { wheelPlan } from "../../stage/wheel-time.ts";
import { useItems } from "../../state/catalog.ts";
import { openOverlay } from "../../state/overlay.ts";
import { useWallet } from "../../state/wallet.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Button } from "../../ui/button.tsx";
import { FairButton } from "../../ui/fair-button.tsx";
import { formatCents, formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Slider } from "../../ui/slider.tsx";
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
  onChange: (change: Partial<Choice>) => void;
  onStart: () => void;
  onShown: () => void;
}

const BP = 10_000;

/** The middle of the hall: both sides, the wheel, and everything that has to be known before the paid button. */
export function Table({ choice, rate, fee, phase, round, onChange, onStart, onShown }: TableProps) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const gems = useWallet((wallet) => wallet.gemsCents);
  const busy = phase === "waiting" || phase === "spinning";
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
  const cheer = round?.answer.won === true && round.play.targetCents >= round.stakeCents;
  const share = rate.verdict === "ok" ? rate.rateE8 / rateUnit : 0;
  const most = mostOf(gems);
  return (
    <div className={s.table}>
      <div className={s.sides}>
        <Side title={t("table.give")} defs={choice.items.map(({ def }) => def)} cents={stakeOf(choice)} />
        <ArrowRight size={22} aria-hidden className={s.arrow} />
        <Side title={t("table.get")} defs={choice.target ? [choice.target.id] : []} cents={rate.targetCents} />
      </div>
      <div className={s.wheel}>
        {plan ? (
          <Wheel className={s.canvas} plan={plan} cheer={cheer} label={t("wheel.label")} onSettled={onShown} />
        ) : (
          <Ring start={choice.startBp / BP} rate={share} />
        )}
        <div className={s.rate} data-phase={phase}>
          <b className="num">{share > 0 ? formatShare(share, language) : "–"}</b>
          <span>{t("table.rate")}</span>
        </div>
      </div>
      <p className={s.say} role="status">
        {phase === "waiting"
          ? t("table.waiting")
          : rate.verdict === "ok"
            ? t("table.returned", { share: formatShare(rate.returned, language) })
            : t(`table.${rate.verdict}`)}
      </p>
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
        shown={`${formatShare(choice.startBp / BP, language)} – ${formatShare((choice.startBp / BP + share) % 1 || share, language)}`}
        min={0}
        max={BP - 1}
        step={1}
        value={choice.startBp}
        disabled={busy}
        onChange={(startBp) => onChange({ startBp })}
      />
      <p className={s.note}>{t("table.sectionNote")}</p>
      {fee && (
        <p className={s.note} data-part="fee">
          {t("table.fee", {
            draw: formatShare(fee.drawPPM / 1e6, language),
            least: formatShare(fee.leastPPM / 1e6, language),
          })}
        </p>
      )}
      <Button kind="primary" size="l" busy={busy} disabled={rate.verdict !== "ok"} onClick={onStart}>
        {choice.target && choice.gemsCents > 0
          ? t("table.goGems", { gems: formatCents(choice.gemsCents, language) })
          : t("table.go")}
      </Button>
      <FairButton className={s.fair} onOpen={() => openOverlay("fair", { game: "upgrade" })}>
        {t("table.fair")}
      </FairButton>
    </div>
  );
}

function Side({ title, defs, cents }: { title: string; defs: readonly number[]; cents: number }) {
  const { t } = useTranslation("upgrade");
  const items = useItems();
  const first = defs[0] === undefined ? undefined : items(defs[0]);
  return (
    <div className={s.side} style={first && rarityStyle(first.rarity)}>
      <span className={s.sideTitle}>{title}</span>
      {first ? (
        <>
          <ItemArt image={first.image} thumb={first.thumb} sizes="160px" eager />
          <b>
            {first.brand} | {first.name}
          </b>
        </>
      ) : (
        <span className={s.none}>{t("table.empty")}</span>
      )}
      <span className={s.sum}>
        {defs.length > 1 && <span>{t("table.more", { count: defs.length - 1 })}</span>}
        <Price cents={cents} />
      </span>
    </div>
  );
}
