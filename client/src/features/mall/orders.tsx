import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { useItems } from "../../state/catalog.ts";
import { reportError } from "../../state/problem.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { csv, saveText } from "../../ui/csv.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Link } from "../../ui/link.tsx";
import { formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Order, orders } from "./api.ts";
import s from "./mall.module.css";

const PAGE_SIZE = 12;
const EXPORT_SIZE = 50;
const COLUMNS = ["item", "price", "value", "state", "time"] as const;
const STATES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

const stateOf = (order: Order) => (order.elsewhere ? "elsewhere" : (STATES[order.state] ?? "0"));

/** The player's purchases. The state of an order is that of the item it brought. */
export function MallOrders() {
  const { t } = useTranslation("mall");
  const language = useLanguage();
  const items = useItems();
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ["mine", "mall-orders", page, language],
    queryFn: ({ signal }) => orders(page, PAGE_SIZE, signal),
    placeholderData: keepPreviousData,
  });
  const save = async () => {
    const rows: Order[] = [];
    for (let current = 1; ; current++) {
      const { records, total } = await orders(current, EXPORT_SIZE);
      rows.push(...records);
      if (records.length === 0 || rows.length >= total) break;
    }
    saveText(
      "mall-orders.csv",
      csv([
        ["order", "item", "price", "value", "state", "created"],
        ...rows.map((o) => [
          o.orderId,
          o.name,
          (o.priceCents / 100).toFixed(2),
          (o.valueCents / 100).toFixed(2),
          t(`orders.states.${stateOf(o)}`),
          new Date(o.atMs).toISOString(),
        ]),
      ]),
    );
  };
  return (
    <>
      <div className={s.tools}>
        <h1>{t("orders.title")}</h1>
        <Button disabled={!data || data.total === 0} onClick={() => void save().catch(reportError)}>
          {t("orders.csv")}
        </Button>
      </div>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.total === 0 ? (
        <Empty text={t("orders.empty")} art="/art/empty/records.svg">
          <ButtonLink kind="primary" to={paths.mall()}>
            {t("title")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={COLUMNS.map((column) => t(`orders.${column}`))}
          rows={data.records.map((order) => {
            const item = items(order.def);
            return {
              key: order.orderId,
              cells: [
                <Link key="item" to={paths.mallItem(order.def)}>
                  {item ? `${item.brand} | ${item.name}` : order.name}
                </Link>,
                <Price key="price" cents={order.priceCents} />,
                <Price key="value" cents={order.valueCents} />,
                <Tag key="state" kind={order.state === 0 || order.state === 5 ? "jade" : "plain"}>
                  {t(`orders.states.${stateOf(order)}`)}
                </Tag>,
                <time key="time" dateTime={new Date(order.atMs).toISOString()}>
                  {formatTime(order.atMs, language)}
                </time>,
              ],
            };
          })}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}
