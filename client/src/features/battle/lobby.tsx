/** The battle lobby: what can be joined or watched now (live), what has finished, and the player's own battles. */
import { useQuery } from "@tanstack/react-query";
import { Swords, Zap } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { BattleSummary } from "../../protocol/gen.ts";
import { useOwnRooms } from "../../state/own-rooms.ts";
import { useSession } from "../../state/session.ts";
import { useWallet } from "../../state/wallet.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { LobbyHead, type LobbyPageProps, LobbyViews, OwnRooms, PagedRooms } from "../../ui/lobby.tsx";
import { formatCents } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { type BattlePage, finishedBattles, myBattles, openBattles } from "./api.ts";
import { BattleRow } from "./battle-row.tsx";
import { useBoxes, useBoxViews } from "./boxes.ts";
import s from "./lobby.module.css";
import { LobbyFilters } from "./lobby-filters.tsx";
import { anyBattle, lobbyOrder, matches } from "./lobby-state.ts";
import { openLobby, useLobby } from "./lobby-store.ts";
import { battleKeys } from "./query.ts";
import { quickOf, useQuick } from "./quick.ts";

const CreateDialog = lazy(async () => ({ default: (await import("./create-dialog.tsx")).CreateDialog }));

type View = "open" | "finished" | "mine";
const PAGE_SIZE = 20;
const PANEL = "battle-list";

export function BattleLobby() {
  const { t } = useTranslation("battle");
  const [view, setView] = useState<View>("open");
  const [creating, setCreating] = useState(false);
  return (
    <>
      <LobbyHead title={t("lobby.title")} lead={t("lobby.lead")} className={s.head}>
        <div className={s.begin}>
          <QuickButton />
          <Button size="l" onClick={() => setCreating(true)}>
            <Swords size={20} aria-hidden />
            {t("lobby.create")}
          </Button>
        </div>
      </LobbyHead>
      <LobbyViews
        label={t("lobby.view")}
        id={PANEL}
        value={view}
        onChange={setView}
        choices={[
          { value: "open", label: t("lobby.open") },
          { value: "finished", label: t("lobby.finished") },
          { value: "mine", label: t("lobby.mine") },
        ]}
      >
        {view === "open" && <OpenBattles onCreate={() => setCreating(true)} />}
        {view === "finished" && <FinishedBattles />}
        {view === "mine" && <MyBattles />}
      </LobbyViews>
      {creating && (
        <Suspense>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The shortest way into a battle, with what it costs. */
function QuickButton() {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const { summaries } = useLobby();
  const { data: boxes } = useBoxes();
  const gemsCents = useWallet((wallet) => wallet.gemsCents);
  const me = useSession((session) => session.user?.id);
  const quick = useQuick();
  const choice = boxes ? quickOf(summaries.values(), boxes, gemsCents, me) : null;
  return (
    <Button
      kind="primary"
      size="l"
      title={t("lobby.quickHint")}
      disabled={!choice}
      busy={quick.busy}
      onClick={() => choice && quick.start(choice)}
    >
      <Zap size={20} aria-hidden />
      {choice ? t("lobby.quickFor", { price: formatCents(choice.entryCents, language) }) : t("lobby.quick")}
    </Button>
  );
}

function OpenBattles({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation("battle");
  const [filter, setFilter] = useState(anyBattle);
  const lobby = useLobby();
  useEffect(openLobby, []);
  // A first picture by call: the socket may need longer, or be blocked on the player's network.
  const first = useQuery({ queryKey: battleKeys.open, queryFn: openBattles, enabled: !lobby.loaded });
  const summaries = lobby.loaded ? lobby.summaries.values() : (first.data?.battles ?? []);
  const shown = lobbyOrder(summaries).filter((summary) => matches(filter, summary));
  const waiting = !lobby.loaded && first.isPending;
  return (
    <>
      <LobbyFilters filter={filter} onChange={setFilter} />
      {waiting ? (
        <Skeletons count={5} className={s.skeleton} />
      ) : shown.length > 0 ? (
        <Rows summaries={shown} />
      ) : first.isError && !lobby.loaded ? (
        <Failed onRetry={() => void first.refetch()} />
      ) : (
        <Empty text={t(filter === anyBattle ? "lobby.empty" : "lobby.emptyFiltered")} art="/art/empty/battles.svg">
          {filter === anyBattle ? (
            <Button kind="primary" onClick={onCreate}>
              {t("lobby.create")}
            </Button>
          ) : (
            <Button onClick={() => setFilter(anyBattle)}>{t("lobby.clear")}</Button>
          )}
        </Empty>
      )}
    </>
  );
}

function FinishedBattles() {
  const { t } = useTranslation("battle");
  const [page, setPage] = useState(1);
  const query = useQuery({ queryKey: battleKeys.finished(page), queryFn: () => finishedBattles(page, PAGE_SIZE) });
  return <Paged query={query} page={page} onPage={setPage} empty={t("lobby.emptyFinished")} />;
}

function MyBattles() {
  const { t } = useTranslation("battle");
  const { login, paged } = useOwnRooms(battleKeys.mine, (page) => myBattles(page, PAGE_SIZE));
  return (
    <OwnRooms {...login} texts={{ loginFirst: t("lobby.loginFirst"), login: t("lobby.login") }}>
      <Paged {...paged} empty={t("lobby.emptyMine")} />
    </OwnRooms>
  );
}

function Paged({ empty, ...paged }: LobbyPageProps<BattlePage, BattleSummary>) {
  return (
    <PagedRooms
      {...paged}
      roomsOf={({ battles }) => battles}
      size={PAGE_SIZE}
      empty={{ text: empty, art: "/art/empty/battles.svg" }}
      place={<Skeletons count={5} className={s.skeleton} />}
    >
      {(summaries) => <Rows summaries={summaries} />}
    </PagedRooms>
  );
}

function Rows({ summaries }: { summaries: readonly BattleSummary[] }) {
  const boxOf = useBoxViews();
  const me = useSession((session) => session.user?.id);
  return (
    <ul className={s.rows}>
      {summaries.map((summary) => (
        <BattleRow key={summary.id} summary={summary} boxOf={boxOf} me={me} />
      ))}
    </ul>
  );
}
