import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { useItem } from "../../state/catalog.ts";
import { Button } from "../../ui/button.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCents } from "../../ui/number.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { BagItem } from "./api.ts";
import s from "./backpack-page.module.css";
import { canAct } from "./selection.ts";

interface BagCardProps {
  item: BagItem;
  /** Given while choosing. */
  onSelect: (() => void) | undefined;
  selected: boolean | undefined;
  onSell: () => void;
  onRetrieve: () => void;
}

const label = <Max extends number>(value: number, max: Max) => String(Math.min(Math.max(value, 0), max));
type Status = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10";
type Source = Status | "11";

export function BagCard({ item, onSelect, selected, onSell, onRetrieve }: BagCardProps) {
  const { t } = useTranslation("backpack");
  const language = useLanguage();
  const view = useItem(item.def);
  if (!view) return <Skeleton className={s.place} />;
  const here = canAct(item);
  return (
    <li className={s.item} data-selected={selected || undefined} data-gone={!here || undefined}>
      <ItemCard
        item={view}
        cents={item.valueCents}
        corner={item.status === 0 ? undefined : t(`status.${label(item.status, 10) as Status}`)}
        eager
      >
        <p className={s.origin}>
          {t(`source.${label(item.source, 11) as Source}`)}
          <Moment ms={item.atMs} />
        </p>
      </ItemCard>
      {onSelect && here ? (
        <label className={s.choose}>
          <input type="checkbox" checked={selected ?? false} onChange={onSelect} />
          <span className="sr">{t("choose", { name: `${view.brand} ${view.name}` })}</span>
        </label>
      ) : (
        here && (
          <div className={s.acts}>
            <Button size="s" onClick={onSell}>
              {t("sell", { amount: formatCents(item.valueCents, language) })}
            </Button>
            <Button size="s" onClick={onRetrieve}>
              {t("retrieve.one")}
            </Button>
          </div>
        )
      )}
    </li>
  );
}
