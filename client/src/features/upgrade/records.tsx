import { ArrowRight, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useRecords } from "../../state/records.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatSection, formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { pageUpgrades, type UpgradeRecord } from "./api.ts";
import s from "./records.module.css";

const COLUMNS = ["what", "put", "get", "rate", "section", "result", "time", "open"] as const;

interface UpgradeRecordsProps {
  player?: string;
  /** In the hall: without filters, and what leads to the hall leads back to it. */
  onHall?: () => void;
}

/** Upgrades of one player, 12 a page; without an id the player's own. */
export function UpgradeRecords({ player, onHall }: UpgradeRecordsProps) {
  const { t } = useTranslation("upgrade");
  const language = useLanguage();
  const records = useRecords(player === undefined ? "upgrades" : `upgrades/${player}`, (query) =>
    pageUpgrades(query, player),
  );
  return (
    <RecordList
      records={records}
      {...(player === undefined && { file: "upgrades" })}
      kinds={[
        { value: "won", label: t("records.won") },
        { value: "lost", label: t("records.lost") },
      ]}
      newest={onHall !== undefined}
      empty={t("records.empty")}
      way={{ label: t("story.hall"), ...(onHall ? { onClick: onHall } : { to: paths.upgradeHall() }) }}
      columns={COLUMNS.map((column) => t(`records.${column}`))}
      rows={(page) =>
        page.records.map((record) => ({
          key: record.resultId,
          cells: [
            <Pair key="what" record={record} />,
            <Price key="put" cents={record.itemsCents + record.gemsCents} />,
            <Price key="get" cents={record.rightCents} />,
            <span key="rate" className="num">
              {formatShare(record.rateE8 / 1e8, language)}
            </span>,
            <span key="section" className="num">
              {section(record, (place) => formatSection(place, language))}
            </span>,
            <Tag key="result" kind={record.result === 0 ? "jade" : "plain"}>
              {t(record.result === 0 ? "records.won" : "records.lost")}
            </Tag>,
            <Moment key="time" ms={record.atMs} />,
            <span key="open" className={s.links}>
              <Link to={paths.upgradeDetail(record.resultId)}>{t("records.detail")}</Link>
              <Link to={paths.verify(record.resultId)} aria-label={t("result.verify")}>
                <ShieldCheck size={18} aria-hidden />
              </Link>
            </span>,
          ],
        }))
      }
    />
  );
}

export function section(
  { startE8, rateE8 }: Pick<UpgradeRecord, "startE8" | "rateE8">,
  format: (place: number) => string,
): string {
  const end = startE8 + rateE8;
  return `${format(startE8 / 1e8)} – ${format((end > 1e8 ? end - 1e8 : end) / 1e8)}`;
}

function Pair({ record }: { record: UpgradeRecord }) {
  const { t } = useTranslation("upgrade");
  const items = useItems();
  const left = record.leftDefs[0] === undefined ? undefined : items(record.leftDefs[0]);
  const right = items(record.rightDef);
  return (
    <span className={s.pair}>
      {left && <ItemArt image={left.image} thumb={left.thumb} sizes="56px" alt={`${left.brand} ${left.name}`} />}
      {record.leftDefs.length > 1 && <i>{t("table.more", { count: record.leftDefs.length - 1 })}</i>}
      <ArrowRight size={14} aria-hidden />
      {right && <ItemArt image={right.image} thumb={right.thumb} sizes="56px" alt={`${right.brand} ${right.name}`} />}
    </span>
  );
}
