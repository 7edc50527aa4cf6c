/** The wish tree and its rooms: those that are open, live, and those that have ended. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { subscribe } from "../../net/socket.ts";
import { topics, type WishSummary, wishesEvents } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useLoggedIn } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { LobbyViews, PagedRooms } from "../../ui/lobby.tsx";
import { Skeleton, Skeletons } from "../../ui/skeleton.tsx";
import { listRooms } from "./api.ts";
import s from "./lobby.module.css";
import { withSummary } from "./lobby-state.ts";
import { wishKeys } from "./query.ts";
import { WishCardView } from "./room-card.tsx";
import { isFinal } from "./room-state.ts";
import { useTree } from "./take.ts";
import { Tasks } from "./tasks.tsx";
import { Tree } from "./tree.tsx";

const VIEWS = ["open", "ended"] as const;
type View = (typeof VIEWS)[number];
const PANEL = "wish-list";
/** Every room that is open: there are never more. */
const OPEN_SIZE = 50;
const PAGE_SIZE = 12;

export function WishLobby() {
  const { t } = useTranslation("wish");
  const [view, setView] = useState<View>("open");
  const open = useOpenRooms();
  const loggedIn = useLoggedIn();
  const tree = useTree();
  return (
    <>
      <section className={s.hero} aria-labelledby="wish-tree">
        <header className={s.title}>
          <h1 id="wish-tree">{t("lobby.title")}</h1>
          <p>{t("lobby.lead")}</p>
        </header>
        <Tree rooms={open.data ?? []} />
        <Tasks />
      </section>
      {/* What its tasks take is not known before they are: nothing is shown below them until then. */}
      {loggedIn && tree.isPending ? (
        <Skeleton className={s.below} />
      ) : (
        <Rooms view={view} onView={setView} open={open} />
      )}
    </>
  );
}

interface RoomsProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly open: OpenProps["query"];
}

function Rooms({ view, onView, open }: RoomsProps) {
  const { t } = useTranslation("wish");
  return (
    <LobbyViews
      label={t("lobby.view")}
      id={PANEL}
      value={view}
      onChange={onView}
      choices={VIEWS.map((value) => ({ value, label: t(`lobby.${value}`) }))}
      beside={
        <ButtonLink kind="plain" to={paths.wishRecords()}>
          {t("lobby.mine")}
        </ButtonLink>
      }
    >
      {view === "open" ? <Open query={open} /> : <Ended />}
    </LobbyViews>
  );
}

/** Fetched once, then followed: the topic begins with every open room and goes on with each that changes. */
function useOpenRooms() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: wishKeys.open,
    queryFn: async (): Promise<readonly WishSummary[]> => (await listRooms("open", 1, OPEN_SIZE)).rooms,
  });
  useEffect(
    () =>
      subscribe(topics.wishes, wishesEvents, (event) => {
        if (event.name === "wishLobby") {
          client.setQueryData(wishKeys.open, event.body.rooms);
          return;
        }
        client.setQueryData<readonly WishSummary[]>(wishKeys.open, (rooms) => rooms && withSummary(rooms, event.body));
        if (isFinal(event.body)) void client.invalidateQueries({ queryKey: ["wish", "ended"] });
      }),
    [client],
  );
  return query;
}

interface OpenProps {
  readonly query: {
    readonly data: readonly WishSummary[] | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

function Open({ query }: OpenProps) {
  const { t } = useTranslation("wish");
  if (!query.data) return query.isError ? <Failed onRetry={() => void query.refetch()} /> : <Waiting />;
  if (query.data.length === 0) return <Empty text={t("lobby.empty")} />;
  return <Cards rooms={query.data} />;
}

function Ended() {
  const { t } = useTranslation("wish");
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: wishKeys.ended(page),
    queryFn: () => listRooms("final", page, PAGE_SIZE),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedRooms
      query={query}
      roomsOf={({ rooms }) => rooms}
      page={page}
      size={PAGE_SIZE}
      onPage={setPage}
      empty={{ text: t("lobby.emptyEnded"), art: "/art/empty/records.svg" }}
      place={<Waiting />}
    >
      {(rooms) => <Cards rooms={rooms} />}
    </PagedRooms>
  );
}

const Waiting = () => (
  <div className={s.cards} aria-busy="true">
    <Skeletons count={4} className={s.skeleton} />
  </div>
);

const Cards = ({ rooms }: { rooms: readonly WishSummary[] }) => (
  <ul className={s.cards}>
    {rooms.map((room) => (
      <WishCardView key={room.id} summary={room} />
    ))}
  </ul>
);
