import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { Bundle } from "../../fairness/bundle.ts";
import { rateUnit } from "../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useItems } from "../../state/catalog.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { formatSection } from "../../ui/number.ts";
import s from "./bundle-facts.module.css";
import type { FactsProps } from "./fact-list.tsx";

const V_MAX = 0xffffff;

/** What only proofs of one kind say, each kind in a file of its name. A box has its result, which is all. */
const kinds = import.meta.glob<ComponentType<FactsProps>>("./facts/*.tsx", { eager: true, import: "Facts" });

/** The proof in readable form: the figures of product spec §3 for each result, and what the kind adds. */
export function BundleFacts({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation("fair");
  const language = useLanguage();
  const items = useItems();
  const Facts = kinds[`./facts/${bundle.kind}.tsx`];
  const battle = bundle.kind === "battle";
  const sections = bundle.kind === "upgrade" ? rateUnit : V_MAX;
  return (
    <Card className={s.facts}>
      <h3>{t("verify.facts")}</h3>
      <CopyText label={t("verify.resultId")} text={bundle.resultID} />
      <CopyText label={t("verify.commit")} text={bundle.commit} />
      {Facts && <Facts bundle={bundle} />}
      {bundle.results.map((result) => {
        const item = items(result.item);
        return (
          <details key={`${result.n}-${result.seat}`} open={bundle.results.length === 1}>
            <summary>
              {battle && <span>{t("verify.seat", { round: result.n + 1, seat: result.seat + 1 })}</span>}
              <b>{item ? `${item.brand} | ${item.name}` : `#${result.item}`}</b>
              <span className="num">{formatSection(result.v / V_MAX, language)}</span>
            </summary>
            <div className={s.grid}>
              <CopyText label={t("verify.number")} text={result.number} />
              <CopyText
                label={t("verify.section")}
                text={`${formatSection(result.startSection / sections, language)} – ${formatSection(result.endSection / sections, language)}`}
              />
              <CopyText label={t("verify.userSeed")} text={result.userSeed} />
              <CopyText label={t("verify.serverSeed")} text={result.serverSeed} />
              <CopyText label={t("verify.serverHash")} text={result.serverHash} />
              <CopyText label={t("verify.resultHash")} text={result.resultHash} />
            </div>
          </details>
        );
      })}
    </Card>
  );
}
