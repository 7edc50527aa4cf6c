/** A reward of a prop box in words and as a picture. */
import { Puzzle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatCents, formatCount } from "../../ui/number.ts";
import { PRIZE_ICONS } from "../../ui/prize-icon.ts";

export function RewardArt({ type }: { type: string }) {
  if (type === "diamond") return <img src="/art/gem-lg.webp" alt="" width={72} height={72} />;
  const Icon = type in PRIZE_ICONS ? PRIZE_ICONS[type as keyof typeof PRIZE_ICONS] : Puzzle;
  return <Icon size={44} strokeWidth={1.5} aria-hidden />;
}

const KNOWN = ["diamond", "debris", "OpenBox", "TrendChart", "armyCompetitionCard", "resetOpenBox"] as const;

export function useRewardText(): (type: string, num: number) => string {
  const { t } = useTranslation("task");
  const language = useLanguage();
  return (type, num) => {
    const known = KNOWN.find((name) => name === type);
    if (!known) return type;
    return t(`reward.${known}`, { num: known === "diamond" ? formatCents(num, language) : formatCount(num, language) });
  };
}
