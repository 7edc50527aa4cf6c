/** The rooms in which the player took bottles, and what came of it. */
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Link } from "../../ui/link.tsx";
import { formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ownWishes } from "./api.ts";
import { Cards } from "./cost.tsx";
import { wishKeys } from "./query.ts";
import s from "./records.module.css";
import { roomName } from "./room-name.ts";
import { isFinal, statusOf } from "./room-state.ts";

const COLUMNS = ["room", "prize", "bottles", "spent", "result", "time", "open"] as const;
const PAGE_SIZE = 12;

export function WishRecords() {
  const { t } = useTranslation("wish");
  const language = useLanguage();
  const items = useItems();
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: wishKeys.records(page),
    queryFn: () => ownWishes(page, PAGE_SIZE),
    placeholderData: (before) => before,
  });
  return (
    <>
      <h1 className={s.title}>{t("records.title")}</h1>
      <p className={s.text}>{t("records.text")}</p>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.records.length === 0 ? (
        <Empty text={t("records.empty")} art="/art/empty/records.svg">
          <ButtonLink kind="primary" to={paths.wishes()}>
            {t("records.go")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={COLUMNS.map((column) => t(`records.${column}`))}
          rows={data.records.map(({ room, bottles, spentCards, spentCents, won, refunded, resultId, atMs }) => ({
            key: room.id,
            cells: [
              `${roomName(t, room.name)} #${room.id}`,
              <span key="prize" className={s.prize}>
                {items(room.def)?.name} <Price cents={room.prizeCents} />
              </span>,
              bottles.join(", "),
              spentCards > 0 ? <Cards key="spent" count={spentCards} /> : <Price key="spent" cents={spentCents} />,
              <Tag key="result" kind={won ? "gold" : isFinal(room) ? "plain" : "jade"}>
                {t(
                  won
                    ? "records.won"
                    : refunded
                      ? "records.refunded"
                      : isFinal(room)
                        ? "records.lost"
                        : `status.${statusOf(room)}`,
                )}
              </Tag>,
              <time key="time" dateTime={new Date(atMs).toISOString()}>
                {formatTime(atMs, language)}
              </time>,
              <span key="open" className={s.links}>
                <Link to={paths.wish(room.id)}>{t("records.look")}</Link>
                {resultId && (
                  <Link to={paths.verify(resultId)}>
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
