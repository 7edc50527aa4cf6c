import { useQuery } from "@tanstack/react-query";
import { Crown, ShieldCheck } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { reportError } from "../../state/problem.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCents, formatDay, formatShare, formatTime } from "../../ui/number.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Board, type RankRow, rankingQuery } from "./api.ts";
import s from "./ranking.module.css";

type Day = "today" | "yesterday";

/** A day's best ten: a podium of three, then the rest; what each place receives stands beside it. */
export function RankingPage({ board, action }: { board: Board; action: ReactNode }) {
  const { t } = useTranslation("ranking");
  const language = useLanguage();
  const [day, setDay] = useState<Day>("today");
  const { data, error, isError, refetch } = useQuery(rankingQuery(board));
  useEffect(() => {
    if (error) reportError(error); // product spec §8: a ranking that is refused says why in passing
  }, [error]);
  const rows = data?.[day];
  return (
    <div className={s.page}>
      <PageHead title={t(`${board}.title`)} lead={t(`${board}.text`)}>
        {action}
      </PageHead>
      <div className={s.tools}>
        <Tabs
          label={t("day")}
          choices={(["today", "yesterday"] as const).map((value) => ({ value, label: t(value) }))}
          value={day}
          onChange={setDay}
        />
        {data && (
          <p className={s.when}>
            {day === "today" ? (
              <>
                {t("made", { time: formatTime(data.madeMs, language) })} · <Closes atMs={data.closesMs} />
              </>
            ) : (
              t(data.paid ? "paid" : "unpaid", { date: formatDay(data.yesterdayDate, language) })
            )}
          </p>
        )}
      </div>
      {!rows ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : rows.length === 0 ? (
        <Empty text={t(day === "today" ? "emptyToday" : "emptyYesterday")} />
      ) : (
        <>
          <ol className={s.podium}>
            {rows.slice(0, 3).map((row) => (
              <Step key={row.resultId} row={row} board={board} />
            ))}
          </ol>
          {rows.length > 3 && <Rest rows={rows.slice(3)} board={board} />}
        </>
      )}
      {data && (
        <Card className={s.rules}>
          <h2>{t("rules")}</h2>
          <p>{t("rulesText")}</p>
          <p>
            {[
              data.leastCents > 0 && t("ranked", { gems: formatCents(data.leastCents, language) }),
              data.spentCents > 0 && t("played", { gems: formatCents(data.spentCents, language) }),
              data.identity && t("known"),
            ]
              .filter(Boolean)
              .join(" ")}
          </p>
          <ol className={s.awards}>
            {data.awardsCents.map((cents, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
              <li key={i}>
                <span>{t("place", { place: i + 1 })}</span>
                <Price cents={cents} />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}

/** Counts down to the end of the day; once a minute is enough. */
function Closes({ atMs }: { atMs: number }) {
  const { t } = useTranslation("ranking");
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 20_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.ceil((atMs - now) / 60_000));
  return <>{t("closes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</>;
}

function Score({ row, board }: { row: RankRow; board: Board }) {
  const { t } = useTranslation("ranking");
  const language = useLanguage();
  const score = formatCents(Math.round(row.score * 100), language);
  return (
    <span className={s.score}>
      <b className="num">{board === "upgradeTop10" ? score : `×${score}`}</b>
      {board === "upgradeTop10" && <small>{t("rate", { rate: formatShare(row.rateE8 / 1e8, language) })}</small>}
    </span>
  );
}

function Step({ row, board }: { row: RankRow; board: Board }) {
  const { t } = useTranslation("ranking");
  const item = useItems()(row.def);
  return (
    <li data-rank={row.rank} style={item && rarityStyle(item.rarity)}>
      <span className={s.rank}>
        <Crown size={18} aria-hidden />
        {row.rank}
      </span>
      <Avatar src={row.avatar} size={56} frame={row.headPortraitBox} />
      <b>{row.name}</b>
      {row.bot && <Tag>{t("house")}</Tag>}
      {item && <ItemArt image={item.image} thumb={item.thumb} sizes="140px" alt={`${item.brand} ${item.name}`} />}
      <Price cents={row.valueCents} />
      <Score row={row} board={board} />
      <Award row={row} />
      <Proof row={row} />
    </li>
  );
}

function Award({ row }: { row: RankRow }) {
  const { t } = useTranslation("ranking");
  return row.awardAmount > 0 ? (
    <span className={s.award}>
      {t("award")} <Price cents={Math.round(row.awardAmount * 100)} />
    </span>
  ) : (
    <span className={s.award}>{t("noAward")}</span>
  );
}

function Proof({ row }: { row: RankRow }) {
  const { t } = useTranslation("ranking");
  return (
    <Link to={paths.verify(row.resultId)} className={s.proof} aria-label={t("proofOf", { name: row.name })}>
      <ShieldCheck size={16} aria-hidden />
      {t("proof")}
    </Link>
  );
}

const COLUMNS = ["rank", "player", "item", "value", "score", "award", "proof"] as const;

function Rest({ rows, board }: { rows: readonly RankRow[]; board: Board }) {
  const { t } = useTranslation("ranking");
  const items = useItems();
  return (
    <RecordTable
      columns={COLUMNS.map((column) => t(`columns.${column}`))}
      rows={rows.map((row) => {
        const item = items(row.def);
        return {
          key: row.resultId,
          cells: [
            row.rank,
            <span key="player" className={s.who}>
              <Avatar src={row.avatar} size={28} frame={row.headPortraitBox} />
              {row.name}
              {row.bot && <Tag>{t("house")}</Tag>}
            </span>,
            item ? `${item.brand} | ${item.name}` : "",
            <Price key="value" cents={row.valueCents} />,
            <Score key="score" row={row} board={board} />,
            <Award key="award" row={row} />,
            <Proof key="proof" row={row} />,
          ],
        };
      })}
    />
  );
}
