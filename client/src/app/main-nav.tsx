import { useTranslation } from "react-i18next";
import { cx } from "../ui/class-names.ts";
import { NavLink } from "../ui/link.tsx";
import { toast } from "../ui/toast.tsx";
import { NAVIGATION } from "./navigation.ts";
import { useBattleOpen } from "./site-info.ts";

interface MainNavProps {
  className?: string | undefined;
  linkClass?: string | undefined;
  activeClass?: string | undefined;
  onChosen?: (() => void) | undefined;
}

/** The same entries in the header and in the phone's menu. Battles show only while the server says they are open. */
export function MainNav({ className, linkClass, activeClass, onChosen }: MainNavProps) {
  const { t } = useTranslation("shell");
  const battleOpen = useBattleOpen();
  return (
    <nav className={className} aria-label={t("mainNav")}>
      {NAVIGATION.filter(({ key }) => key !== "battle" || battleOpen).map(({ key, to, icon: Icon }) =>
        to === null ? (
          <button key={key} type="button" className={linkClass} onClick={() => toast(t("soon"))} data-soon="">
            <Icon size={17} aria-hidden />
            {t(`nav.${key}`)}
          </button>
        ) : (
          <NavLink
            key={key}
            to={to}
            className={({ isActive }) => cx(linkClass, isActive && activeClass)}
            onClick={onChosen}
          >
            <Icon size={17} aria-hidden />
            {t(`nav.${key}`)}
          </NavLink>
        ),
      )}
    </nav>
  );
}
