import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { formatCents } from "../../../ui/number.ts";
import { FactList, type FactsProps } from "../fact-list.tsx";

/** What each seat of a battle came to, which of them won, and between which a tie was drawn. */
export function Facts({ bundle: { battle } }: FactsProps) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  if (!battle) return null;
  return (
    <FactList title={t("verify.battle.totals")}>
      {battle.totals.map((cents, seat) => (
        <CopyText
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its index
          key={seat}
          label={t("verify.battle.seat", { seat: seat + 1 })}
          text={t(battle.winners.includes(seat) ? "verify.battle.won" : "verify.battle.total", {
            gems: formatCents(cents, language),
          })}
        />
      ))}
      {battle.tie && (
        <CopyText label={t("verify.battle.tie")} text={battle.tie.seats.map((seat) => seat + 1).join(", ")} />
      )}
    </FactList>
  );
}
