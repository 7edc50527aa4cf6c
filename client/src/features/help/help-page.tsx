import { useTranslation } from "react-i18next";
import { Navigate, NavLink, useParams, useSearchParams } from "react-router";
import { HELP_KEYS, type HelpKey, paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Article } from "./article.tsx";
import s from "./help-page.module.css";

const isHelpKey = (key: string | undefined): key is HelpKey => HELP_KEYS.some((known) => known === key);

/** Topics that end where the player does what they are about. */
const STEAM: ReadonlySet<HelpKey> = new Set(["steamBind", "steam"]);

/** Help centre: topics on the left, the chosen one beside them (product spec §2). */
export function HelpPage() {
  const { t } = useTranslation("help");
  const { key } = useParams();
  const [query] = useSearchParams();
  if (!isHelpKey(key)) {
    // The links of the footer name the topic, too: an address whose key is unknown by now still leads there.
    const title = query.get("title");
    return <Navigate to={paths.help(HELP_KEYS.find((topic) => t(`${topic}.title`) === title) ?? "aboutus")} replace />;
  }
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
      <Article topic={key}>
        {STEAM.has(key) && <SteamWays />}
        {key === "shouldknow" && (
          <div className={s.ways}>
            <ButtonLink kind="primary" to={paths.limits()}>
              {t("toLimits")}
            </ButtonLink>
          </div>
        )}
      </Article>
    </div>
  );
}

function SteamWays() {
  const { t } = useTranslation("help");
  return (
    <div className={s.ways}>
      <ButtonLink kind="primary" to={paths.account()}>
        {t("toAccount")}
      </ButtonLink>
      <ButtonLink to={paths.backpack()}>{t("toBackpack")}</ButtonLink>
    </div>
  );
}
