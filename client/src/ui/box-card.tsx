import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BoxArt, ItemArt } from "./art.tsx";
import s from "./box-card.module.css";
import { Price } from "./price.tsx";
import { rarityStyle } from "./rarity.ts";
import { Tag } from "./tag.tsx";

export interface BoxCardProps {
  to: string;
  name: string;
  image: string;
  accent: string;
  cents: number;
  /** Of the server; "hot" and "new" are shown. */
  tags?: readonly string[];
  /** The most valuable item it can hold: named below the box, seen when the pointer comes. */
  top?: { label: string; name: string; rarity: string; image: string; thumb: string } | undefined;
  eager?: boolean | undefined;
}

/** A box on sale. The whole card is one link, named by the box. */
export function BoxCard({ to, name, image, accent, cents, tags = [], top, eager }: BoxCardProps) {
  const { t } = useTranslation("ui");
  return (
    <article className={s.box} style={{ "--a": accent } as CSSProperties}>
      <div className={s.tags}>
        {tags.includes("hot") && <Tag kind="hot">{t("hot")}</Tag>}
        {tags.includes("new") && <Tag kind="new">{t("new")}</Tag>}
      </div>
      <div className={s.picture}>
        {top && <ItemArt image={top.image} thumb={top.thumb} className={s.peek} sizes="160px" />}
        <BoxArt image={image} sizes="260px" eager={eager} className={s.art} />
      </div>
      <h3 className={s.name}>
        <Link to={to}>{name}</Link>
      </h3>
      <p className={s.top} style={top && rarityStyle(top.rarity)}>
        {top && (
          <>
            <span>{top.label}</span> <b>{top.name}</b>
          </>
        )}
      </p>
      <div className={s.price}>
        <Price cents={cents} />
      </div>
    </article>
  );
}
