import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatCents } from "../../ui/number.ts";
import type { SeatColumnProps } from "./seat-view.ts";

/** One line under a total: who leads and how far, then what a seat takes home. Before the first round, nothing. */
export function SeatState({ leads, rises, standing, outcome }: SeatColumnProps) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const gems = (cents: number): string => formatCents(cents, language);
  if (outcome) {
    if (outcome.cents === 0) return null;
    return (
      <>
        {t(outcome.winner ? "result.takes" : "result.consolation")}{" "}
        <span className="num" data-part="takes">
          {gems(outcome.cents)}
        </span>
      </>
    );
  }
  if (leads) return rises ? `▲ ${t("room.takesLead")}` : t("room.leads");
  if (standing.behindCents !== null) return t("room.behind", { gems: gems(standing.behindCents) });
  return "";
}
