/** A reward of a prop box in words and as a picture. */
import { BarChart3, Percent, Puzzle, RotateCcw, Swords } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatCents, formatCount } from "../../ui/number.ts";

const ICONS = {
  OpenBox: Percent,
  TrendChart: BarChart3,
  armyCompetitionCard: Swords,
  resetOpenBox: RotateCcw,
  debris: Puzzle,
} as const;

export function RewardArt({ type }: { type: string }) {
  if (type === "diamond") return <img src="/art/gem-lg.webp" alt="" width={72} height={72} />;
  const Icon = type in ICONS ? ICONS[type as keyof typeof ICONS] : Puzzle;
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
