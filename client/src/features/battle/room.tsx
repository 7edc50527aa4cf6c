/** A battle room in all its states: waiting, countdown, running, result, replay, cancelled. */
import { type CSSProperties, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams, useSearchParams } from "react-router";
import { serverNow } from "../../net/clock.ts";
import type { BattleSnapshot, BattleStatus } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { battleEndMs } from "../../stage/battle-time.ts";
import { usePlaying, useScene } from "../../state/playing.ts";
import { useSession } from "../../state/session.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { vibrate } from "../../ui/haptics.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { useBots, useJoin } from "./actions.ts";
import { Arena } from "./arena.tsx";
import { BoxStrip } from "./box-strip.tsx";
import { useBoxViews } from "./boxes.ts";
import { canRecord } from "./clip-time.ts";
import { type BattleClock, liveClock, pausedClock, startReplay } from "./clock.ts";
import { Countdown } from "./countdown.tsx";
import {
  ClipDialog,
  FairBar,
  fetchEnded,
  ReplayBar,
  ResultBar,
  Takeover,
  VoidPanel,
  WaitingBar,
  WonItems,
} from "./lazy-parts.ts";
import { battlePlan, courseOf } from "./plan.ts";
import { isQuick } from "./quick.ts";
import s from "./room.module.css";
import { RoomHead } from "./room-head.tsx";
import { openRoom, type RoomProblem, reload, useRoom, useShown } from "./room-store.ts";
import { columnsOf } from "./seat-columns.ts";
import { seatOf, sumCents } from "./seats.ts";
import { StandingRows } from "./standing-rows.tsx";
import { TeamBar } from "./team-bar.tsx";
import { type BattleView, useBattleView } from "./use-battle-view.ts";
import { useSecondsUntil } from "./use-seconds.ts";
import { useStagePlan } from "./use-stage-plan.ts";

export function BattleRoom() {
  const { id = "" } = useParams();
  const code = useSearchParams()[0].get("code") ?? "";
  useEffect(() => openRoom(id, code), [id, code]);
  const { room: state, problem } = useShown(id);
  const room = state.snapshot;
  if (room) return <Room key={id} room={room} code={code} />;
  if (problem) return <Problem problem={problem} onRetry={() => reload(id, code)} />;
  return <Skeleton className={s.skeleton} />;
}

function Problem({ problem, onRetry }: { problem: RoomProblem; onRetry: () => void }) {
  const { t } = useTranslation("battle");
  if (problem === "load") return <Failed text={t("error.load")} onRetry={onRetry} />;
  return (
    <Empty text={t(`error.${problem}`)} art="/art/empty/battles.svg">
      <ButtonLink kind="primary" to={paths.battleLobby()}>
        {t("result.lobby")}
      </ButtonLink>
    </Empty>
  );
}

/** What is on screen. A battle whose last round still turns here counts as running, whatever the server has settled. */
function statusOn(room: BattleSnapshot, view: BattleView | null, replaying: boolean): BattleStatus {
  const { status } = room.card;
  if (replaying) return "running";
  if (status !== "running" && status !== "finished") return status;
  return view?.phase === "over" && room.result ? "finished" : "running";
}

function Room({ room, code }: { room: BattleSnapshot; code: string }) {
  const { t } = useTranslation("battle");
  const { card: summary } = room;
  const me = useSession((session) => session.user?.id);
  const mySeat = seatOf(summary, me);
  const calm = useReducedMotion();
  const boxOf = useBoxViews();
  const stagePlan = useStagePlan(room, mySeat);
  const timeline = useMemo(() => stagePlan?.battle ?? battlePlan(courseOf(room)), [stagePlan, room]);
  const liveTime = useMemo(() => liveClock(serverNow, room.startedAtMs), [room.startedAtMs]);
  const [replay, setReplay] = useState<BattleClock | null>(null);
  // Its end is news: to a viewer who saw it run, and to one who plays it again.
  const live = useRoom((store) => store.room.awaited);
  const [replayed, setReplayed] = useState(false);
  const [clipping, setClipping] = useState(false);
  const clock = replay ?? liveTime;
  const view = useBattleView(timeline, clock, calm);
  const status = statusOn(room, view, replay !== null);
  usePlaying(status === "countdown");
  useScene(status === "running");
  const [entryVoucher, setEntryVoucher] = useState("");
  const join = useJoin(summary.id, code, summary.entryCents, entryVoucher);
  const bots = useBots(summary.id);
  const botsIn = useSecondsUntil(room.botsFromMs);
  useQuickFill(room.botsFromMs > 0 && botsIn === 0 && status === "waiting" && me === room.hostId, bots.fill);
  const phase = view?.phase;
  useEffect(() => {
    if (status === "running") fetchEnded().catch(() => undefined); // asked again when it is needed
  }, [status]);
  useEffect(() => {
    // Asked of the clock, too: right after a replay begins the phase is still the one from before.
    if (phase === "over" && replay?.running && replay.now() >= battleEndMs(timeline)) setReplay(null);
  }, [phase, replay, timeline]);

  const played = (live || replayed) && !calm;
  const risen = useRisen(view?.leaders ?? 0, status === "running");
  const shownRound = status === "running" ? (view?.round ?? 0) : -1;
  const stripRound = status === "finished" ? summary.boxes.length : shownRound;
  const proof = status === "finished" || replay ? `battle-${summary.id}` : undefined;
  const counted = status === "running" || status === "finished";
  const potCents = counted ? sumCents(view?.totals ?? []) : summary.entryCents;
  const teamed = summary.mode === "teams" && counted;
  const columns = columnsOf({ room, status, view, mySeat, me, join, bots, canAddBots: botsIn === 0, risen });
  return (
    <>
      <RoomHead
        room={room}
        code={code}
        status={status}
        replaying={replay !== null}
        round={shownRound}
        potCents={potCents}
        proof={proof}
      />
      <div
        className={cx(s.field, teamed && s.teamed)}
        style={{ "--n": summary.seatCount } as CSSProperties}
        data-part="field"
      >
        <BoxStrip
          boxes={summary.boxes}
          boxOf={boxOf}
          round={stripRound}
          label={t(counted ? "room.pot" : "room.entry")}
          cents={potCents}
        />
        {teamed && <TeamBar totals={view?.totals ?? []} />}
        <StandingRows columns={columns} />
        <Arena
          columns={columns}
          plan={stagePlan}
          clock={clock}
          calm={calm}
          staged={status === "running" || status === "countdown"}
          dimmed={status === "countdown"}
          past={status === "finished"}
          round={Math.max(0, shownRound)}
          overlay={
            <>
              {status === "countdown" && <Countdown room={room} />}
              {status === "finished" && room.result && (
                <Suspense>
                  <Takeover room={room} result={room.result} mySeat={mySeat} plays={played} />
                </Suspense>
              )}
            </>
          }
        />
        <Suspense>
          {status === "finished" && room.result && (
            <ResultBar
              room={room}
              result={room.result}
              mySeat={mySeat}
              proof={proof ?? ""}
              againCents={sumCents(summary.boxes.map((id) => boxOf(id)?.priceCents ?? 0))}
              replayed={replayed}
              late={played}
              onReplay={() => {
                setReplayed(true);
                setReplay(startReplay());
              }}
            />
          )}
          {replay && (
            <ReplayBar
              clock={replay}
              endMs={battleEndMs(timeline)}
              roundMs={room.roundMs}
              onClock={setReplay}
              onExit={() => setReplay(null)}
              onClip={
                stagePlan && canRecord()
                  ? () => {
                      setReplay(pausedClock(replay.now()));
                      setClipping(true);
                    }
                  : undefined
              }
            />
          )}
          {clipping && stagePlan && room.result && (
            <ClipDialog room={room} result={room.result} plan={stagePlan} onClose={() => setClipping(false)} />
          )}
        </Suspense>
      </div>
      <Suspense fallback={<Skeleton className={s.endedPlace} />}>
        {status === "waiting" && (
          <WaitingBar
            room={room}
            code={code}
            isMember={mySeat >= 0}
            isHost={me !== undefined && me === room.hostId}
            join={join}
            entryVoucher={entryVoucher}
            onEntryVoucher={setEntryVoucher}
          />
        )}
        {status === "void" && <VoidPanel reason={room.voidReason} />}
      </Suspense>
      <Suspense>
        <FairBar room={room} round={shownRound} proof={proof} />
      </Suspense>
      {/* Below everything: what it shows during a replay moves nothing either. */}
      <Suspense>
        {(status === "finished" || replay) && room.result && (
          <WonItems room={room} result={room.result} mySeat={mySeat} />
        )}
      </Suspense>
    </>
  );
}

/** A battle that was begun at once is not kept waiting by its host: free seats go to bots as soon as they may, once. */
function useQuickFill(may: boolean, fill: () => void): void {
  const quick = isQuick(useLocation().state);
  const done = useRef(false);
  useEffect(() => {
    if (!quick || !may || done.current) return;
    done.current = true;
    fill();
  }, [quick, may, fill]);
}

/** How long a seat that took the lead is said to take it. */
const RISEN_MS = 1600;
/** What is heard and felt then: a fifth above D5, and one short push. */
const FIFTH = 7;
const RISEN_HAPTICS = [15];

/** Bit s: seat s has just taken the lead from another. */
function useRisen(leaders: number, running: boolean): number {
  const before = useRef(0);
  const [risen, setRisen] = useState(0);
  useEffect(() => {
    const was = before.current;
    before.current = running ? leaders : 0;
    const now = running && was !== 0 ? leaders & ~was : 0;
    setRisen(now);
    if (now === 0) return;
    sound.bell(FIFTH);
    vibrate(RISEN_HAPTICS);
    const timer = setTimeout(() => setRisen(0), RISEN_MS);
    return () => clearTimeout(timer);
  }, [leaders, running]);
  return risen;
}
