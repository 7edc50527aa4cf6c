import { useTranslation } from "react-i18next";
import { useLanguage } from "../i18n/language.ts";
import { cx } from "./class-names.ts";
import { Gem } from "./gem.tsx";
import { formatCents } from "./number.ts";
import s from "./price.module.css";

/** An amount of gems, from integer cents. */
export function Price({ cents, className }: { cents: number; className?: string | undefined }) {
  const { t } = useTranslation("ui");
  return (
    <span className={cx(s.price, className)}>
      <Gem />
      {formatCents(cents, useLanguage())}
      <span className="sr">{t("gems")}</span>
    </span>
  );
}
