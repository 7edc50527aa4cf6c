import { BarChart3, Percent, Puzzle, RotateCcw, Swords } from "lucide-react";

/** The signs of the kinds of vouchers (product spec §9, rewardTypeEnum), wherever one is given, won or used. */
export const VOUCHER_ICONS = {
  OpenBox: Percent,
  TrendChart: BarChart3,
  armyCompetitionCard: Swords,
  resetOpenBox: RotateCcw,
} as const;

/** Those of all prizes that have no picture of their own. */
export const PRIZE_ICONS = { ...VOUCHER_ICONS, debris: Puzzle } as const;
