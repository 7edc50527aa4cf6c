import type { ReactNode } from "react";
import { ItemArt } from "./art.tsx";
import { cx } from "./class-names.ts";
import s from "./item-card.module.css";
import { Price } from "./price.tsx";
import { rarityStyle } from "./rarity.ts";

/** An item as it is drawn: its words already chosen for the player's language. */
export interface ItemLook {
  brand: string;
  name: string;
  rarity: string;
  image: string;
  thumb: string;
}

export interface ItemCardProps {
  item: ItemLook;
  cents?: number | undefined;
  /** Upper right: a chance, a status. */
  corner?: ReactNode;
  children?: ReactNode;
  eager?: boolean | undefined;
  className?: string | undefined;
}

/** The card of an item, with the rarity seam: a 2 px bottom light and a radial glow behind the item. */
export function ItemCard({ item, cents, corner, children, eager, className }: ItemCardProps) {
  return (
    <div className={cx(s.item, className)} style={rarityStyle(item.rarity)}>
      {corner !== undefined && <div className={s.corner}>{corner}</div>}
      <ItemArt image={item.image} thumb={item.thumb} sizes="(max-width: 750px) 45vw, 220px" eager={eager} />
      <div className={s.words}>
        <div className={s.brand}>{item.brand}</div>
        <div className={s.name}>{item.name}</div>
        {cents !== undefined && <Price cents={cents} />}
      </div>
      {children}
    </div>
  );
}
