import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { cx } from "../ui/class-names.ts";
import { toast } from "../ui/toast.ts";
import { NAVIGATION } from "./navigation.ts";
import { useRelease } from "./site-info.ts";

interface MainNavProps {
  className?: string | undefined;
  linkClass?: string | undefined;
  activeClass?: string | undefined;
  onChosen?: (() => void) | undefined;
}

/**
 * The same entries in the header and in the phone's menu. One that is not released says so instead of leading there.
 */
export function MainNav({ className, linkClass, activeClass, onChosen }: MainNavProps) {
  const { t } = useTranslation("shell");
  const release = useRelease();
  return (
    <nav className={className} aria-label={t("mainNav")}>
      {NAVIGATION.filter(({ key }) => release(key) !== "hidden").map(({ key, to, icon: Icon }) => {
        const title = t(`nav.${key}`); // whole, where the header has no room
        const children = (
          <>
            <Icon size={17} aria-hidden />
            {title}
          </>
        );
        return release(key) === "soon" ? (
          <button
            key={key}
            type="button"
            title={title}
            className={linkClass}
            onClick={() => toast(t("soon"))}
            data-soon=""
          >
            {children}
          </button>
        ) : (
          <NavLink
            key={key}
            to={to}
            title={title}
            className={({ isActive }) => cx(linkClass, isActive && activeClass)}
            onClick={onChosen}
          >
            {children}
          </NavLink>
        );
      })}
    </nav>
  );
}
