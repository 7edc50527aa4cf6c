/** Roll rooms: what can be joined now, official or a streamer's, what the player has joined, and what has ended. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useOwnRooms } from "../../state/own-rooms.ts";
import { useLoggedIn, useSession } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { LobbyHead, type LobbyPageProps, LobbyViews, OwnRooms, PagedRooms } from "../../ui/lobby.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { joinedRolls, openRolls, pageRolls, type RollPage, type RollRecord } from "./api.ts";
import s from "./lobby.module.css";
import { LobbyJoin } from "./lobby-join.tsx";
import { rollKeys } from "./query.ts";
import { RollCardView } from "./roll-card.tsx";

type View = "all" | "official" | "streamer" | "mine" | "ended";
const VIEWS: readonly View[] = ["all", "official", "streamer", "mine", "ended"];
const TYPE = { all: undefined, official: 0, streamer: 1 } as const;
const PAGE_SIZE = 12;
const PANEL = "roll-list";
/** Product spec §9. */
const REFRESH_MS = 60_000;

export function RollLobby() {
  const { t } = useTranslation("roll");
  const [view, setView] = useState<View>("all");
  const streamer = useSession((session) => session.user?.streamer ?? false);
  return (
    <>
      <LobbyHead title={t("lobby.title")} lead={t("lobby.lead")} className={s.head}>
        {streamer && (
          <ButtonLink kind="primary" size="l" to={paths.studio()}>
            {t("lobby.studio")}
          </ButtonLink>
        )}
      </LobbyHead>
      <LobbyViews
        label={t("lobby.view")}
        id={PANEL}
        value={view}
        onChange={setView}
        choices={VIEWS.map((value) => ({ value, label: t(`lobby.${value}`) }))}
      >
        {view === "mine" ? <Mine /> : view === "ended" ? <Ended /> : <Open type={TYPE[view]} />}
      </LobbyViews>
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
  if (query.data.length === 0) return <Empty text={t("lobby.empty")} />;
  const isJoin = new Set(joined.data?.map(({ rollId }) => rollId));
  return (
    <ul className={s.cards}>
      {query.data.map((summary) => (
        <RollCardView key={summary.id} summary={summary} joined={isJoin.has(summary.id)}>
          <LobbyJoin summary={summary} joined={isJoin.has(summary.id)} />
        </RollCardView>
      ))}
    </ul>
  );
}

function Ended() {
  const { t } = useTranslation("roll");
  const [page, setPage] = useState(1);
  const query = useQuery({ queryKey: rollKeys.ended(page), queryFn: () => pageRolls("ended", page, PAGE_SIZE) });
  return <Paged query={query} page={page} onPage={setPage} empty={t("lobby.emptyEnded")} />;
}

function Mine() {
  const { t } = useTranslation("roll");
  const { login, paged } = useOwnRooms(rollKeys.mine, (page) => pageRolls("mine", page, PAGE_SIZE));
  return (
    <OwnRooms {...login} texts={{ loginFirst: t("lobby.loginFirst"), login: t("lobby.login") }}>
      <Paged {...paged} empty={t("lobby.emptyMine")} />
    </OwnRooms>
  );
}

function Paged({ empty, ...paged }: LobbyPageProps<RollPage, RollRecord>) {
  return (
    <PagedRooms
      {...paged}
      roomsOf={({ records }) => records}
      size={PAGE_SIZE}
      empty={{ text: empty }}
      place={<Skeletons count={6} className={s.skeleton} />}
    >
      {(records) => (
        <ul className={s.cards}>
          {records.map(({ summary, me, won }) => (
            <RollCardView key={summary.id} summary={summary} joined={me !== null} won={won} />
          ))}
        </ul>
      )}
    </PagedRooms>
  );
}
