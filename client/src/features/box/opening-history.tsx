import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage, words } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { boxListQuery } from "../../state/boxes.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { Moment } from "../../ui/moment.tsx";
import { formatSection } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { type Opening, pageOpenings } from "./api.ts";
import s from "./opening-history.module.css";

/** The player's own openings, newest first, each with the way to its proof. */
export function OpeningHistory() {
  const { t } = useTranslation("box");
  const language = useLanguage();
  const items = useItems();
  const records = useRecords("openings", pageOpenings);
  const { data: boxes } = useQuery(boxListQuery());
  const boxName = (id: number) => {
    const box = boxes?.find((known) => known.id === id);
    return box ? words(box.name, language) : `#${id}`;
  };
  const row = (opening: Opening) => {
    const item = items(opening.def);
    return {
      key: opening.resultId,
      cells: [
        <span key="item" className={s.item}>
          {item && <img src={item.thumb} alt="" width={192} height={144} loading="lazy" />}
          <span>
            <small>{item?.brand}</small>
            {item?.name ?? `#${opening.def}`}
          </span>
        </span>,
        <Link key="box" to={paths.box(opening.boxId)} className={s.link}>
          {boxName(opening.boxId)}
        </Link>,
        <Price key="value" cents={opening.valueCents} />,
        <span key="number" className="num">
          {formatSection(opening.v / 0xffffff, language)}
        </span>,
        <Moment key="time" ms={opening.atMs} />,
        <Link key="proof" to={paths.verify(opening.resultId)} className={s.link}>
          <ShieldCheck size={16} aria-hidden />
          {t("verify")}
        </Link>,
      ],
    };
  };
  return (
    <RecordList
      records={records}
      file="openings"
      empty={t("historyEmpty")}
      columns={(["item", "box", "value", "number", "time", "proof"] as const).map((column) => t(`table.${column}`))}
      rows={(page) => page.records.map(row)}
    />
  );
}
