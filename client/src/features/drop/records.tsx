import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { ItemLine } from "../../ui/item-line.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { type DropRecord, pageRecords } from "./api.ts";

const COLUMNS = ["item", "value", "reason", "status", "time"] as const;
const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** /user/drop/record: what the player was given beside all play. */
export function DropRecords() {
  const { t } = useTranslation("drop");
  const records = useRecords("drops", pageRecords);
  const row = useRow();
  return (
    <RecordList
      title={t("records.title")}
      records={records}
      file="drops"
      empty={t("records.empty")}
      way={{ label: t("records.how"), to: paths.drops() }}
      columns={COLUMNS.map((column) => t(`records.${column}`))}
      rows={(page) => page.records.map((record) => ({ key: record.id, cells: row(record) }))}
    />
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
      item ? <ItemLine key="item" item={item} /> : `#${def}`,
      <Price key="value" cents={valueCents} />,
      spentCents > 0 ? t("extra.step", { gems: formatCents(spentCents, language) }) : t("records.gift"),
      known === undefined ? "–" : t(`backpack:status.${known}`),
      <Moment key="time" ms={atMs} />,
    ];
  };
}
