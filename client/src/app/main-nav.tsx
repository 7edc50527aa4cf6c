import { useTranslation } from "react-i18next";
import { cx } from "../ui/class-names.ts";
import { NavLink } from "../ui/link.tsx";
import { toast } from "../ui/toast.tsx";
import { NAVIGATION } from "./navigation.ts";
import { useRelease } from "./site-info.ts";

interface MainNavProps {
  className?: string | undefined;
  linkClass?: string | undefined;
  activeClass?: string | undefined;
  onChosen?: (() => void) | undefined;
}

/** The same entries in the header and in the phone's menu. One that is not released says so instead of leading there. */
export function MainNav({ className, linkClass, activeClass, onChosen }: MainNavProps) {
  const { t } = useTranslation("shell");
  const release = useRelease();
  return (
    <nav className={className} aria-label={t("mainNav")}>
      {NAVIGATION.filter(({ key }) => release(key) !== "hidden").map(({ key, to, icon: Icon }) =>
        release(key) === "soon" ? (
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
