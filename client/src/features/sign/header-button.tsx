import { CalendarCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openSign, useSignDot } from "../../state/sign.ts";
import s from "./header-button.module.css";

/** In the header: a dot while a reward waits (product spec §4). */
export function SignButton() {
  const { t } = useTranslation("sign");
  const dot = useSignDot();
  const name = dot ? `${t("title")}: ${t("waiting")}` : t("title");
  return (
    <button
      type="button"
      className={s.button}
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      data-dot={dot || undefined}
      onClick={() => openSign("board")}
    >
      <CalendarCheck size={18} aria-hidden />
    </button>
  );
}
