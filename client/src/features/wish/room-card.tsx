import { Clock, Crown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import type { WishSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItem } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Tag } from "../../ui/tag.tsx";
import { Meter } from "./banner.tsx";
import { Cost } from "./cost.tsx";
import s from "./lobby.module.css";
import { roomName } from "./room-name.ts";
import { statusOf } from "./room-state.ts";
import { timeLeftText, useTimeLeft } from "./time-left.ts";

/** One room of a list: its prize, what a bottle costs, how full it is, and how it ended. */
export function WishCardView({ summary }: { summary: WishSummary }) {
  const { t } = useTranslation("wish");
  const item = useItem(summary.def);
  const status = statusOf(summary);
  return (
    <li className={s.card} style={rarityStyle(item?.rarity ?? "contraband")} data-room={summary.id}>
      <Link to={paths.wish(summary.id)}>
        <span className={s.tags}>
          <Tag kind={status === "open" ? "jade" : status === "drawn" ? "gold" : "plain"}>{t(`status.${status}`)}</Tag>
          <Tag>{t("card.number", { id: summary.id })}</Tag>
        </span>
        <span className={s.art}>{item && <ItemArt image={item.image} thumb={item.thumb} sizes="220px" />}</span>
        <h3>{roomName(t, summary.name)}</h3>
        <p className={s.prize}>
          <span>{item?.name}</span>
          <Price cents={summary.prizeCents} />
        </p>
        <Meter taken={summary.taken} bottles={summary.bottles} />
        <p className={s.foot}>
          <span className={s.cost}>
            <Cost room={summary} /> <small>{t("card.each")}</small>
          </span>
          <When summary={summary} />
        </p>
      </Link>
    </li>
  );
}

function When({ summary }: { summary: WishSummary }) {
  const { t } = useTranslation("wish");
  const language = useLanguage();
  const left = useTimeLeft(summary.endsAtMs);
  if (summary.winnerName) {
    return (
      <span className={s.winner}>
        <Crown size={14} aria-hidden /> <span>{summary.winnerName}</span>
      </span>
    );
  }
  const status = statusOf(summary);
  if (status === "locked") return null;
  return (
    <span className={s.when}>
      <Clock size={14} aria-hidden />
      {status === "open" ? timeLeftText(left, t("day")) : formatTime(summary.atMs, language)}
    </span>
  );
}
