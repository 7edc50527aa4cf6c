import { useTranslation } from "react-i18next";
import { CopyText } from "../../../ui/copy-text.tsx";
import { FactList, type FactsProps } from "../fact-list.tsx";

/** Winners of a roll room: who took which prize, and by what chance of the whole roster they were in. */
export function Facts({ bundle: { roll } }: FactsProps) {
  const { t } = useTranslation("fair");
  if (!roll) return null;
  return (
    <FactList title={t("verify.winners", { winners: roll.winners.length, entrants: roll.entrants })}>
      {roll.winners.map((w) => (
        <CopyText
          key={w.prize}
          label={t("verify.prize", { prize: w.prize })}
          text={t("verify.winner", { place: w.place + 1, player: w.player, weight: w.weight })}
        />
      ))}
    </FactList>
  );
}
