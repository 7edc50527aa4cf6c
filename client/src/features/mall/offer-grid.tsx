import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { cx } from "../../ui/class-names.ts";
import { ItemCard } from "../../ui/item-card.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import type { Offer } from "./api.ts";
import s from "./mall.module.css";

interface OfferGridProps {
  /** undefined while they load. */
  offers: readonly Offer[] | undefined;
  busy?: boolean;
  /** Six a row instead of eight (product spec §2, skins detail list). */
  detail?: boolean;
}

/** Offers as cards that lead to the item; eight a row on wide screens. */
export function OfferGrid({ offers, busy = false, detail = false }: OfferGridProps) {
  const { t } = useTranslation("mall");
  const items = useItems();
  const grid = cx(s.grid, detail && s.six);
  if (!offers) {
    return (
      <div className={grid} aria-busy>
        <Skeletons count={detail ? 6 : 16} className={s.place} />
      </div>
    );
  }
  return (
    <ul className={grid} aria-busy={busy || undefined}>
      {offers.map(({ id, priceCents, left }, index) => {
        const item = items(id);
        return (
          <li key={id}>
            {item ? (
              <Link to={paths.mallItem(id)} className={s.offer}>
                <ItemCard
                  item={item}
                  cents={priceCents}
                  corner={left < 0 ? undefined : left === 0 ? t("soldOut") : t("left", { count: left })}
                  eager={!detail && index < 8}
                />
              </Link>
            ) : (
              <Skeletons count={1} className={s.place} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
