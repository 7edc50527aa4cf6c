import { ArrowRight } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Empty } from "../../ui/empty.tsx";
import { formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Tag } from "../../ui/tag.tsx";
import s from "./live-list.module.css";
import { openLiveUpgrades, useLiveUpgrades } from "./live-upgrades.ts";

/** Upgrades as they happen; each leads to its proof. */
export function LiveList() {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const items = useItems();
  const done = useLiveUpgrades((state) => state.done);
  useEffect(openLiveUpgrades, []);
  if (done.length === 0) return <Empty text={t("live.empty")} />;
  return (
    <ul className={s.list}>
      {done.slice(0, 12).map((one) => {
        const [left, right] = [items(one.leftDef), items(one.rightDef)];
        return left && right ? (
          <li key={one.id} data-won={one.won || undefined}>
            <Link className={s.who} to={paths.upgradeUser(one.playerId)}>
              <Avatar src={one.avatar} size={28} />
              <span>{one.playerName}</span>
              {one.bot && <Tag>{t("live.house")}</Tag>}
            </Link>
            <Link
              className={s.what}
              to={paths.upgradeDetail(one.id)}
              aria-label={t("live.detail", { name: one.playerName })}
            >
              <span style={rarityStyle(left.rarity)} className={s.art}>
                <ItemArt image={left.image} thumb={left.thumb} sizes="64px" />
              </span>
              <ArrowRight size={16} aria-hidden />
              <span style={rarityStyle(right.rarity)} className={s.art}>
                <ItemArt image={right.image} thumb={right.thumb} sizes="64px" />
              </span>
            </Link>
            <span className={s.end}>
              <Price cents={one.rightCents} />
              <span className="num">{formatShare(one.rateE8 / 1e8, language)}</span>
              <Tag kind={one.won ? "jade" : "plain"}>{t(one.won ? "records.won" : "records.lost")}</Tag>
            </span>
          </li>
        ) : null;
      })}
    </ul>
  );
}
