import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { Link } from "../../ui/link.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.tsx";
import s from "./tiles.module.css";

/** Items that stand for a feature. They come from the catalogue's art by number, not from the catalogue. */
const TILES = [
  { key: "battle", to: paths.battleHall(), art: "0096", rarity: "ancient" },
  { key: "upgrade", to: null, art: "0225", rarity: "mythical" },
  { key: "roll", to: paths.rolls(), art: "0277", rarity: "contraband" },
  { key: "wish", to: null, art: "0191", rarity: "legendary" },
] as const;

export function Tiles() {
  const { t } = useTranslation(["home", "shell"]);
  return (
    <nav className={s.tiles} aria-label={t("home:tiles.label")}>
      {TILES.map(({ key, to, art, rarity }) => {
        const content = (
          <>
            <b>{t(`home:tiles.${key}`)}</b>
            <span>{t(`home:tiles.${key}Text`)}</span>
            {to === null && <Tag>{t("home:tiles.soon")}</Tag>}
            <img src={`/art/items/${art}.webp`} alt="" width={384} height={288} loading="lazy" />
          </>
        );
        return to === null ? (
          <button
            key={key}
            type="button"
            className={s.tile}
            style={rarityStyle(rarity)}
            onClick={() => toast(t("shell:soon"))}
          >
            {content}
          </button>
        ) : (
          <Link key={key} to={to} className={s.tile} style={rarityStyle(rarity)}>
            {content}
          </Link>
        );
      })}
    </nav>
  );
}
