import { ArrowUp, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useOverlay } from "../state/overlay.ts";
import { isReducedMotion, useSettings } from "../state/settings.ts";
import { setRailIcons } from "../state/settings-change.ts";
import { cx } from "../ui/class-names.ts";
import { type Shortcut, useShortcuts } from "./shortcuts.ts";
import s from "./side-bar.module.css";

/**
 * The rail beside the page: its shortcuts with their labels, or with their pictures alone. Narrow
 * screens have the same shortcuts in the menu (product spec §2: "closed by default on phones").
 */
export function SideBar() {
  const { t } = useTranslation("shell");
  const icons = useSettings((settings) => settings.railIcons);
  const shortcuts = useShortcuts();
  const news = shortcuts.some(({ mark }) => mark === "dot");
  useEffect(() => useOverlay.setState({ news }), [news]);
  const Toggle = icons ? ChevronRight : ChevronLeft;
  return (
    <aside className={cx(s.side, icons && s.icons)} aria-label={t("side")}>
      <ul className={s.list}>
        {shortcuts.map((shortcut) => (
          <li key={shortcut.key} className={shortcut.apart && s.apart}>
            <Entry shortcut={shortcut} />
          </li>
        ))}
      </ul>
      <div className={s.foot}>
        <button
          type="button"
          aria-label={t("top")}
          title={t("top")}
          onClick={() => scrollTo({ top: 0, behavior: isReducedMotion() ? "instant" : "smooth" })}
        >
          <ArrowUp size={16} aria-hidden />
        </button>
        <button
          type="button"
          aria-expanded={!icons}
          aria-label={t(icons ? "sideOpen" : "sideClose")}
          title={t(icons ? "sideOpen" : "sideClose")}
          onClick={() => setRailIcons(!icons)}
        >
          <Toggle size={16} aria-hidden />
        </button>
      </div>
    </aside>
  );
}

function Entry({ shortcut }: { shortcut: Shortcut }) {
  const { key, icon: Icon, name, mark, to, open } = shortcut;
  const { t } = useTranslation("shell");
  const inside = (
    <>
      <span className={s.icon}>
        <Icon size={19} aria-hidden />
        {mark === "dot" && <i className={s.dot} />}
      </span>
      <span className={s.label}>
        {t(`rail.${key}`)} {mark && mark !== "dot" && <b className={s.count}>{mark}</b>}
      </span>
    </>
  );
  return to ? (
    <NavLink to={to} end className={({ isActive }) => cx(s.entry, isActive && s.on)} aria-label={name} title={name}>
      {inside}
    </NavLink>
  ) : (
    <button type="button" className={s.entry} aria-label={name} title={name} aria-haspopup="dialog" onClick={open}>
      {inside}
    </button>
  );
}
