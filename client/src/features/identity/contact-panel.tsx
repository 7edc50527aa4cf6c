import { useTranslation } from "react-i18next";
import { openIdentity } from "../../state/identity.ts";
import { reportError } from "../../state/problem.ts";
import { useSession } from "../../state/session.ts";
import { startSteam } from "../../state/steam.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import s from "./contact-panel.module.css";
import shared from "./panel.module.css";

/** The account page's part about who the player is outside: picture, phone, password, Steam, trade link, real name. */
export function ContactPanel() {
  const { t } = useTranslation("identity");
  const user = useSession((session) => session.user);
  if (!user) return null;
  const bindSteam = () => void startSteam("bind").catch(reportError);
  const rows = [
    { key: "name", value: user.name, action: t("row.change"), go: () => openIdentity("name") },
    { key: "picture", value: "", action: t("row.change"), go: () => openIdentity("avatar") },
    {
      key: "phone",
      value: user.boundPhone,
      action: t(user.boundPhone === "" ? "row.bind" : "row.change"),
      go: () => openIdentity("phone"),
    },
    { key: "password", value: "", action: t("row.change"), go: () => openIdentity("change") },
    {
      key: "steam",
      value: user.steamId,
      action: t(user.steamId === "" ? "row.bind" : "row.unbind"),
      go: user.steamId === "" ? bindSteam : () => openIdentity("steam"),
    },
    {
      key: "trade",
      value: user.steamUrl,
      action: t(user.steamUrl === "" ? "row.set" : "row.change"),
      go: () => openIdentity("trade"),
    },
    {
      key: "realName",
      value: { none: "", declared: t("row.declared"), confirmed: t("row.verified") }[user.realNameState],
      action: t(user.isRealName === 1 ? "row.show" : "row.verify"),
      go: () => openIdentity("realName"),
    },
  ] as const;
  return (
    <Card className={cx(shared.panel, s.panel)}>
      <h2>{t("row.title")}</h2>
      <ul>
        {rows.map(({ key, value, action, go }) => (
          <li key={key}>
            <span className={s.name}>{t(`row.${key}`)}</span>
            <span className={s.value}>{value || (key === "picture" || key === "password" ? "" : t("row.none"))}</span>
            {action !== "" && (
              <Button size="s" aria-label={t("row.do", { action, what: t(`row.${key}`) })} onClick={go}>
                {action}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
