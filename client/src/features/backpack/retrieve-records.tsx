import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { Button } from "../../ui/button.tsx";
import { ItemLine } from "../../ui/item-line.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { retrievals } from "./api.ts";
import s from "./backpack-page.module.css";
import { CancelDialog } from "./cancel-dialog.tsx";

const COLUMNS = ["order", "items", "value", "state", "time"] as const;
const STEPS = ["review", "progress", "shipped", "failed", "cancelled"] as const;
const REASONS = ["failed", "declined", "private", "refused"] as const;

/** /user/retrieve/record. */
export function RetrieveRecords() {
  const { t } = useTranslation("backpack");
  const items = useItems();
  const records = useRecords("retrievals", retrievals);
  const [cancelling, setCancelling] = useState<string | null>(null);
  const line = (def: number) => {
    const item = items(def);
    return item ? <ItemLine item={item} /> : `#${def}`;
  };
  return (
    <>
      <RecordList
        title={t("retrievals.title")}
        records={records}
        file="retrievals"
        kinds={[
          { value: "shipped", label: t("retrievals.steps.shipped") },
          { value: "failed", label: t("retrievals.steps.failed") },
          { value: "cancelled", label: t("retrievals.steps.cancelled") },
        ]}
        empty={t("retrievals.empty")}
        way={{ label: t("title"), to: paths.backpack() }}
        columns={COLUMNS.map((column) => t(`retrievals.${column}`))}
        rows={(page) =>
          page.records.map((record) => {
            const step = STEPS.find((known) => known === record.step) ?? "progress";
            const reason = REASONS.find((known) => known === record.outcome);
            return {
              key: record.orderId,
              cells: [
                record.orderId,
                record.items.map((item) => <div key={item.id}>{line(item.def)}</div>),
                <Price key="value" cents={record.items.reduce((sum, item) => sum + item.valueCents, 0)} />,
                <div key="state" className={s.state}>
                  <Tag kind={step === "shipped" ? "jade" : "plain"}>{t(`retrievals.steps.${step}`)}</Tag>
                  {step === "review" && (
                    <Button size="s" onClick={() => setCancelling(record.orderId)}>
                      {t("retrievals.cancel.action")}
                    </Button>
                  )}
                  {reason && <small className={s.reason}>{t(`retrievals.reasons.${reason}`)}</small>}
                </div>,
                <Moment key="time" ms={record.atMs} />,
              ],
            };
          })
        }
      />
      {cancelling && <CancelDialog order={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
}
