/** The player's own battles as records, newest first, each with the way to its room and its proof. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import type { BattleCard } from "../../protocol/gen.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Link } from "../../ui/link.tsx";
import { formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { myBattles } from "./api.ts";
import { battleKeys } from "./query.ts";
import s from "./records.module.css";
import { isFree } from "./seats.ts";

const COLUMNS = ["mode", "players", "entry", "status", "time", "open"] as const;
const PAGE_SIZE = 12;

export function BattleRecords() {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: battleKeys.records(page),
    queryFn: () => myBattles(page, PAGE_SIZE),
    placeholderData: keepPreviousData,
  });
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <RecordTable columns={[]} rows={null} />;
  if (data.total === 0) {
    return (
      <Empty text={t("hall.emptyMine")} art="/art/empty/battles.svg">
        <ButtonLink kind="primary" to={paths.battleHall()}>
          {t("records.go")}
        </ButtonLink>
      </Empty>
    );
  }
  const row = (battle: BattleCard) => ({
    key: battle.id,
    cells: [
      t(`mode.${battle.mode}`),
      <Players key="players" battle={battle} />,
      <Price key="entry" cents={battle.entryCents} />,
      <Tag key="status" kind={battle.status === "running" ? "jade" : "plain"}>
        {t(`status.${battle.status}`)}
      </Tag>,
      <time key="time" dateTime={new Date(battle.atMs).toISOString()}>
        {formatTime(battle.atMs, language)}
      </time>,
      <span key="open" className={s.links}>
        <Link to={paths.battle(battle.id)}>{t("records.open")}</Link>
        {battle.status === "finished" && (
          <Link to={paths.verify(`battle-${battle.id}`)}>
            <ShieldCheck size={16} aria-hidden />
            {t("records.proof")}
          </Link>
        )}
      </span>,
    ],
  });
  return (
    <>
      <RecordTable
        busy={isPlaceholderData}
        columns={COLUMNS.map((column) => t(`records.${column}`))}
        rows={data.battles.map(row)}
      />
      <Pager page={page} pages={Math.ceil(data.total / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}

function Players({ battle }: { battle: BattleCard }) {
  const seated = battle.seats.filter((seat) => !isFree(seat));
  return (
    <span className={s.faces}>
      {seated.map((seat) => (
        <Avatar key={seat.seat} src={seat.avatar} size={28} />
      ))}
      <span className="sr">{seated.map(({ name }) => name).join(", ")}</span>
    </span>
  );
}
