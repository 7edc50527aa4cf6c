/** The token's mark. Decoration: the number beside it is named by its owner. */
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatCount } from "../../ui/number.ts";
import s from "./active.module.css";

export function Radish({ size = "1em" }: { size?: string | number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path fill="#12b586" d="M12 9C8 7.500 7 4 8.500 1.200 11 2.500 12.200 5 12 9z" />
      <path fill="#35f2b8" d="M12 9c0-4 1.600-6.600 5-7.500C18 5 16 8 12 9z" />
      <path
        fill="#e0417f"
        d="M12 8c4.800 0 7.500 2.700 7.500 6 0 3.800-3.900 5.600-6.300 6.900L12 24l-1.200-3.100C8.400 19.600 4.500 17.800 4.500 14c0-3.300 2.700-6 7.500-6z"
      />
      <path
        fill="#ff8fb5"
        d="M9.200 10.200c-2 .7-3 2.100-2.900 4 .1 1.200.700 2.100 1.500 2.800-.7-2.500-.2-4.800 1.400-6.800z"
      />
    </svg>
  );
}

/** An amount of radishes. */
export function Radishes({ count, plus = false }: { count: number; plus?: boolean }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  return (
    <span className={s.radishes}>
      <Radish />
      <span className="num">
        {plus && "+"}
        {formatCount(count, language)}
      </span>
      <span className="sr">{t("radishes")}</span>
    </span>
  );
}
