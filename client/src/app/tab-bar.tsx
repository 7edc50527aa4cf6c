import { Boxes, House, Package, Swords, User } from "lucide-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { paths } from "../routes/paths.ts";
import { cx } from "../ui/class-names.ts";
import { toast } from "../ui/toast.ts";
import { useRelease } from "./site-info.ts";
import s from "./tab-bar.module.css";

const TABS = [
  { key: "home", to: paths.home(), icon: House },
  { key: "battle", to: paths.battleLobby(), icon: Swords },
  { key: "open", to: paths.caseList("all"), icon: Boxes },
  { key: "bag", to: paths.backpack(), icon: Package },
  { key: "me", to: paths.account(), icon: User },
] as const;

/** The five places of a phone's thumb; hidden on wider screens. */
export function TabBar() {
  const { t } = useTranslation("shell");
  const release = useRelease();
  return (
    <nav className={s.bar} aria-label={t("menu")}>
      {TABS.filter(({ key }) => release(key) !== "hidden").map(({ key, to, icon: Icon }) => {
        const inside = (
          <>
            <Icon size={key === "open" ? 24 : 20} aria-hidden />
            <span>{t(`nav.${key}`)}</span>
          </>
        );
        return release(key) === "soon" ? (
          <button key={key} type="button" className={s.tab} onClick={() => toast(t("soon"))}>
            {inside}
          </button>
        ) : (
          <NavLink key={key} to={to} end className={({ isActive }) => cx(s.tab, isActive && s.on)}>
            {inside}
          </NavLink>
        );
      })}
    </nav>
  );
}
