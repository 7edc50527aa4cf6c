import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import s from "./result.module.css";

/** Reasons of the server that can be shown to players; any other is only "cancelled and refunded". */
const REASONS = ["timeout", "beacon", "cancelled", "operator"] as const;

export function VoidPanel({ reason }: { reason: string }) {
  const { t } = useTranslation("battle");
  const known = REASONS.find((r) => r === reason);
  return (
    <Card className={s.void}>
      <div role="status">
        <h2>{t("void.title")}</h2>
        <p>
          {known && t(`void.${known}`)} {t("void.text")}
        </p>
      </div>
      <ButtonLink kind="primary" to={paths.battleLobby()}>
        {t("result.lobby")}
      </ButtonLink>
    </Card>
  );
}
