/** /user/records: everything that the player did or was given, with what it changed. */

import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { PLAIN_KINDS, type PlainKind, RECORD_KINDS } from "../../routes/kinds.ts";
import { type RecordQuery, useRecords } from "../../state/records.ts";
import { Moment } from "../../ui/moment.tsx";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RecordsHead } from "../../ui/records-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import type texts from "./i18n/en.json";

const COLUMNS = ["kind", "number", "gems", "real", "items", "time"] as const;
const KINDS = [
  "open",
  "upgrade",
  ...RECORD_KINDS,
  "drop",
  "sell",
  "trade",
  "mall",
  "exchange",
  "retrieve",
  "pay",
  "withdraw",
  "bonus",
  "active",
] as const;

const rooms: readonly string[] = PLAIN_KINDS;
/** What is played in rooms of a kind is called what the kind is called in its own texts, which come with the page. */
const nameOf = (kind: keyof (typeof texts)["all"]["kinds"] | PlainKind) =>
  (rooms.includes(kind) ? `${kind}:title` : `all.kinds.${kind}`) as "all.kinds.open";

const signed = (count: number) => (count > 0 ? `+${count}` : `−${-count}`);

const ownRecords = (query: RecordQuery) => api.get("/api/user/records", { query: { ...query } });

export function AllRecords() {
  const { t } = useTranslation("account");
  const language = useLanguage();
  const records = useRecords("all", ownRecords);
  return (
    <>
      <RecordsHead title={t("all.title")} lead={t("all.text")} />
      <RecordList
        records={records}
        file="records"
        printed
        kinds={KINDS.map((kind) => ({ value: kind, label: t(nameOf(kind)) }))}
        columns={COLUMNS.map((column) => t(`all.columns.${column}`))}
        rows={(page) =>
          page.records.map(({ opId, kind, gemsCents, realCents, wishCards, fragments, tokens, got, gave, atMs }) => ({
            key: opId,
            cells: [
              <Tag key="kind" kind="plain">
                {t(nameOf(kind))}
              </Tag>,
              <span key="number" className="num">
                {opId}
              </span>,
              gemsCents === 0 ? "–" : <Price key="gems" cents={gemsCents} />,
              realCents === 0 ? "–" : formatCents(realCents, language),
              [
                got > 0 && `+${got}`,
                gave > 0 && `−${gave}`,
                wishCards !== 0 && t("all.also.wishCards", { count: signed(wishCards) }),
                fragments !== 0 && t("all.also.fragments", { count: signed(fragments) }),
                tokens !== 0 && t("all.also.tokens", { count: signed(tokens) }),
              ]
                .filter(Boolean)
                .join(" · ") || "–",
              <Moment key="time" ms={atMs} />,
            ],
          }))
        }
      />
    </>
  );
}
