/** The requirements of a room in words. */
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { formatCents, formatCount } from "../../ui/number.ts";

/** Task types of the server (protocol/roll.go) that count cents. */
const IN_GEMS: ReadonlySet<number> = new Set([0, 2, 5, 6, 9]);
const KNOWN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
/** The level when joining; its requirement leads to the page of levels. */
export const VIP_LEVEL = 15;

export function useTaskAmount(): (kind: number, amount: number) => string {
  const language = useLanguage();
  return (kind, amount) => (IN_GEMS.has(kind) ? formatCents(amount, language) : formatCount(amount, language));
}

/** A requirement in one line. */
export function useTaskText(): (kind: number, target: number) => string {
  const { t } = useTranslation("roll");
  const amount = useTaskAmount();
  return (kind, target) => {
    const known = KNOWN.find((k) => k === kind);
    return t("task.line", {
      task: known === undefined ? `#${kind}` : t(`task.${known}`),
      target: amount(kind, target),
    });
  };
}
