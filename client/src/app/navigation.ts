import { Box, Clover, Gift, Repeat, Store, Swords, Trees, TrendingUp } from "lucide-react";
import { paths } from "../paths.ts";

/** Where the header leads. Without an address the feature is not released: it says so instead of leading nowhere. */
export const NAVIGATION = [
  { key: "open", to: paths.caseList("all"), icon: Box },
  { key: "battle", to: paths.battleHall(), icon: Swords },
  { key: "upgrade", to: paths.upgradeHall(), icon: TrendingUp },
  { key: "wish", to: paths.wishes(), icon: Trees },
  { key: "roll", to: paths.rolls(), icon: Gift },
  { key: "mall", to: null, icon: Store },
  { key: "lucky", to: paths.luckycards(), icon: Clover },
  { key: "replace", to: paths.tradeIn(), icon: Repeat },
] as const;

export type NavigationItem = (typeof NAVIGATION)[number];
