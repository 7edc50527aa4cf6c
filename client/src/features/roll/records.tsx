import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useRecords } from "../../state/records.ts";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordLinks } from "../../ui/record-links.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { rollRecords } from "./api.ts";
import { usePrizeName } from "./prize-view.tsx";
import s from "./records.module.css";

const COLUMNS = ["room", "place", "status", "won", "time", "open"] as const;

/** The rooms that the player has joined, and what came of it. */
export function RollRecords() {
  const { t } = useTranslation("roll");
  const name = usePrizeName();
  const records = useRecords("rolls", rollRecords);
  return (
    <RecordList
      title={t("records.title")}
      records={records}
      file="rolls"
      empty={t("records.empty")}
      way={{ label: t("records.go"), to: paths.rolls() }}
      columns={COLUMNS.map((column) => t(`records.${column}`))}
      rows={(page) =>
        page.records.map(({ summary, me, won }) => ({
          key: summary.id,
          cells: [
            summary.name,
            me ? `${me.place + 1} / ${summary.joined}` : "–",
            <Tag key="status" kind={summary.status === "open" ? "jade" : "plain"}>
              {t(`status.${summary.status}`)}
            </Tag>,
            won.length === 0 ? (
              "–"
            ) : (
              <span key="won" className={s.won}>
                {won.map((prize) => (
                  <span key={prize.id}>
                    {name(prize)} <Price cents={prize.valueCents} />
                  </span>
                ))}
              </span>
            ),
            <Moment key="time" ms={summary.openAtMs} />,
            <RecordLinks
              key="open"
              to={paths.roll(summary.id)}
              label={t("records.look")}
              proof={summary.status === "drawn" ? `roll-${summary.id}` : undefined}
              proofLabel={t("records.proof")}
            />,
          ],
        }))
      }
    />
  );
}
