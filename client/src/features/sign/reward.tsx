import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Gem } from "../../ui/gem.tsx";
import { formatCents, formatCount } from "../../ui/number.ts";
import { PRIZE_ICONS } from "../../ui/prize-icon.ts";
import type { RewardKind, SignItem } from "./api.ts";
import s from "./reward.module.css";

const drawn = (kind: RewardKind): kind is keyof typeof PRIZE_ICONS => kind in PRIZE_ICONS;

/** How a reward looks: a gem, a voucher's sign, or the box itself. */
export function RewardArt({ item, size = 40 }: { item: SignItem; size?: number }) {
  const { activityRewardType: kind, rewardImage } = item;
  if (kind === "diamond") return <Gem size={size} />;
  if (drawn(kind)) {
    const Icon = PRIZE_ICONS[kind];
    return (
      <span className={s.sign} data-kind={kind} style={{ width: size, height: size }}>
        <Icon size={Math.round(size * 0.56)} aria-hidden />
      </span>
    );
  }
  return <img className={s.box} src={rewardImage} alt="" width={size} height={size} loading="lazy" />;
}

/** "+0.10" for gems, "×5" for what is counted. */
export function useAmount(): (item: SignItem) => string {
  const language = useLanguage();
  return ({ activityRewardType, receiveNum }) =>
    activityRewardType === "diamond"
      ? `+${formatCents(Math.round(receiveNum * 100), language)}`
      : `×${formatCount(receiveNum, language)}`;
}

/** A reward in words: its name, and what a voucher is good for. */
export function useRewardText(): (item: SignItem) => string {
  const { t } = useTranslation("sign");
  const language = useLanguage();
  const amount = useAmount();
  return (item) => {
    const { percent, hours, worth, rewardName } = item;
    const name = `${rewardName} ${amount(item)}`;
    switch (item.activityRewardType) {
      case "OpenBox":
        return `${name} (${t("card.OpenBox", { percent, hours })})`;
      case "TrendChart":
        return `${name} (${t("card.TrendChart", { hours })})`;
      case "armyCompetitionCard":
        return `${name} (${t("card.armyCompetitionCard", { worth: formatCents(Math.round(worth * 100), language) })})`;
      default:
        return name;
    }
  };
}
