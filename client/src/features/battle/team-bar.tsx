import { useTranslation } from "react-i18next";
import { Price } from "../../ui/price.tsx";
import { teamCents } from "./seats.ts";
import s from "./team-bar.module.css";

/** The two totals that a 2v2 is about. */
export function TeamBar({ totals }: { totals: readonly number[] }) {
  const { t } = useTranslation("battle");
  return (
    <div className={s.teams}>
      <div>
        <b>{t("room.teamA")}</b>
        <Price cents={teamCents(totals, 0)} />
      </div>
      <span aria-hidden="true">{t("room.versus")}</span>
      <div>
        <Price cents={teamCents(totals, 2)} />
        <b>{t("room.teamB")}</b>
      </div>
    </div>
  );
}
