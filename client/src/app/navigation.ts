import { Box, Clover, Gift, type LucideIcon, Repeat, Store, Swords, Trees, TrendingUp } from "lucide-react";
import type shell from "../i18n/shell.en.json";
import { paths } from "../routes/paths.ts";

export interface NavigationItem {
  readonly key: keyof (typeof shell)["nav"];
  readonly to: string;
  readonly icon: LucideIcon;
}

/** Where the header leads. */
export const NAVIGATION: readonly NavigationItem[] = [
  { key: "open", to: paths.caseList("all"), icon: Box },
  { key: "battle", to: paths.battleLobby(), icon: Swords },
  { key: "upgrade", to: paths.upgradeHall(), icon: TrendingUp },
  { key: "wish", to: paths.wishes(), icon: Trees },
  { key: "roll", to: paths.rolls(), icon: Gift },
  { key: "mall", to: paths.mall(), icon: Store },
  { key: "lucky", to: paths.luckycards(), icon: Clover },
  { key: "replace", to: paths.tradeIn(), icon: Repeat },
];
