import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Link } from "../../ui/link.tsx";
import { formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { pageRolls } from "./api.ts";
import { usePrizeName } from "./prize-view.tsx";
import { rollKeys } from "./query.ts";
import s from "./records.module.css";

const COLUMNS = ["room", "place", "status", "won", "time", "open"] as const;
const PAGE_SIZE = 12;

/** The rooms that the player has joined, and what came of it. */
export function RollRecords() {
  const { t } = useTranslation("roll");
  const language = useLanguage();
  const name = usePrizeName();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery({
    queryKey: rollKeys.mine(page),
    queryFn: () => pageRolls("mine", page, PAGE_SIZE),
  });
  return (
    <>
      <h1 className={s.title}>{t("records.title")}</h1>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.records.length === 0 ? (
        <Empty text={t("records.empty")}>
          <ButtonLink kind="primary" to={paths.rolls()}>
            {t("records.go")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          columns={COLUMNS.map((column) => t(`records.${column}`))}
          rows={data.records.map(({ card, me, won }) => ({
            key: card.id,
            cells: [
              card.name,
              me ? `${me.place + 1} / ${card.joined}` : "–",
              <Tag key="status" kind={card.status === "open" ? "jade" : "plain"}>
                {t(`status.${card.status}`)}
              </Tag>,
              won.length === 0 ? (
                "–"
              ) : (
                <span key="won" className={s.won}>
                  {won.map((prize) => (
                    <span key={prize.id}>
                      {name(prize)} <Price cents={prize.valueCents} />
                    </span>
                  ))}
                </span>
              ),
              <time key="time" dateTime={new Date(card.openAtMs).toISOString()}>
                {formatTime(card.openAtMs, language)}
              </time>,
              <span key="open" className={s.links}>
                <Link to={paths.roll(card.id)}>{t("records.look")}</Link>
                {card.status === "drawn" && (
                  <Link to={paths.verify(`roll-${card.id}`)}>
                    <ShieldCheck size={16} aria-hidden />
                    {t("records.proof")}
                  </Link>
                )}
              </span>,
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}
