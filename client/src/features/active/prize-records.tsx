/** What the player has opened with radishes, each with the way to its proof. */

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage, words } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { Moment } from "../../ui/moment.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import s from "./active.module.css";
import { boxesQuery, cycleQuery, pageRecords } from "./api.ts";
import { Radishes } from "./radish.tsx";

const COLUMNS = ["item", "box", "value", "price", "time", "proof"] as const;

export function PrizeRecords() {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const items = useItems();
  const records = useRecords("active", pageRecords);
  const { data: boxes } = useQuery(boxesQuery);
  const isListed = (id: number) => boxes?.some(({ box }) => box.id === id);
  const { data: cycle } = useQuery({
    ...cycleQuery,
    enabled: boxes !== undefined && records.data?.records.some(({ boxId }) => !isListed(boxId)) === true,
  });
  const boxName = (id: number) => {
    const name = boxes?.find(({ box }) => box.id === id)?.box.name ?? cycle?.nights.find(({ box }) => box === id)?.name;
    return name ? words(name, language) : `#${id}`;
  };
  return (
    <section className={s.section} aria-labelledby="active-records">
      <div className={s.head}>
        <h2 id="active-records">{t("records.title")}</h2>
      </div>
      <RecordList
        records={records}
        file="activity"
        empty={t("records.empty")}
        columns={COLUMNS.map((column) => t(`records.${column}`))}
        rows={(page) =>
          page.records.map(({ resultId, def, boxId, valueCents, tokens, atMs }) => {
            const item = items(def);
            return {
              key: resultId,
              cells: [
                <span key="item" className={s.item}>
                  {item && <img src={item.thumb} alt="" width={192} height={144} loading="lazy" />}
                  <span>
                    <small>{item?.brand}</small>
                    {item?.name ?? `#${def}`}
                  </span>
                </span>,
                boxName(boxId),
                <Price key="value" cents={valueCents} />,
                <Radishes key="price" count={tokens} />,
                <Moment key="time" ms={atMs} />,
                <Link key="proof" to={paths.verify(resultId)} className={s.link}>
                  <ShieldCheck size={16} aria-hidden />
                  {t("records.verify")}
                </Link>,
              ],
            };
          })
        }
      />
    </section>
  );
}
