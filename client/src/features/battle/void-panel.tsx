import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import s from "./result.module.css";

const REASONS = ["expired", "beacon", "left"] as const;

export function VoidPanel({ reason }: { reason: string }) {
  const { t } = useTranslation("battle");
  const known = REASONS.find((r) => reason.toLowerCase().includes(r));
  return (
    <Card className={s.void}>
      <div role="status">
        <h2>{t("void.title")}</h2>
        <p>
          {known && t(`void.${known}`)} {t("void.text")}
        </p>
      </div>
      <ButtonLink kind="primary" to={paths.battleHall()}>
        {t("result.hall")}
      </ButtonLink>
    </Card>
  );
}
