/** The roll rooms that ask for a level: what a level opens beside its rate and its bonus (product spec §6). */

import { useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { Card } from "../../ui/card.tsx";
import { Failed } from "../../ui/empty.tsx";
import { formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { roomsQuery } from "./api.ts";
import s from "./rooms.module.css";

export function VipRooms({ level }: { level: number }) {
  const { t } = useTranslation("vip");
  const language = useLanguage();
  const { data, isError, refetch } = useQuery(roomsQuery);
  return (
    <Card className={s.rooms}>
      <header>
        <h2>{t("rooms.title")}</h2>
        <Link to={paths.rolls()}>{t("rooms.all")}</Link>
      </header>
      <p>{t("rooms.lead")}</p>
      {isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className={s.place} />
      ) : data.length === 0 ? (
        <p className={s.empty}>{t("rooms.empty")}</p>
      ) : (
        <ul>
          {data.map((room) => (
            <li key={room.id}>
              <Link to={paths.roll(room.id)} className={s.room}>
                <b>{room.name}</b>
                <span className={s.tags}>
                  <Tag kind="gold">
                    <Crown size={12} aria-hidden />
                    {t("rooms.needs", { level: room.vipLevel })}
                  </Tag>
                  {room.vipLevel <= level && <Tag kind="jade">{t("rooms.mine")}</Tag>}
                </span>
                <span className={s.fact}>
                  {t("rooms.worth")} <Price cents={room.totalCents} />
                </span>
                <span className={s.fact}>
                  {t("rooms.draw")} <time className="num">{formatTime(room.openAtMs, language)}</time>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
