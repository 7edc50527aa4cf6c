import { Clock, Crown, KeyRound, ListChecks, Trophy, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import type { RollPrize, RollSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { formatCount, formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Tag } from "../../ui/tag.tsx";
import { countdownText, useTimeLeft } from "./countdown.ts";
import s from "./lobby.module.css";
import { PrizeArt } from "./prize-view.tsx";

interface RollCardProps {
  readonly summary: RollSummary;
  readonly joined: boolean;
  readonly won?: readonly RollPrize[] | undefined;
  /** What can be done from here. */
  readonly children?: ReactNode;
}

/** One room of a list: its best prizes, who gives them, when, and how many take part. */
export function RollCardView({ summary, joined, won = [], children }: RollCardProps) {
  const { t } = useTranslation("roll");
  const language = useLanguage();
  const items = useItems();
  const [best] = summary.prizes;
  return (
    <li className={s.card} style={rarityStyle(items(best?.def ?? 0)?.rarity ?? "contraband")}>
      <Link to={paths.roll(summary.id)} className={s.link}>
        <div className={s.art}>{best && <PrizeArt prize={best} sizes="240px" />}</div>
        <div className={s.tags}>
          <Tag kind={summary.streamer ? "plain" : "gold"}>
            {t(summary.streamer ? "type.streamer" : "type.official")}
          </Tag>
          {summary.joinType !== "roll_join_open" && (
            <Tag>
              <KeyRound size={12} aria-hidden />
              {t(`joinType.${summary.joinType}`)}
            </Tag>
          )}
          {summary.vipLevel > 0 && (
            <Tag kind="gold">
              <Crown size={12} aria-hidden />
              {t("card.vip", { level: summary.vipLevel })}
            </Tag>
          )}
          {summary.taskCount > (summary.vipLevel > 0 ? 1 : 0) && (
            <Tag>
              <ListChecks size={12} aria-hidden />
              {t("card.tasks")}
            </Tag>
          )}
          {joined && <Tag kind="jade">{t("card.joined")}</Tag>}
        </div>
        <h3>{summary.name}</h3>
        <p className={s.host}>
          {summary.streamer && <Avatar src={summary.hostAvatar} size={22} />}
          {summary.streamer ? summary.hostName : t("type.house")}
        </p>
        <ul className={s.more}>
          {summary.prizes.slice(1, 5).map((prize) => (
            <li key={prize.id} style={rarityStyle(items(prize.def)?.rarity ?? "contraband")}>
              <PrizeArt prize={prize} sizes="64px" />
            </li>
          ))}
        </ul>
        <dl className={s.facts}>
          <div>
            <dt>{t("card.total")}</dt>
            <dd>
              <Price cents={summary.totalCents} />
            </dd>
          </div>
          <div>
            <dt>
              <Trophy size={13} aria-hidden />
              {t("card.prizes")}
            </dt>
            <dd>{formatCount(summary.prizeCount, language)}</dd>
          </div>
          <div>
            <dt>
              <Users size={13} aria-hidden />
              {t("card.people")}
            </dt>
            <dd>{formatCount(summary.joined, language)}</dd>
          </div>
        </dl>
        <footer className={s.foot}>
          {won.length > 0 ? (
            <b className={s.won}>
              {t("card.won")} <Price cents={won.reduce((sum, p) => sum + p.valueCents, 0)} />
            </b>
          ) : summary.status === "open" ? (
            <Countdown atMs={summary.openAtMs} />
          ) : (
            <span>
              {t(`status.${summary.status}`)} · {formatTime(summary.openAtMs, language)}
            </span>
          )}
        </footer>
      </Link>
      {children}
    </li>
  );
}

export function Countdown({ atMs }: { atMs: number }) {
  const { t } = useTranslation("roll");
  const left = useTimeLeft(atMs);
  return (
    <span className={s.clock}>
      <Clock size={15} aria-hidden />
      {left.over ? t("card.drawing") : t("card.draw")}
      {!left.over && <b className="num">{countdownText(left, t("day"))}</b>}
    </span>
  );
}
