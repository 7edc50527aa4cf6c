import { useTranslation } from "react-i18next";
import { rateUnit, upgradeStake } from "../../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { formatCents, formatShare } from "../../../ui/number.ts";
import { FactList, type FactsProps } from "../fact-list.tsx";

/** What an upgrade was played for. */
export function Facts({ bundle: { upgrade } }: FactsProps) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  if (!upgrade) return null;
  const part = (ppm: number) => formatShare(ppm / 1_000_000, language);
  return (
    <FactList title={t(upgrade.won ? "verify.upgrade.won" : "verify.upgrade.lost")}>
      <CopyText label={t("verify.upgrade.rate")} text={formatShare(upgrade.rateE8 / rateUnit, language)} />
      <CopyText
        label={t("verify.upgrade.stake")}
        text={t("verify.upgrade.stakeText", {
          count: upgrade.items.length,
          gems: formatCents(upgrade.gemsCents, language),
          total: formatCents(upgradeStake(upgrade), language),
        })}
      />
      <CopyText
        label={t("verify.upgrade.fee")}
        text={t("verify.upgrade.feeText", { draw: part(upgrade.drawPPM), least: part(upgrade.leastPPM) })}
      />
    </FactList>
  );
}
