import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { type Drop, topics } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { type ItemView, useItems } from "../../state/catalog.ts";
import { follow } from "../../state/live.ts";
import { liveEvents } from "../../state/live-events.ts";
import { useLoggedIn } from "../../state/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatPpm, formatTime } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { dropsQuery, rainQuery, todayQuery } from "./api.ts";
import s from "./drop-page.module.css";
import { ExtraDrops } from "./extra-drops.tsx";
import { merged } from "./merge.ts";

const PANEL = "drops";

/** The live feed at full size: lucky drops, all drops, and when it rains red packets. */
export function DropPage() {
  const { t } = useTranslation("drop");
  const [list, setList] = useState<"lucky" | "live">("lucky");
  const { data, isError, refetch } = useQuery(dropsQuery);
  const told = useTold();
  const items = useItems();
  const loggedIn = useLoggedIn();
  const rain = useQuery(rainQuery);
  const today = useQuery(todayQuery(loggedIn));
  const drops = merged(
    told.filter((drop) => list === "live" || drop.lucky),
    (list === "lucky" ? data?.boxLuckyVOList : data?.boxNewList) ?? [],
  );
  const known = drops.flatMap((drop) => {
    const item = items(drop.def);
    return item ? [{ drop, item }] : [];
  });
  // What stands over the lists is of any height: nothing is shown below it before it is known.
  if (rain.isPending || today.isPending) {
    return (
      <div aria-busy="true">
        <h1 className={s.title}>{t("title")}</h1>
        <Skeleton className={s.place} />
      </div>
    );
  }
  return (
    <>
      <h1 className={s.title}>{t("title")}</h1>
      <NextRain />
      <ExtraDrops />
      <Tabs
        label={t("title")}
        className={s.tabs}
        choices={[
          { value: "lucky", label: t("lucky") },
          { value: "live", label: t("live") },
        ]}
        value={list}
        onChange={setList}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(list)} className={s.panel}>
        {known.length > 0 ? (
          <ul className={s.grid}>
            {known.map(({ drop, item }) => (
              <DropCard key={drop.id} drop={drop} item={item} />
            ))}
          </ul>
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : data ? (
          <Empty text={t("empty")} />
        ) : null}
      </div>
    </>
  );
}

/** Drops that the socket has sent since the page was opened, newest first. */
function useTold(): readonly Drop[] {
  const [told, setTold] = useState<readonly Drop[]>([]);
  useEffect(
    () =>
      follow(topics.feed, liveEvents.feed, (event) => {
        if (event.name === "drop") setTold((list) => merged([event.body], list));
      }),
    [],
  );
  return told;
}

function DropCard({ drop, item }: { drop: Drop; item: ItemView }) {
  const { t } = useTranslation("drop");
  const language = useLanguage();
  return (
    <li>
      <ItemCard item={item} corner={formatPpm(drop.oddsPpm, language)}>
        <div className={s.who}>
          <Avatar src={drop.avatar} size={24} />
          <b>{drop.playerName}</b>
        </div>
        <div className={s.row}>
          <Price cents={drop.valueCents} />
          <Link to={paths.played(drop)}>{t("where")}</Link>
        </div>
      </ItemCard>
    </li>
  );
}

function NextRain() {
  const { t } = useTranslation("drop");
  const language = useLanguage();
  const { data } = useQuery(rainQuery);
  if (!data) return null;
  const { round, last, nextAtMs } = data;
  return (
    <aside className={s.rain}>
      <img src="/art/red-packet.webp" alt="" width={56} height={56} />
      <p>
        <b>
          {round
            ? t("rain.now")
            : nextAtMs > 0
              ? t("rain.next", { time: formatTime(nextAtMs, language) })
              : t("rain.none")}
        </b>
        <span>{t("rain.rule")}</span>
      </p>
      {last && last.resultId !== "" && <Link to={paths.verify(last.resultId)}>{t("rain.proof")}</Link>}
    </aside>
  );
}
