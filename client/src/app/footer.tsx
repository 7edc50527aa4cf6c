import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { HELP_KEYS, paths } from "../routes/paths.ts";
import { openOverlay } from "../state/overlay.ts";
import s from "./footer.module.css";
import { useHelpTitles } from "./help-titles.ts";

export function Footer() {
  const { t } = useTranslation("shell");
  const titles = useHelpTitles();
  return (
    <footer className={s.footer}>
      <div className={s.row}>
        <span className={s.adult} role="img" aria-label={t("footer.adult")}>
          18+
        </span>
        <p>{t("footer.warning")}</p>
        <nav className={s.links} aria-label={t("footer.help")}>
          {HELP_KEYS.map((key) => (
            <Link key={key} to={paths.help(key, titles(key))}>
              {titles(key)}
            </Link>
          ))}
          <Link to={paths.instructions()}>{t("title.instructions")}</Link>
          <Link to={paths.verify()}>{t("nav.verify")}</Link>
          <button type="button" aria-haspopup="dialog" onClick={() => openOverlay("guide")}>
            {t("guide")}
          </button>
          <button type="button" aria-haspopup="dialog" onClick={() => openOverlay("notice")}>
            {t("notices")}
          </button>
        </nav>
        <small>{t("footer.rights")}</small>
      </div>
    </footer>
  );
}
