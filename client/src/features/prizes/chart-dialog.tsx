import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { errorText } from "../../state/problem.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatSection } from "../../ui/number.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./chart.module.css";
import { pointsOf } from "./chart.ts";
import { CHARTS, type ChartKind, type Trend, trendQuery } from "./vouchers-api.ts";

const POINTS = [10, 20, 30] as const;

/** The history-number chart (product spec §9): 10, 20 or 30 points, the axis from 0 to 1 with its middle at 0.5. */
export function ChartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("prizes");
  const [kind, setKind] = useState<ChartKind>("hash");
  const [count, setCount] = useState<number>(30);
  const { data, error } = useQuery(trendQuery(kind, useLanguage()));
  const rows = data?.slice(0, count).reverse();
  return (
    <Dialog title={t("chart.title")} onClose={onClose} size="l">
      <div className={s.tools}>
        <Tabs
          label={t("chart.kind")}
          choices={CHARTS.map((value) => ({ value, label: t(`chart.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <Tabs
          label={t("chart.points")}
          choices={POINTS.map((value) => ({ value, label: String(value) }))}
          value={count}
          onChange={setCount}
        />
      </div>
      {error ? (
        <Empty text={errorText(error)} />
      ) : !rows ? (
        <Skeleton className={s.place} />
      ) : rows.length === 0 ? (
        <Empty text={t("chart.empty")} />
      ) : (
        <>
          <Chart rows={rows} />
          <Numbers rows={rows} />
        </>
      )}
      <p className={s.note}>{t("chart.note")}</p>
    </Dialog>
  );
}

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 34;
const EDGE = 12;

function Chart({ rows }: { rows: readonly Trend[] }) {
  const { t } = useTranslation("prizes");
  const language = useLanguage();
  const points = pointsOf(
    rows.map(({ rate }) => rate),
    { left: LEFT, top: EDGE, width: WIDTH - LEFT - EDGE, height: HEIGHT - 2 * EDGE },
  );
  const y = (rate: number) => EDGE + (1 - rate) * (HEIGHT - 2 * EDGE);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={s.chart}
      role="img"
      aria-label={t("chart.label", { count: rows.length })}
    >
      {[0, 0.5, 1].map((mark) => (
        <g key={mark}>
          <line x1={LEFT} x2={WIDTH - EDGE} y1={y(mark)} y2={y(mark)} data-middle={mark === 0.5 || undefined} />
          <text x={LEFT - 8} y={y(mark) + 4} textAnchor="end">
            {mark}
          </text>
        </g>
      ))}
      <polyline points={points.map(([x, top]) => `${x},${top}`).join(" ")} />
      {points.map(([x, top], i) => (
        <circle key={x} cx={x} cy={top} r={4}>
          <title>{formatSection(rows[i]?.rate ?? 0, language)}</title>
        </circle>
      ))}
    </svg>
  );
}

/** The same as a table, for screen readers. */
function Numbers({ rows }: { rows: readonly Trend[] }) {
  const { t } = useTranslation("prizes");
  const language = useLanguage();
  return (
    <details className={s.numbers}>
      <summary>{t("chart.numbers")}</summary>
      <ol>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the history
          <li key={i}>
            <b className="num">{formatSection(row.rate, language)}</b>
            <code>{row.userKey}</code>
            <Moment ms={row.atMs} />
          </li>
        ))}
      </ol>
    </details>
  );
}
