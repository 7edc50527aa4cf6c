import { House } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Crumb, useCrumbs } from "../routes/crumbs.ts";
import s from "./breadcrumb.module.css";

/** A kind's own name is a text of its namespace, which has come with its screen. */
const keyOf = (title: Crumb["title"]) => (title.includes(":") ? title : `title.${title}`) as "title.home";

/** The title of the document. */
export function PageTitle() {
  const { t } = useTranslation("shell");
  const last = useCrumbs().at(-1);
  return <title>{last ? `${t(keyOf(last.title))} · Jadebox` : "Jadebox"}</title>;
}

/** A home icon first; every crumb but the last is a link (product spec §2). */
export function Breadcrumb() {
  const { t } = useTranslation("shell");
  const crumbs = useCrumbs();
  const last = crumbs.at(-1);
  if (!last) return null;
  return (
    <nav className={s.crumbs} aria-label={t("breadcrumb")}>
      <ol>
        <li>
          <Link to="/" aria-label={t("title.home")}>
            <House size={15} aria-hidden />
          </Link>
        </li>
        {crumbs.map(({ title, to }) => (
          <li key={title}>
            {to && title !== last.title ? (
              <Link to={to}>{t(keyOf(title))}</Link>
            ) : (
              <span aria-current={title === last.title ? "page" : undefined}>{t(keyOf(title))}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Tells a screen reader where a navigation led; sighted players see it. */
export function RouteAnnouncer() {
  const { t } = useTranslation("shell");
  const last = useCrumbs().at(-1);
  return (
    <div className="sr" role="status" aria-live="polite">
      {t(keyOf(last?.title ?? "home"))}
    </div>
  );
}
