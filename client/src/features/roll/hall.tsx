/** Roll rooms: what can be joined now, official or a streamer's, what the player has joined, and what has ended. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { openLogin, useLoggedIn, useSession } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { joinedRolls, openRolls, pageRolls, type RollPage } from "./api.ts";
import s from "./hall.module.css";
import { HallJoin } from "./hall-join.tsx";
import { rollKeys } from "./query.ts";
import { RollCardView } from "./roll-card.tsx";

type View = "all" | "official" | "streamer" | "mine" | "ended";
const VIEWS: readonly View[] = ["all", "official", "streamer", "mine", "ended"];
const TYPE = { all: undefined, official: 0, streamer: 1 } as const;
const PAGE_SIZE = 12;
const PANEL = "roll-list";
/** Product spec §9. */
const REFRESH_MS = 60_000;

export function RollHall() {
  const { t } = useTranslation("roll");
  const [view, setView] = useState<View>("all");
  const streamer = useSession((session) => session.user?.streamer ?? false);
  return (
    <>
      <header className={s.head}>
        <div>
          <h1>{t("hall.title")}</h1>
          <p>{t("hall.lead")}</p>
        </div>
        {streamer && (
          <ButtonLink kind="primary" size="l" to={paths.studio()}>
            {t("hall.studio")}
          </ButtonLink>
        )}
      </header>
      <Tabs
        label={t("hall.view")}
        className={s.views}
        panelId={PANEL}
        value={view}
        onChange={setView}
        choices={VIEWS.map((value) => ({ value, label: t(`hall.${value}`) }))}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`hall.${view}`)}>
        {view === "mine" ? <Mine /> : view === "ended" ? <Ended /> : <Open type={TYPE[view]} />}
      </div>
    </>
  );
}

function Open({ type }: { type: 0 | 1 | undefined }) {
  const { t } = useTranslation("roll");
  const loggedIn = useLoggedIn();
  const query = useQuery({
    queryKey: rollKeys.open(type),
    queryFn: () => openRolls(type),
    refetchInterval: REFRESH_MS,
  });
  const joined = useQuery({ queryKey: rollKeys.joined, queryFn: joinedRolls, enabled: loggedIn });
  if (query.isPending) return <Skeletons count={6} className={s.skeleton} />;
  if (query.isError) return <Failed onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <Empty text={t("hall.empty")} />;
  const isJoin = new Set(joined.data?.map(({ rollId }) => rollId));
  return (
    <ul className={s.cards}>
      {query.data.map((card) => (
        <RollCardView key={card.id} card={card} joined={isJoin.has(card.id)}>
          <HallJoin card={card} joined={isJoin.has(card.id)} />
        </RollCardView>
      ))}
    </ul>
  );
}

function Ended() {
  const { t } = useTranslation("roll");
  const [page, setPage] = useState(1);
  const query = useQuery({ queryKey: rollKeys.ended(page), queryFn: () => pageRolls("ended", page, PAGE_SIZE) });
  return <Paged query={query} page={page} onPage={setPage} empty={t("hall.emptyEnded")} />;
}

function Mine() {
  const { t } = useTranslation("roll");
  const loggedIn = useLoggedIn();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: rollKeys.mine(page),
    queryFn: () => pageRolls("mine", page, PAGE_SIZE),
    enabled: loggedIn,
  });
  if (!loggedIn) {
    return (
      <Empty text={t("hall.loginFirst")}>
        <Button kind="primary" onClick={() => openLogin()}>
          {t("hall.login")}
        </Button>
      </Empty>
    );
  }
  return <Paged query={query} page={page} onPage={setPage} empty={t("hall.emptyMine")} />;
}

interface PagedProps {
  readonly query: { data: RollPage | undefined; isPending: boolean; isError: boolean; refetch: () => unknown };
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: string;
}

function Paged({ query, page, onPage, empty }: PagedProps) {
  if (query.isPending) return <Skeletons count={6} className={s.skeleton} />;
  if (query.isError || !query.data) return <Failed onRetry={() => void query.refetch()} />;
  if (query.data.records.length === 0) return <Empty text={empty} />;
  return (
    <>
      <ul className={s.cards}>
        {query.data.records.map(({ card, me, won }) => (
          <RollCardView key={card.id} card={card} joined={me !== null} won={won} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(query.data.total / PAGE_SIZE)} onPage={onPage} />
    </>
  );
}
