import { ItemArt } from "./art.tsx";
import type { ItemLook } from "./item-card.tsx";
import s from "./item-line.module.css";
import { rarityStyle } from "./rarity.ts";

/** An item in one line of a record: small, in the colour of its rarity. */
export function ItemLine({ item }: { item: ItemLook }) {
  return (
    <span className={s.item} style={rarityStyle(item.rarity)}>
      <ItemArt image={item.image} thumb={item.thumb} sizes="44px" />
      <span>
        {item.brand} | {item.name}
      </span>
    </span>
  );
}
