/**
 * /page/active, /moonbox, /newyear2025: the activity of the season, each at home on one of them. Play earns radishes,
 * radishes open boxes, friends help.
 */

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useLanguage, words } from "../../i18n/language.ts";
import { idInPath, paths } from "../../routes/paths.ts";
import { queryClient } from "../../state/query.ts";
import { useLoggedIn } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCount } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import s from "./active.module.css";
import { goalsQuery, type Home, homeQuery } from "./api.ts";
import { Ask, Assist } from "./assist.tsx";
import { Boxes } from "./boxes.tsx";
import { Goals } from "./goals.tsx";
import { PLACES, type Place, usePlace } from "./place.ts";
import { PrizeBox, type PrizeSlots } from "./prize-box.tsx";
import { PrizeRecords } from "./prize-records.tsx";
import { Radish } from "./radish.tsx";
import { SeasonArt } from "./season-art.tsx";

/** For the season that has one. */
const Moon = lazy(async () => ({ default: (await import("./moon.tsx")).Moon }));

/** The day or the season is over: everything is another. */
const over = () => {
  void queryClient.invalidateQueries({ queryKey: ["mine", "active"] });
  void queryClient.invalidateQueries({ queryKey: ["active"] });
};

export function ActivePage({ slots }: { slots: PrizeSlots }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const [query, setQuery] = useSearchParams();
  const place = usePlace();
  const { data, isError, refetch } = useQuery(homeQuery);
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeletons count={3} className={s.place} />;
  const { page, radish } = data;
  const here = data.running && (place === "active" || place === page);
  const chosen = query.get("box");
  if (here && chosen !== null) return <PrizeBox id={idInPath(chosen)} held={radish} slots={slots} />;
  if (!here) {
    return (
      <div className={s.page}>
        <Away home={data} place={place} />
        {place === page && page === "moonbox" && (
          <Suspense>
            <Moon running={false} odds={slots.odds} onMidnight={over} />
          </Suspense>
        )}
        {loggedIn && place === "active" && <PrizeRecords />}
      </div>
    );
  }
  const assist = query.get("assist");
  return (
    <div className={s.page}>
      {assist && <Ask code={assist} onClose={() => setQuery({}, { replace: true, preventScrollReset: true })} />}
      <header className={s.banner} data-page={page}>
        <div className={s.bannerWords}>
          <h1>{words(data.name, language) || t(`place.${page}.title`)}</h1>
          <p>{t("lead")}</p>
          <div className={s.times}>
            <Countdown title={t("ends")} endsAtMs={data.untilMs} onEnd={over} />
            <Countdown title={t("resets")} endsAtMs={data.resetsMs} onEnd={over} />
          </div>
        </div>
        {page !== "active" && <SeasonArt place={page} size={112} />}
        <div className={s.held}>
          <Radish size={56} />
          <b className="num" data-part="radish">
            {formatCount(radish, language)}
          </b>
          <span>{t("radishes")}</span>
        </div>
      </header>
      {place === "moonbox" && (
        <Suspense fallback={<Skeletons count={1} className={s.moonPlace} />}>
          <Moon running odds={slots.odds} onMidnight={over} />
        </Suspense>
      )}
      <Goals />
      <BelowGoals held={radish} />
    </div>
  );
}

/** Comes after the goals, whose number is the season's: it would move when they come. */
function BelowGoals({ held }: { held: number }) {
  const { isPending } = useQuery(goalsQuery);
  const loggedIn = useLoggedIn();
  if (isPending) return null;
  return (
    <>
      <div className={s.lower}>
        <Boxes held={held} />
        <Assist />
      </div>
      {loggedIn && <PrizeRecords />}
    </>
  );
}

/** No season, or one that is at home elsewhere. */
function Away({ home: { running, page, name, fromMs, season, radish }, place }: { home: Home; place: Place }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const comes = !running && season !== "" && (place === "active" || place === page);
  return (
    <>
      <h1 className={s.title}>{t(`place.${place}.title`)}</h1>
      <Empty text={t(`place.${place}.none`)}>
        {place !== "active" && <SeasonArt place={place} size={96} />}
        {comes && <Countdown title={t("begins")} endsAtMs={fromMs} onEnd={over} />}
        {radish > 0 && <p>{t("kept", { count: radish })}</p>}
        {running && (
          <ButtonLink kind="primary" to={PLACES[page]}>
            {words(name, language) || t(`place.${page}.title`)}
          </ButtonLink>
        )}
        <ButtonLink kind={running ? "ghost" : "primary"} to={paths.caseList("all")}>
          {t("play")}
        </ButtonLink>
      </Empty>
    </>
  );
}
