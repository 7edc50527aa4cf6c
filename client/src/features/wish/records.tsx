/** The rooms in which the player took bottles, and what came of it. */

import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordLinks } from "../../ui/record-links.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RecordsHead } from "../../ui/records-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ownWishes } from "./api.ts";
import { Cards } from "./cost.tsx";
import s from "./records.module.css";
import { roomName } from "./room-name.ts";
import { isFinal, statusOf } from "./room-state.ts";

const COLUMNS = ["room", "prize", "bottles", "spent", "result", "time", "open"] as const;

export function WishRecords() {
  const { t } = useTranslation("wish");
  const items = useItems();
  const records = useRecords("wishes", ownWishes);
  return (
    <>
      <RecordsHead title={t("records.title")} lead={t("records.text")} />
      <RecordList
        records={records}
        file="wishes"
        empty={t("records.empty")}
        way={{ label: t("records.go"), to: paths.wishes() }}
        columns={COLUMNS.map((column) => t(`records.${column}`))}
        rows={(page) =>
          page.records.map(({ room, bottles, spentCards, spentCents, won, refunded, resultId, atMs }) => ({
            key: room.id,
            cells: [
              `${roomName(t, room.name)} #${room.id}`,
              <span key="prize" className={s.prize}>
                {items(room.def)?.name} <Price cents={room.prizeCents} />
              </span>,
              bottles.join(", "),
              spentCards > 0 ? <Cards key="spent" count={spentCards} /> : <Price key="spent" cents={spentCents} />,
              <Tag key="result" kind={won ? "gold" : isFinal(room) ? "plain" : "jade"}>
                {t(
                  won
                    ? "records.won"
                    : refunded
                      ? "records.refunded"
                      : isFinal(room)
                        ? "records.lost"
                        : `status.${statusOf(room)}`,
                )}
              </Tag>,
              <Moment key="time" ms={atMs} />,
              <RecordLinks
                key="open"
                to={paths.wish(room.id)}
                label={t("records.look")}
                proof={resultId || undefined}
                proofLabel={t("records.proof")}
              />,
            ],
          }))
        }
      />
    </>
  );
}
