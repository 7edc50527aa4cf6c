import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { BATTLES_PAGE, battlesQuery } from "./api.ts";
import s from "./records.module.css";

const COLUMNS = ["mode", "players", "entry", "status", "time", "open"] as const;

export function BattleRecords() {
  const { t } = useTranslation("account");
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data, isError, refetch, isPlaceholderData } = useQuery(battlesQuery(page));
  return (
    <>
      <h1 className={s.title}>{t("battles.title")}</h1>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.total === 0 ? (
        <Empty text={t("battles.empty")} art="/art/empty/battles.svg">
          <ButtonLink kind="primary" to={paths.battleHall()}>
            {t("battles.go")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={COLUMNS.map((column) => t(`battles.${column}`))}
          rows={data.battles.map((battle) => ({
            key: battle.id,
            cells: [
              t(`battles.modes.${battle.mode as "normal"}`),
              <span key="players" className={s.faces}>
                {battle.seats
                  .filter(({ playerId }) => playerId !== "")
                  .map((seat) => (
                    <Avatar key={seat.seat} src={seat.avatar} size={28} />
                  ))}
                <span className="sr">
                  {battle.seats
                    .map(({ name }) => name)
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>,
              <Price key="entry" cents={battle.entryCents} />,
              <Tag key="status" kind={battle.status === "running" ? "jade" : "plain"}>
                {t(`battles.states.${battle.status as "waiting"}`)}
              </Tag>,
              <time key="time" dateTime={new Date(battle.atMs).toISOString()}>
                {formatTime(battle.atMs, language)}
              </time>,
              <span key="open" className={s.links}>
                <Link to={paths.battle(battle.id)}>{t("battles.open")}</Link>
                {battle.status === "finished" && (
                  <Link to={paths.verify(`battle-${battle.id}`)}>
                    <ShieldCheck size={16} aria-hidden />
                    {t("battles.proof")}
                  </Link>
                )}
              </span>,
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / BATTLES_PAGE)} onPage={setPage} />
    </>
  );
}
