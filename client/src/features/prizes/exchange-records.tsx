import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { useItems } from "../../state/catalog.ts";
import { reportError } from "../../state/problem.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { csv, saveText } from "../../ui/csv.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import {
  EXPORT_PAGE,
  type ExchangeRecord,
  type ExchangeState,
  exchangeRecords,
  RECORDS_PAGE,
  recordsQuery,
} from "./api.ts";
import { Fragments } from "./fragments.tsx";
import s from "./prizes.module.css";

const COLUMNS = ["item", "value", "fragments", "status", "time"] as const;
const STATES = ["all", "bag", "gone"] as const;
const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

async function everything(state: ExchangeState): Promise<ExchangeRecord[]> {
  const rows: ExchangeRecord[] = [];
  for (let current = 1; ; current++) {
    const { records, total } = await exchangeRecords(current, state, EXPORT_PAGE);
    rows.push(...records);
    if (records.length === 0 || rows.length >= total) return rows;
  }
}

/** /user/exchange/record: what fragments were given for, and where it is now. */
export function ExchangeRecords() {
  const { t } = useTranslation(["prizes", "backpack"]);
  const language = useLanguage();
  const items = useItems();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<ExchangeState>("all");
  const { data, isError, isPlaceholderData, refetch } = useQuery(recordsQuery(page, state));
  const status = (code: number) => {
    const known = STATUSES.find((each) => each === code);
    return known === undefined ? "–" : t(`backpack:status.${known}`);
  };
  const save = async () => {
    const rows = await everything(state);
    saveText(
      "exchange.csv",
      csv([
        ["item", "name", "value", "fragments", "status", "time"],
        ...rows.map((r) => [
          r.id,
          r.stuffName,
          (r.valueCents / 100).toFixed(2),
          String(r.fragments),
          status(r.status),
          new Date(r.atMs).toISOString(),
        ]),
      ]),
    );
  };
  const row = (record: ExchangeRecord) => {
    const item = items(record.def);
    return [
      <span key="item" className={s.item}>
        {item && <ItemArt image={item.image} thumb={item.thumb} sizes="44px" />}
        {item ? `${item.brand} | ${item.name}` : record.stuffName}
      </span>,
      <Price key="value" cents={record.valueCents} />,
      <Fragments key="fragments" count={record.fragments} />,
      status(record.status),
      <time key="time" dateTime={new Date(record.atMs).toISOString()}>
        {formatTime(record.atMs, language)}
      </time>,
    ];
  };
  return (
    <>
      <h1 className={s.title}>{t("records.title")}</h1>
      <div className={s.tools}>
        <Tabs
          label={t("records.filter")}
          choices={STATES.map((value) => ({ value, label: t(`records.${value}`) }))}
          value={state}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        <Button disabled={!data || data.total === 0} onClick={() => void save().catch(reportError)}>
          {t("records.csv")}
        </Button>
      </div>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.total === 0 ? (
        <Empty text={t("records.empty")} art="/art/empty/records.svg">
          <ButtonLink kind="primary" to={paths.exchange()}>
            {t("exchange.title")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={COLUMNS.map((column) => t(`records.${column}`))}
          rows={data.records.map((record) => ({ key: record.id, cells: row(record) }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / RECORDS_PAGE)} onPage={setPage} />
    </>
  );
}
