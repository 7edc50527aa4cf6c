import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n/language.ts";
import { formatCents } from "./number.ts";

/** How much play stands before a retrieval or withdrawal; nothing when nothing does. */
export function ToPlay({ cents, className }: { cents: number; className?: string | undefined }) {
  const { t } = useTranslation("ui");
  const language = useLanguage();
  if (cents <= 0) return null;
  return (
    <p className={className} role="status">
      {t("toPlay", { amount: formatCents(cents, language) })}
    </p>
  );
}
