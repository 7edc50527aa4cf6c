import { useTranslation } from "react-i18next";
import { openSign, useSignDot } from "../../state/sign.ts";
import { cx } from "../../ui/class-names.ts";
import s from "./opener.module.css";

/** What every button has that opens the board: its name, and a dot while a reward waits (product spec §4). */
export function useBoardOpener(className?: string) {
  const { t } = useTranslation("sign");
  const dot = useSignDot();
  const name = dot ? `${t("title")}: ${t("waiting")}` : t("title");
  return {
    className: cx(className, s.dot),
    "aria-label": name,
    title: name,
    "aria-haspopup": "dialog",
    "data-dot": dot || undefined,
    onClick: () => openSign("board"),
  } as const;
}
