import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCount, formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { TRADES_PAGE, tradesQuery } from "./api.ts";
import s from "./trade-in.module.css";

const COLUMNS = ["given", "count", "value", "gems", "got", "price", "refund", "time"] as const;

/** /user/replace/record. */
export function TradeRecords() {
  const { t } = useTranslation("trade-in");
  const language = useLanguage();
  const items = useItems();
  const [page, setPage] = useState(1);
  const { data, isError, refetch, isPlaceholderData } = useQuery(tradesQuery(page));
  const name = (def: number | undefined) => {
    const item = def === undefined ? undefined : items(def);
    return item ? `${item.brand} | ${item.name}` : "";
  };
  return (
    <>
      <h1 className={s.title}>{t("records.title")}</h1>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.total === 0 ? (
        <Empty text={t("records.empty")} art="/art/empty/records.svg">
          <ButtonLink kind="primary" to={paths.tradeIn()}>
            {t("title")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={COLUMNS.map((column) => t(`records.${column}`))}
          rows={data.records.map((record) => ({
            key: record.opId,
            cells: [
              name(record.givenDefs[0]),
              formatCount(record.givenDefs.length, language),
              <Price key="value" cents={record.itemsCents} />,
              <Price key="gems" cents={record.gemsCents} />,
              name(record.target),
              <Price key="price" cents={record.targetCents} />,
              <Price key="refund" cents={record.refundCents} />,
              <time key="time" dateTime={new Date(record.atMs).toISOString()}>
                {formatTime(record.atMs, language)}
              </time>,
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / TRADES_PAGE)} onPage={setPage} />
    </>
  );
}
