import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { rateLeast, rateUnit, type UpgradeFee, upgradeRateE8 } from "../../fairness/upgrade-rate.ts";
import { useLanguage } from "../../i18n/language.ts";
import { type CatalogItem, useCatalog, viewItem } from "../../state/catalog.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { Good, Goods } from "../../ui/goods.tsx";
import { formatShare } from "../../ui/number.ts";
import { nearest } from "./choice.ts";
import s from "./hall.module.css";

const TIMES = [1.5, 2, 5, 10, 20] as const;
const SHOWN = 60;

interface TargetsProps {
  fee: UpgradeFee;
  stakeCents: number;
  chosen: number | undefined;
  onChoose: (item: CatalogItem) => void;
  disabled: boolean;
}

/** What can be won: with a stake on the table, only what its rate allows. */
export function Targets({ fee, stakeCents, chosen, onChoose, disabled }: TargetsProps) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const catalog = useCatalog((state) => state.items);
  const [search, setSearch] = useState("");
  const goods = useMemo(() => [...catalog.values()].sort((a, b) => a.priceCents - b.priceCents), [catalog]);
  const found = useMemo(() => {
    const words = search.trim().toLowerCase();
    const fits = (item: CatalogItem): boolean => {
      if (words !== "") {
        const { brand, name } = viewItem(item, language);
        if (!`${brand} ${name}`.toLowerCase().includes(words)) return false;
      }
      if (stakeCents <= 0) return true;
      const rate = upgradeRateE8(fee, stakeCents, item.priceCents);
      return rate >= rateLeast && rate <= rateUnit;
    };
    return goods.filter(fits);
  }, [goods, search, stakeCents, fee, language]);

  return (
    <>
      <div className={s.tools}>
        <Field
          label={t("target.search")}
          hideLabel
          type="search"
          placeholder={t("target.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          end={<Search size={16} aria-hidden />}
        />
        <div className={s.times}>
          {TIMES.map((times) => (
            <Button
              key={times}
              size="s"
              disabled={stakeCents <= 0 || disabled}
              onClick={() => {
                const item = nearest(goods, stakeCents, times, fee);
                if (item) onChoose(item);
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
          {found.slice(0, SHOWN).map((item) => (
            <Good
              key={item.id}
              item={viewItem(item, language)}
              cents={item.priceCents}
              corner={
                stakeCents > 0
                  ? formatShare(upgradeRateE8(fee, stakeCents, item.priceCents) / rateUnit, language)
                  : undefined
              }
              chosen={chosen === item.id}
              disabled={disabled}
              onChoose={() => onChoose(item)}
            />
          ))}
        </Goods>
      )}
      {found.length > SHOWN && <p className={s.note}>{t("target.more", { shown: SHOWN, found: found.length })}</p>}
    </>
  );
}
