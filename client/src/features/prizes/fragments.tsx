import { Puzzle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { cx } from "../../ui/class-names.ts";
import { formatCount } from "../../ui/number.ts";
import s from "./prizes.module.css";

/** An amount of fragments: counted whole, with a mark of their own so that they are not taken for gems. */
export function Fragments({ count, short }: { count: number; short?: boolean | undefined }) {
  const { t } = useTranslation("prizes");
  return (
    <span className={cx(s.fragments, short && s.short)}>
      <Puzzle size="1em" aria-hidden />
      {formatCount(count, useLanguage())}
      <span className="sr">{t("fragments")}</span>
    </span>
  );
}
