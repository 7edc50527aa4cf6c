import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCents, formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { DROPS_PAGE, type DropRecord, recordsQuery } from "./api.ts";
import s from "./records.module.css";

const COLUMNS = ["item", "value", "reason", "status", "time"] as const;
const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** /user/drop/record: what the player was given beside all play. */
export function DropRecords() {
  const { t } = useTranslation("drop");
  const [page, setPage] = useState(1);
  const { data, isError, refetch, isPlaceholderData } = useQuery(recordsQuery(page));
  const row = useRow();
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
          <ButtonLink kind="primary" to={paths.drops()}>
            {t("records.how")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={COLUMNS.map((column) => t(`records.${column}`))}
          rows={data.records.map((record) => ({ key: record.id, cells: row(record) }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / DROPS_PAGE)} onPage={setPage} />
    </>
  );
}

function useRow(): (record: DropRecord) => React.ReactNode[] {
  const { t } = useTranslation(["drop", "backpack"]);
  const language = useLanguage();
  const items = useItems();
  return ({ def, valueCents, spentCents, status, atMs }) => {
    const item = items(def);
    const known = STATUSES.find((each) => each === status);
    return [
      item ? (
        <span key="item" className={s.item}>
          <ItemArt image={item.image} thumb={item.thumb} sizes="44px" />
          {item.brand} | {item.name}
        </span>
      ) : (
        `#${def}`
      ),
      <Price key="value" cents={valueCents} />,
      spentCents > 0 ? t("extra.step", { gems: formatCents(spentCents, language) }) : t("records.gift"),
      known === undefined ? "–" : t(`backpack:status.${known}`),
      <time key="time" dateTime={new Date(atMs).toISOString()}>
        {formatTime(atMs, language)}
      </time>,
    ];
  };
}
