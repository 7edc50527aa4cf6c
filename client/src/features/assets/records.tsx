/** A player's own orders and withdrawals. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { reportError } from "../../state/problem.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { csv, saveText } from "../../ui/csv.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCents, formatTime } from "../../ui/number.ts";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tag } from "../../ui/tag.tsx";
import { payKeys, payRecords, withdrawRecords } from "./api.ts";
import s from "./assets.module.css";

const PAGE_SIZE = 12;
const EXPORT_SIZE = 50;

/** All pages of a list, one after the other. */
async function all<T>(page: (current: number) => Promise<{ records: readonly T[]; total: number }>): Promise<T[]> {
  const rows: T[] = [];
  for (let current = 1; ; current++) {
    const { records, total } = await page(current);
    rows.push(...records);
    if (records.length === 0 || rows.length >= total) return rows;
  }
}

const when = (ms: number, language: Language) => (
  <time dateTime={new Date(ms).toISOString()}>{formatTime(ms, language)}</time>
);

const amount = (cents: number) => (cents / 100).toFixed(2);

export function RechargeRecords() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<"all" | "paid">("all");
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: payKeys.records(page, state),
    queryFn: () => payRecords(page, PAGE_SIZE, state),
    placeholderData: (before) => before,
  });
  const save = async () => {
    const orders = await all((current) => payRecords(current, EXPORT_SIZE, state));
    saveText(
      "recharge.csv",
      csv([
        ["order", "way", "state", "price", "currency", "gems", "bonus", "created", "ended"],
        ...orders.map((o) => [
          o.id,
          o.name,
          o.state,
          amount(o.priceCents),
          o.currency,
          amount(o.gemsCents),
          amount(o.bonusCents),
          new Date(o.atMs).toISOString(),
          o.endedMs > 0 ? new Date(o.endedMs).toISOString() : "",
        ]),
      ]),
    );
  };
  return (
    <>
      <h1 className={s.title}>{t("records.recharge")}</h1>
      <div className={s.tools}>
        <Tabs
          label={t("records.filter")}
          choices={[
            { value: "all", label: t("records.all") },
            { value: "paid", label: t("records.paid") },
          ]}
          value={state}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        <Button onClick={() => void save().catch(reportError)}>{t("records.csv")}</Button>
      </div>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.records.length === 0 ? (
        <Empty text={t("records.empty")} art="/art/empty/records.svg">
          <ButtonLink kind="primary" to={paths.assets()}>
            {t("recharge.tab")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={[t("records.order"), t("records.price"), t("gems"), t("records.bonus"), t("records.state"), t("records.time")]}
          rows={data.records.map((o) => ({
            key: o.id,
            cells: [
              o.id,
              `R$ ${formatCents(o.priceCents, language)}`,
              <Price key="gems" cents={o.gemsCents} />,
              <Price key="bonus" cents={o.bonusCents} />,
              <Tag key="state" kind={o.state === "paid" ? "jade" : "plain"}>
                {t(`checkout.${o.state}`)}
              </Tag>,
              when(o.atMs, language),
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}

export function AssetsRecords() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: payKeys.withdrawals(page),
    queryFn: () => withdrawRecords(page, PAGE_SIZE),
    placeholderData: (before) => before,
  });
  const save = async () => {
    const list = await all((current) => withdrawRecords(current, EXPORT_SIZE));
    saveText(
      "withdrawals.csv",
      csv([
        ["withdrawal", "state", "amount", "currency", "pix", "created", "changed"],
        ...list.map((w) => [
          w.id,
          w.step,
          amount(w.amountCents),
          "BRL",
          w.pixKey,
          new Date(w.atMs).toISOString(),
          new Date(w.changedMs).toISOString(),
        ]),
      ]),
    );
  };
  return (
    <>
      <h1 className={s.title}>{t("records.withdrawals")}</h1>
      <div className={s.tools}>
        <Button onClick={() => void save().catch(reportError)}>{t("records.csv")}</Button>
      </div>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.records.length === 0 ? (
        <Empty text={t("records.emptyWithdrawals")} art="/art/empty/records.svg">
          <ButtonLink kind="primary" to={paths.assets("withdraw")}>
            {t("withdraw.tab")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          busy={isPlaceholderData}
          columns={[t("records.order"), t("records.price"), t("withdraw.key"), t("records.state"), t("records.time")]}
          rows={data.records.map((w) => ({
            key: w.id,
            cells: [
              w.id,
              `R$ ${formatCents(w.amountCents, language)}`,
              w.pixKey,
              <Tag key="state" kind={w.step === "paid" ? "jade" : "plain"}>
                {t(`withdraw.${w.step}`)}
              </Tag>,
              when(w.atMs, language),
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}
