/**
 * A season whose box has another table every night: the one of tonight, the calendar of all of them, and what commits
 * them.
 */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import type { OddsEntry } from "../../state/boxes.ts";
import { useItems } from "../../state/catalog.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Failed } from "../../ui/empty.tsx";
import { formatCents, formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Cycle, cycleQuery, type Night } from "./api.ts";
import { Computed } from "./computed.tsx";
import s from "./moon.module.css";
import { MoonPhase, phaseOf } from "./moon-phase.tsx";
import { NightDialog } from "./night-dialog.tsx";
import { NightFacts } from "./night-facts.tsx";
import { boxPath, usePlace } from "./place.ts";
import { Radishes } from "./radish.tsx";

interface MoonProps {
  /** The season runs: one of the nights is tonight's. */
  readonly running: boolean;
  readonly odds: (entries: readonly OddsEntry[]) => ReactNode;
  readonly onMidnight: () => void;
}

export function Moon({ running, odds, onMidnight }: MoonProps) {
  const { data, isError, refetch } = useQuery(cycleQuery);
  const [chosen, choose] = useState<Night | null>(null);
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton className={s.place} />;
  if (data.nights.length === 0) return null; // a season of the moon with boxes of every night
  const tonight = running ? data.nights[data.night - 1] : undefined;
  return (
    <div className={s.sky} data-tonight={tonight !== undefined || undefined}>
      {tonight && <Tonight night={tonight} cycle={data} onMidnight={onMidnight} />}
      <Calendar cycle={data} tonight={tonight} onChoose={choose} />
      <Commitment cycle={data} />
      {chosen && <NightDialog night={chosen} ahead={ahead(chosen, tonight)} odds={odds} onClose={() => choose(null)} />}
    </div>
  );
}

/** How many nights it is until a night; undefined while there is no tonight. */
const ahead = (night: Night, tonight: Night | undefined): number | undefined =>
  tonight && (night.night - tonight.night + 28) % 28;

function Tonight({ night, cycle, onMidnight }: { night: Night; cycle: Cycle; onMidnight: () => void }) {
  const { t } = useTranslation("active");
  const place = usePlace();
  const top = useItems()(night.topDef);
  return (
    <section className={s.tonight} aria-labelledby="moon-tonight">
      <div className={s.scene}>
        <MoonPhase night={night.night} />
        <img src={night.image} alt="" width={448} height={336} />
      </div>
      <div className={s.words}>
        <h2 id="moon-tonight">{t("moon.of")}</h2>
        <p>
          {t("moon.night", { night: night.night })} · {t(`moon.phase.${phaseOf(night.night)}`)}
        </p>
        <NightFacts night={night}>
          <div>
            <dt>{t("moon.top")}</dt>
            <dd>
              <Price cents={night.topCents} />
              {top && <small>{`${top.brand} ${top.name}`}</small>}
            </dd>
          </div>
        </NightFacts>
        <ButtonLink kind="primary" size="l" to={boxPath(place, night.box)}>
          {t("moon.open")} <Radishes count={cycle.tokens} />
        </ButtonLink>
        <Countdown title={t("moon.next")} endsAtMs={cycle.endsMs} onEnd={onMidnight} />
      </div>
    </section>
  );
}

interface CalendarProps {
  readonly cycle: Cycle;
  readonly tonight: Night | undefined;
  readonly onChoose: (night: Night) => void;
}

function Calendar({ cycle, tonight, onChoose }: CalendarProps) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  return (
    <section className={s.calendar} aria-labelledby="moon-calendar">
      <h2 id="moon-calendar">{t("moon.calendar")}</h2>
      <p>{t("moon.lead")}</p>
      <ol className={s.nights}>
        {cycle.nights.map((night) => (
          <li key={night.night}>
            <button
              type="button"
              data-night={night.night}
              aria-current={night === tonight ? "date" : undefined}
              onClick={() => onChoose(night)}
            >
              <span className="sr">
                {t("moon.show", {
                  night: t("moon.night", { night: night.night }),
                  phase: t(`moon.phase.${phaseOf(night.night)}`),
                  top: formatCents(night.topCents, language),
                })}
              </span>
              <MoonPhase night={night.night} />
              <b className="num" aria-hidden="true">
                {night.night}
              </b>
              <span className={s.top} aria-hidden="true">
                <Price cents={night.topCents} />
              </span>
              {night === tonight && (
                <span className={s.now} aria-hidden="true">
                  {t("moon.tonight")}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was promised, and whether it is what is shown: the hash is computed here once more. */
function Commitment({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const { data: same } = useQuery({
    queryKey: ["active", "cycle", "same", cycle.hash, cycle.nights],
    queryFn: async () => (await import("../../fairness/cycle.ts")).cycleHash(cycle) === cycle.hash,
  });
  return (
    <section className={s.commitment} aria-labelledby="moon-commitment">
      <h2 id="moon-commitment">{t("moon.how")}</h2>
      <CopyText label={t("moon.commitment")} text={cycle.hash} />
      {same !== undefined && <Computed right={same} text={t(same ? "moon.same" : "moon.differs")} />}
      {cycle.committedMs > 0 ? (
        <p>{t("moon.committed", { time: formatTime(cycle.committedMs, language) })}</p>
      ) : (
        <Computed right={false} text={t("moon.uncommitted")} />
      )}
      <p>{t("moon.howText")}</p>
      <p className={s.ways}>
        <Link to={paths.verify()}>{t("moon.verify")}</Link>
        <Link to={paths.instructions()}>{t("moon.rules")}</Link>
      </p>
    </section>
  );
}
