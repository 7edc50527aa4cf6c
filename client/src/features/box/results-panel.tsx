import { Check, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatCents } from "../../ui/number.ts";
import { totalCents, unsold } from "./opening.ts";
import s from "./results-panel.module.css";
import type { Opener } from "./use-opening.ts";

/** What came out: sell one, sell all, keep, verify. */
export function ResultsPanel({ opener }: { opener: Opener }) {
  const { t } = useTranslation("box");
  const language = useLanguage();
  const { state, selling } = opener;
  const left = unsold(state);
  const amount = (cents: number) => formatCents(cents, language);
  return (
    <section className={s.panel} aria-label={t("results")}>
      <header className={s.head}>
        <h2>{t("results")}</h2>
        <span className="num">{t("total", { amount: amount(totalCents(state.results)) })}</span>
        <div className={s.all}>
          {left.length > 0 && (
            <Button kind="primary" busy={selling} onClick={() => void opener.sell(left.map(({ itemId }) => itemId))}>
              {t("sellAll", { amount: amount(totalCents(left)) })}
            </Button>
          )}
          <Button onClick={opener.keep}>
            <Check size={16} aria-hidden />
            {t("keep")}
          </Button>
        </div>
      </header>
      <ResultsList opener={opener} />
    </section>
  );
}

/** Each item by itself. */
export function ResultsList({ opener: { state, selling, sell } }: { opener: Opener }) {
  const { t } = useTranslation("box");
  const language = useLanguage();
  const items = useItems();
  return (
    <ul className={s.list}>
      {state.results.map((result) => {
        const item = items(result.def);
        const sold = state.sold.has(result.itemId);
        return (
          <li key={result.resultId} className={sold ? s.sold : undefined}>
            {item && <ItemCard item={item} cents={result.valueCents} corner={sold ? t("sold") : undefined} eager />}
            <div className={s.row}>
              <Button size="s" busy={selling} disabled={sold} onClick={() => void sell([result.itemId])}>
                {t("sell", { amount: formatCents(result.valueCents, language) })}
              </Button>
              <ButtonLink size="s" kind="plain" to={paths.verify(result.resultId)} aria-label={t("verify")}>
                <ShieldCheck size={16} aria-hidden />
                {t("verify")}
              </ButtonLink>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
