import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { rarityStyle } from "../../ui/rarity.ts";
import s from "./tiles.module.css";

/** Items that stand for a feature. They come from the catalogue's art by number, not from the catalogue. */
const TILES = [
  { key: "battle", to: paths.battleLobby(), art: "0096", rarity: "ancient" },
  { key: "upgrade", to: paths.upgradeHall(), art: "0225", rarity: "mythical" },
  { key: "roll", to: paths.rolls(), art: "0277", rarity: "contraband" },
  { key: "wish", to: paths.wishes(), art: "0191", rarity: "legendary" },
] as const;

export function Tiles() {
  const { t } = useTranslation("home");
  return (
    <nav className={s.tiles} aria-label={t("tiles.label")}>
      {TILES.map(({ key, to, art, rarity }) => (
        <Link key={key} to={to} className={s.tile} style={rarityStyle(rarity)}>
          <b>{t(`tiles.${key}`)}</b>
          <span>{t(`tiles.${key}Text`)}</span>
          <img src={`/art/items/${art}.webp`} alt="" width={384} height={288} loading="lazy" />
        </Link>
      ))}
    </nav>
  );
}
