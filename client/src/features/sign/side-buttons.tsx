import { CalendarDays, Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openSign } from "../../state/sign.ts";
import { useBoardOpener } from "./header-button.tsx";
import s from "./side-buttons.module.css";

/** In the side bar, which phones have, too: the sign-in with its dot, and the weekly benefit. */
export function SignShortcuts() {
  const { t } = useTranslation("sign");
  const opener = useBoardOpener(s.sign);
  return (
    <>
      <button type="button" {...opener}>
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
