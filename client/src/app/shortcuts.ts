/** The shortcuts (product spec §2, "Side bar"): the rail of wide screens and the menu of narrow ones show the same. */
import {
  Bell,
  CalendarCheck,
  Carrot,
  CircleHelp,
  Gift,
  ListChecks,
  type LucideIcon,
  Package,
  PackageOpen,
  QrCode,
  ShieldCheck,
  Trophy,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n/language.ts";
import type shell from "../i18n/shell.en.json";
import { paths } from "../routes/paths.ts";
import { openOverlay, useOverlay } from "../state/overlay.ts";
import { useSession } from "../state/session.ts";
import { openSign, useSignDot } from "../state/sign.ts";
import { useFreeBox, useTasksClaimable } from "../state/tasks.ts";
import { useWallet } from "../state/wallet.ts";
import { isNewcomer } from "../state/welfare.ts";
import { useSite } from "./site-info.ts";

export interface Shortcut {
  readonly key: keyof (typeof shell)["rail"];
  readonly icon: LucideIcon;
  /** As a screen reader has it: with its news. */
  readonly name: string;
  /** A number that is held, or a dot for what is new. */
  readonly mark?: string | "dot" | undefined;
  /** Where it leads, or what it opens. */
  readonly to?: string;
  readonly open?: () => void;
  /** The first of another group. */
  readonly apart?: true;
}

const MOST_SHOWN = 99;

/** None of them is in the header. The groups are for Chinese alone. */
export function useShortcuts(): readonly Shortcut[] {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const isNew = useSession(({ user }) => isNewcomer(user));
  const bagCount = useWallet((wallet) => wallet.bagCount);
  const unread = useOverlay((overlay) => overlay.unread);
  const claimable = useTasksClaimable();
  const signDot = useSignDot();
  const freeBox = useFreeBox();
  const groups = useSite()?.groups ?? [];
  const held = bagCount > MOST_SHOWN ? `${MOST_SHOWN}+` : bagCount > 0 ? String(bagCount) : undefined;
  const marked = (key: Shortcut["key"], news: string | false) => ({
    name: news ? `${t(`rail.${key}`)} (${news})` : t(`rail.${key}`),
    mark: news ? "dot" : undefined,
  });
  return [
    {
      key: "sign",
      icon: CalendarCheck,
      ...marked("sign", signDot && t("claimable")),
      open: () => openSign("board"),
    },
    { key: "tasks", icon: ListChecks, ...marked("tasks", claimable && t("claimable")), to: paths.tasks() },
    {
      key: "gifts",
      icon: Gift,
      name: t("rail.gifts"),
      open: () => (isNew ? openOverlay("welfare") : openSign("week")),
    },
    {
      key: "bag",
      icon: Package,
      name: held ? `${t("rail.bag")} ${held}` : t("rail.bag"),
      mark: held,
      to: paths.backpack(),
    },
    { key: "free", icon: PackageOpen, name: t("rail.free"), to: freeBox ? paths.freeSkins(freeBox) : paths.tasks() },
    { key: "season", icon: Carrot, name: t("rail.season"), to: paths.active() },
    { key: "ranks", icon: Trophy, name: t("rail.ranks"), to: paths.hashRank() },
    { key: "news", icon: Bell, ...marked("news", unread && t("unread")), open: () => openOverlay("notice") },
    { key: "fair", icon: ShieldCheck, name: t("rail.fair"), to: paths.verify(), apart: true },
    { key: "help", icon: CircleHelp, name: t("rail.help"), open: () => openOverlay("guide") },
    ...(language === "zh" && groups.length > 0
      ? [{ key: "groups", icon: QrCode, name: t("rail.groups"), open: () => openOverlay("groups") } as const]
      : []),
  ];
}
