import { BarChart3, Percent, Puzzle, RotateCcw, Swords } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Gem } from "../../ui/gem.tsx";
import { formatCents, formatCount, formatShare } from "../../ui/number.ts";
import type { Reward } from "./api.ts";
import s from "./result-dialog.module.css";
import type { Round } from "./use-upgrade.ts";

/**
 * What the wheel did not show: the numbers that decided, and what a running activity adds. The item and its light were
 * the scene's. A loss is said plainly, never cheered.
 */
export function ResultDialog({ round, onClose }: { round: Round; onClose: () => void }) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const { won, result, rewards, rateE8 } = round.answer;
  return (
    <Dialog title={t(won ? "result.won" : "result.lost")} onClose={onClose} size="s">
      <div className={s.result}>
        <p>
          {t(won ? "result.wonText" : "result.lostText", {
            rate: formatShare(rateE8 / 1e8, language),
            number: formatShare(result.v / 0xffffff, language),
          })}
        </p>
        {rewards.length > 0 && <Rewards rewards={rewards} />}
        <Link to={paths.verify(result.resultId)}>{t("result.verify")}</Link>
      </div>
      <DialogActions>
        {won && <ButtonLink to={paths.backpack()}>{t("result.bag")}</ButtonLink>}
        <Button kind="primary" onClick={onClose}>
          {t("result.again")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Product spec §2, upgrade result modal: diamond, discount, chart, competition-card and debris prizes. */
const KINDS = {
  diamond: Gem,
  OpenBox: Percent,
  TrendChart: BarChart3,
  armyCompetitionCard: Swords,
  debris: Puzzle,
  resetOpenBox: RotateCcw,
} as const;

type Kind = keyof typeof KINDS;
const isKind = (name: string): name is Kind => name in KINDS;

export function Rewards({ rewards }: { rewards: readonly Reward[] }) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  return (
    <ul className={s.rewards} aria-label={t("result.rewards")}>
      {rewards.map((reward, place) => {
        if (!isKind(reward.rewardTypeEnum)) return null;
        const Icon = KINDS[reward.rewardTypeEnum];
        const amount =
          reward.rewardTypeEnum === "diamond"
            ? formatCents(reward.rewardNum, language)
            : formatCount(reward.rewardNum, language);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two prizes may be of one kind, and the list never changes
          <li key={place} data-kind={reward.rewardTypeEnum}>
            <Icon size={22} aria-hidden />
            <b>{reward.propName || t(`reward.${reward.rewardTypeEnum}`)}</b>
            <span className="num">×{amount}</span>
          </li>
        );
      })}
    </ul>
  );
}
