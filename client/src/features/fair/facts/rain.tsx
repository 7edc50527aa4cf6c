import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { formatCents } from "../../../ui/number.ts";
import { FactList, type FactsProps } from "../fact-list.tsx";

const claimsShown = 200;

/** Who got which packet of a rain, and the root that was published before it. */
export function Facts({ bundle: { rain } }: FactsProps) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  if (!rain) return null;
  const paid = rain.claims.reduce((sum, c) => sum + c.valueCents, 0);
  return (
    <FactList title={t("verify.rain.claims", { count: rain.claims.length, gems: formatCents(paid, language) })}>
      <CopyText label={t("verify.rain.root")} text={rain.root} />
      {rain.claims.slice(0, claimsShown).map((c) => (
        <CopyText
          key={c.place}
          label={t("verify.rain.packet", { place: c.place + 1 })}
          text={t("verify.rain.claim", { player: c.player, gems: formatCents(c.valueCents, language) })}
        />
      ))}
    </FactList>
  );
}
