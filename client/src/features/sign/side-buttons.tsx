import { CalendarDays, Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openSign, useSignDot } from "../../state/sign.ts";
import s from "./side-buttons.module.css";

/** In the side bar, which phones have, too: the sign-in with its dot, and the weekly benefit. */
export function SignShortcuts() {
  const { t } = useTranslation("sign");
  const dot = useSignDot();
  const name = dot ? `${t("title")}: ${t("waiting")}` : t("title");
  return (
    <>
      <button
        type="button"
        className={s.sign}
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        data-dot={dot || undefined}
        onClick={() => openSign("board")}
      >
        <CalendarDays size={20} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t("week.title")}
        title={t("week.title")}
        aria-haspopup="dialog"
        onClick={() => openSign("week")}
      >
        <Gift size={20} aria-hidden />
      </button>
    </>
  );
}
