import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { rateUnit } from "../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../i18n/language.ts";
import { type CatalogItem, useCatalog, viewItem } from "../../state/catalog.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Good, Goods } from "../../ui/goods.tsx";
import { formatShare } from "../../ui/number.ts";
import { SearchField } from "../../ui/search-field.tsx";
import type { Quote } from "./api.ts";
import { nearest } from "./choice.ts";
import s from "./hall.module.css";

const TIMES = [1.5, 2, 5, 10, 20] as const;
const SHOWN = 60;

interface TargetsProps {
  /** What can be won with what lies on the table; undefined while nothing does. */
  quote: Quote | undefined;
  chosen: number | undefined;
  onChoose: (item: Pick<CatalogItem, "id" | "priceCents">) => void;
  disabled: boolean;
}

/** What can be won: with a stake on the table, only what its rate allows. */
export function Targets({ quote, chosen, onChoose, disabled }: TargetsProps) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const catalog = useCatalog((state) => state.items);
  const [search, setSearch] = useState("");
  const goods = useMemo(() => [...catalog.values()].sort((a, b) => a.priceCents - b.priceCents), [catalog]);
  const odds = useMemo(() => quote && new Map(quote.targets.map((one) => [one.target, one])), [quote]);
  const found = useMemo(() => {
    const words = search.trim().toLowerCase();
    const fits = (item: CatalogItem): boolean => {
      if (words !== "") {
        const { brand, name } = viewItem(item, language);
        if (!`${brand} ${name}`.toLowerCase().includes(words)) return false;
      }
      return odds === undefined || odds.has(item.id);
    };
    return goods.filter(fits);
  }, [goods, search, odds, language]);

  return (
    <>
      <div className={s.tools}>
        <SearchField label={t("target.search")} value={search} onChange={setSearch} />
        <div className={s.times}>
          {TIMES.map((times) => (
            <Button
              key={times}
              size="s"
              disabled={quote === undefined || disabled}
              onClick={() => {
                const best = quote && nearest(quote, times);
                if (best) onChoose({ id: best.target, priceCents: best.targetCents });
              }}
            >
              ×{times}
            </Button>
          ))}
        </div>
      </div>
      {found.length === 0 ? (
        <Empty text={t("target.none")} />
      ) : (
        <Goods className={s.goods}>
          {found.slice(0, SHOWN).map((item) => {
            const quoted = odds?.get(item.id);
            return (
              <Good
                key={item.id}
                item={viewItem(item, language)}
                cents={quoted?.targetCents ?? item.priceCents}
                corner={quoted && formatShare(quoted.rateE8 / rateUnit, language)}
                chosen={chosen === item.id}
                disabled={disabled}
                onChoose={() => onChoose(item)}
              />
            );
          })}
        </Goods>
      )}
      {found.length > SHOWN && <p className={s.note}>{t("target.more", { shown: SHOWN, found: found.length })}</p>}
    </>
  );
}
