import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { ItemLine } from "../../ui/item-line.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCount } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { pageTrades } from "./api.ts";

const COLUMNS = ["given", "count", "value", "gems", "got", "price", "refund", "time"] as const;

/** /user/replace/record. */
export function TradeRecords() {
  const { t } = useTranslation("trade-in");
  const language = useLanguage();
  const items = useItems();
  const records = useRecords("trades", pageTrades);
  const line = (key: string, def: number | undefined) => {
    const item = def === undefined ? undefined : items(def);
    return item ? <ItemLine key={key} item={item} /> : "";
  };
  return (
    <RecordList
      title={t("records.title")}
      records={records}
      file="trades"
      empty={t("records.empty")}
      way={{ label: t("title"), to: paths.tradeIn() }}
      columns={COLUMNS.map((column) => t(`records.${column}`))}
      rows={(page) =>
        page.records.map((record) => ({
          key: record.opId,
          cells: [
            line("given", record.givenDefs[0]),
            formatCount(record.givenDefs.length, language),
            <Price key="value" cents={record.itemsCents} />,
            <Price key="gems" cents={record.gemsCents} />,
            line("got", record.target),
            <Price key="price" cents={record.targetCents} />,
            <Price key="refund" cents={record.refundCents} />,
            <Moment key="time" ms={record.atMs} />,
          ],
        }))
      }
    />
  );
}
