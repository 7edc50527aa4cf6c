import {
  Banknote,
  Boxes,
  Clover,
  CreditCard,
  Crown,
  Gift,
  HeartHandshake,
  History,
  LogOut,
  type LucideIcon,
  Megaphone,
  Package,
  Puzzle,
  Repeat,
  Sparkles,
  Store,
  Swords,
  Ticket,
  Trees,
  TrendingUp,
  Truck,
  UserRound,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, Outlet, useLocation } from "react-router";
import { RECORDED, type RecordedKind } from "../../routes/kinds.ts";
import { paths } from "../../routes/paths.ts";
import { signOut, useSession } from "../../state/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { Tag } from "../../ui/tag.tsx";
import s from "./user-layout.module.css";

const ICONS: Readonly<Record<RecordedKind, LucideIcon>> = {
  battle: Swords,
  roll: Gift,
  wish: Trees,
  luckycard: Clover,
};

const PAGES = [
  { key: "case", to: paths.backpack(), icon: Package },
  { key: "records", to: paths.records(), icon: History },
  { key: "mbox", to: paths.openings(), icon: Boxes },
  ...RECORDED.map(({ kind, records, to }) => ({ key: records, to, icon: ICONS[kind] })),
  { key: "drop", to: paths.dropRecords(), icon: Sparkles },
  { key: "upgrade", to: paths.upgradeRecords(), icon: TrendingUp },
  { key: "replace", to: paths.tradeRecords(), icon: Repeat },
  { key: "store", to: paths.mallOrders(), icon: Store },
  { key: "retrieve", to: paths.retrieveRecords(), icon: Truck },
  { key: "cards", to: paths.cards(), icon: Ticket },
  { key: "exchange", to: paths.exchange(), icon: Puzzle },
  { key: "recharge", to: paths.rechargeRecords(), icon: CreditCard },
  { key: "assets", to: paths.assetsRecords(), icon: Banknote },
  { key: "promotion", to: paths.promotion(), icon: Megaphone },
  { key: "vip", to: paths.vip(), icon: Crown },
  { key: "limits", to: paths.limits(), icon: HeartHandshake },
  { key: "account", to: paths.account(), icon: UserRound },
] as const;

/**
 * The user area: who I am, where I can go, and the page itself. On phones the way to everywhere fills a screen: it is
 * whole on the account page alone, and one line that is pushed sideways on all others.
 */
export function UserLayout() {
  const { t } = useTranslation(["account", "shell"]);
  const user = useSession((session) => session.user);
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path moves the current page, another language its place
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && here)
      nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname, t]);
  return (
    <div className={cx(s.layout, pathname === paths.account() && s.whole)}>
      <aside className={s.side}>
        <div className={s.me}>
          <Avatar src={user?.avatar ?? ""} size={52} frame={user?.headPortraitBox ?? ""} />
          <div>
            <b>{user?.name ?? ""}</b>
            <Tag kind="gold">{t("shell:vip", { level: user?.vipLevel ?? 0 })}</Tag>
          </div>
        </div>
        <nav ref={nav} aria-label={t("nav.label")}>
          {PAGES.map(({ key, to, icon: Icon }) => (
            <NavLink key={key} to={to} preventScrollReset className={({ isActive }) => cx(s.link, isActive && s.on)}>
              <Icon size={18} aria-hidden />
              {t(`nav.${key}`)}
            </NavLink>
          ))}
          <button type="button" className={s.link} onClick={() => void signOut(true)}>
            <LogOut size={18} aria-hidden />
            {t("nav.logout")}
          </button>
        </nav>
      </aside>
      <div className={s.page}>
        <Outlet />
      </div>
    </div>
  );
}
