import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { ItemLine } from "../../ui/item-line.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { type ExchangeRecord, exchangeRecords } from "./api.ts";
import { Fragments } from "./fragments.tsx";

const COLUMNS = ["item", "value", "fragments", "status", "time"] as const;
const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** /user/exchange/record: what fragments were given for, and where it is now. */
export function ExchangeRecords() {
  const { t } = useTranslation(["prizes", "backpack"]);
  const items = useItems();
  const records = useRecords("exchanges", exchangeRecords);
  const status = ({ status: code, elsewhere }: ExchangeRecord) => {
    if (elsewhere) return t("records.elsewhere");
    const known = STATUSES.find((each) => each === code);
    return known === undefined ? "–" : t(`backpack:status.${known}`);
  };
  const row = (record: ExchangeRecord) => {
    const item = items(record.def);
    return [
      item ? <ItemLine key="item" item={item} /> : record.stuffName,
      <Price key="value" cents={record.valueCents} />,
      <Fragments key="fragments" count={record.fragments} />,
      status(record),
      <Moment key="time" ms={record.atMs} />,
    ];
  };
  return (
    <RecordList
      title={t("records.title")}
      records={records}
      file="exchanges"
      empty={t("records.empty")}
      way={{ label: t("exchange.title"), to: paths.exchange() }}
      columns={COLUMNS.map((column) => t(`records.${column}`))}
      rows={(page) => page.records.map((record) => ({ key: record.id, cells: row(record) }))}
    />
  );
}
