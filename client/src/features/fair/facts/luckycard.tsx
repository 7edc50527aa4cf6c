import { useTranslation } from "react-i18next";
import { CopyText } from "../../../ui/copy-text.tsx";
import { FactList, type FactsProps } from "../fact-list.tsx";

/** Which card lay at which place of a deck and who turned it, and the root of the order that was published before. */
export function Facts({ bundle: { luckycard } }: FactsProps) {
  const { t } = useTranslation("fair");
  if (!luckycard) return null;
  return (
    <FactList title={t("verify.luckycard.flips", { count: luckycard.flips.length })}>
      <CopyText label={t("verify.luckycard.root")} text={luckycard.root} />
      {luckycard.flips.map((f) => (
        <CopyText
          key={f.place}
          label={t("verify.luckycard.place", { place: f.place + 1 })}
          text={t("verify.luckycard.card", { card: f.card, player: f.player })}
        />
      ))}
    </FactList>
  );
}
