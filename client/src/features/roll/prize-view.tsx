/** What is to be won: an item as everywhere, or gems. */
import { useTranslation } from "react-i18next";
import type { RollPrize } from "../../protocol/gen.ts";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Gem } from "../../ui/gem.tsx";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import s from "./prize.module.css";

export function PrizeTile({ prize, place }: { prize: RollPrize; place?: number | undefined }) {
  const { t } = useTranslation("roll");
  const item = useItems()(prize.def);
  return (
    <li className={s.prize} style={rarityStyle(item?.rarity ?? "contraband")}>
      {place !== undefined && <span className={s.place}>{t("prize.place", { n: place })}</span>}
      <PrizeArt prize={prize} />
      <div className={s.words}>
        {item ? (
          <>
            <small>{item.brand}</small>
            <b>{item.name}</b>
          </>
        ) : (
          <b>{t("prize.gems")}</b>
        )}
        <Price cents={prize.valueCents} />
      </div>
    </li>
  );
}

export function PrizeArt({ prize, sizes = "160px" }: { prize: RollPrize; sizes?: string }) {
  const item = useItems()(prize.def);
  return item ? (
    <ItemArt image={item.image} thumb={item.thumb} sizes={sizes} className={s.art} />
  ) : (
    <span className={s.gems}>
      <Gem size={44} />
    </span>
  );
}

/** The name of a prize in one line. */
export function usePrizeName(): (prize: RollPrize) => string {
  const { t } = useTranslation("roll");
  const items = useItems();
  return (prize) => {
    const item = items(prize.def);
    return item ? `${item.brand} | ${item.name}` : t("prize.gems");
  };
}
