import { Clover, Gift, Swords, Trees, TrendingUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { rarityStyle } from "../../ui/rarity.ts";
import s from "./modes.module.css";

/** Items that stand for a mode. They come from the catalogue's art by number, not from the catalogue. */
const MODES = [
  { key: "battle", to: paths.battleLobby(), icon: Swords, art: "0096", rarity: "ancient" },
  { key: "upgrade", to: paths.upgradeHall(), icon: TrendingUp, art: "0225", rarity: "mythical" },
  { key: "lucky", to: paths.luckycards(), icon: Clover, art: "0277", rarity: "contraband" },
  { key: "wish", to: paths.wishes(), icon: Trees, art: "0191", rarity: "legendary" },
  { key: "roll", to: paths.rolls(), icon: Gift, art: "0279", rarity: "contraband" },
] as const;

/** The other ways to play: pictures on wide screens, signs on phones. A low window has them in the menu alone. */
export function Modes() {
  const { t } = useTranslation("home");
  return (
    <nav className={s.modes} aria-label={t("modes.label")}>
      {MODES.map(({ key, to, icon: Icon, art, rarity }) => (
        <Link key={key} to={to} className={s.mode} style={rarityStyle(rarity)}>
          <Icon size={18} aria-hidden />
          <b>{t(`modes.${key}`)}</b>
          <span>{t(`modes.${key}Text`)}</span>
          <img src={`/art/items/${art}.webp`} alt="" width={384} height={288} loading="lazy" />
        </Link>
      ))}
    </nav>
  );
}
