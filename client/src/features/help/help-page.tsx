import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { HELP_KEYS, type HelpKey, paths } from "../../paths.ts";
import { cx } from "../../ui/class-names.ts";
import { NavLink } from "../../ui/link.tsx";
import { Article } from "./article.tsx";
import s from "./help-page.module.css";

const isHelpKey = (key: string | undefined): key is HelpKey => HELP_KEYS.some((known) => known === key);

/** Help centre: topics on the left, the chosen one beside them (product spec §2). */
export function HelpPage() {
  const { t } = useTranslation("help");
  const { key } = useParams();
  if (!isHelpKey(key)) return <Navigate to={paths.help("aboutus")} replace />;
  return (
    <div className={s.layout}>
      <nav className={s.menu} aria-label={t("menu")}>
        {HELP_KEYS.map((topic) => (
          <NavLink
            key={topic}
            to={paths.help(topic)}
            preventScrollReset
            className={({ isActive }) => cx(s.link, isActive && s.on)}
          >
            {t(`${topic}.title`)}
          </NavLink>
        ))}
      </nav>
      <Article topic={key} />
    </div>
  );
}
