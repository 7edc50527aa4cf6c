import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { DRAWS, type OddsEntry } from "../../state/boxes.ts";
import { useItems } from "../../state/catalog.ts";
import grid from "../../ui/box-grid.module.css";
import { cx } from "../../ui/class-names.ts";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatCount, formatShare } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import row from "./items-grid.module.css";
import s from "./odds-table.module.css";

/** Every item with its true chance: tickets out of 2²⁴, not the rounded weight. */
export function OddsTable({ entries }: { entries: readonly OddsEntry[] }) {
  const { t } = useTranslation("box");
  const language = useLanguage();
  const items = useItems();
  const known = entries.flatMap((entry) => {
    const item = items(entry.def);
    return item ? [{ entry, item }] : [];
  });
  return (
    <section>
      <div className={s.head}>
        <h2>{t("odds")}</h2>
        <p>{t("oddsNote", { count: entries.length })}</p>
      </div>
      <ul className={cx(grid.grid, row.items)}>
        {known.length === 0 && <Skeletons count={Math.max(entries.length, 6)} className={s.place} />}
        {known.map(({ entry, item }) => (
          <li
            key={entry.def}
            title={t("below", {
              tickets: formatCount(entry.tickets, language),
              lo: formatCount(entry.lo, language),
              hi: formatCount(entry.hi, language),
            })}
          >
            <ItemCard
              item={item}
              cents={entry.valueCents}
              corner={
                <>
                  <span className="sr">{t("chance", { chance: formatShare(entry.tickets / DRAWS, language) })}</span>
                  <span aria-hidden="true">{formatShare(entry.tickets / DRAWS, language)}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
