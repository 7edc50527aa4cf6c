/** A roll room in all its states: open, locked, drawn, cancelled. */

import { RefreshCw, Settings2, Users } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { limits, type RollSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { openOverlay } from "../../state/overlay.ts";
import { useSession } from "../../state/session.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { FairButton } from "../../ui/fair-button.tsx";
import { GameRow, Spectators } from "../../ui/game-row.tsx";
import { formatCount, formatShare } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import layout from "../../ui/room-layout.module.css";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useJoin } from "./actions.ts";
import { Clock } from "./clock.tsx";
import { type Drawing, DrawStage, useDrawing, Winners } from "./draw.tsx";
import { JoinPanel } from "./join-panel.tsx";
import { Roster } from "./lazy-roster.tsx";
import { PrizeTile } from "./prize-view.tsx";
import s from "./room.module.css";
import { openRoom, type RoomProblem, reload, takeAnswer, useShown } from "./room-store.ts";
import { rememberSharer } from "./share.ts";
import { ShareButton } from "./share-button.tsx";
import { voidKey } from "./void.ts";

const TasksDialog = lazy(async () => ({ default: (await import("./tasks-dialog.tsx")).TasksDialog }));

export function RollRoom() {
  const { id = "" } = useParams();
  const sharer = useSearchParams()[0].get("from") ?? ""; // the spread code of the link that led here
  const token = useSession((session) => session.token);
  // biome-ignore lint/correctness/useExhaustiveDependencies(token): another player sees another room
  useEffect(() => {
    if (sharer) rememberSharer(id, sharer);
    const close = openRoom(id, "");
    const timer = setInterval(() => reload(id, ""), limits.rollRefreshMs); // product spec §9
    return () => {
      clearInterval(timer);
      close();
    };
  }, [id, sharer, token]);
  const { room: state, problem } = useShown(id);
  const room = state.snapshot;
  if (room) return <Room room={room} />;
  return problem ? (
    <Problem problem={problem} onRetry={() => reload(id, "")} />
  ) : (
    <Skeletons count={3} className={layout.skeleton} />
  );
}

function Problem({ problem, onRetry }: { problem: RoomProblem; onRetry: () => void }) {
  const { t } = useTranslation("roll");
  if (problem === "load") return <Failed onRetry={onRetry} />;
  return (
    <Empty text={t("room.gone")}>
      <ButtonLink to={paths.rolls()}>{t("room.back")}</ButtonLink>
    </Empty>
  );
}

function Room({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const { card: summary } = room;
  const me = useSession((session) => session.user?.id);
  const join = useJoin(summary.id, takeAnswer);
  const drawing = useDrawing(room);
  return (
    <>
      <Head room={room} isHost={me !== undefined && me === summary.hostId} />
      <div className={layout.layout}>
        <div className={layout.main}>
          <Banner room={room} drawing={drawing} />
          {room.drawn && drawing && (
            <section className={cx(layout.block, s.block, s.won)} aria-label={t("draw.title")}>
              <h2>{t("draw.title")}</h2>
              <Winners room={room} hidden={drawing.hidden} me={me} />
            </section>
          )}
          <section className={cx(layout.block, s.block)}>
            <h2>
              {t("room.prizes")} <span>{summary.prizeCount}</span>
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys */}
            <ol className={s.prizes} tabIndex={0} aria-label={t("room.prizes")}>
              {room.prizes.map((prize, i) => (
                <PrizeTile key={prize.id} prize={prize} place={i + 1} />
              ))}
            </ol>
          </section>
        </div>
        <aside className={layout.side}>
          <JoinPanel room={room} join={join} isHost={me !== undefined && me === summary.hostId} />
          <Roster room={room} />
        </aside>
      </div>
      <Fairness room={room} />
      {join.missing && (
        <Suspense>
          <TasksDialog roomId={summary.id} tasks={join.missing} onClose={join.forget} />
        </Suspense>
      )}
    </>
  );
}

function Head({ room, isHost }: { room: RollSnapshot; isHost: boolean }) {
  const { t } = useTranslation("roll");
  const { card: summary } = room;
  return (
    <GameRow
      back={{ to: paths.rolls(), label: t("room.back") }}
      title={summary.name}
      tags={
        <>
          <Tag kind={summary.status === "open" ? "jade" : "plain"}>{t(`status.${summary.status}`)}</Tag>
          <Tag kind={summary.streamer ? "plain" : "gold"}>
            {summary.streamer ? summary.hostName : t("type.official")}
          </Tag>
          <Tag>{t(`joinType.${summary.joinType}`)}</Tag>
          <Spectators count={room.spectators} />
        </>
      }
      tools={
        <>
          {isHost && (
            <ButtonLink size="s" to={paths.studioRoll(summary.id)} aria-label={t("room.manage")}>
              <Settings2 size={16} aria-hidden />
              <span>{t("room.manage")}</span>
            </ButtonLink>
          )}
          {summary.status === "open" && <ShareButton id={summary.id} />}
          <Button size="icon" aria-label={t("room.refresh")} onClick={() => reload(summary.id, "")}>
            <RefreshCw size={18} aria-hidden />
          </Button>
        </>
      }
    />
  );
}

function Banner({ room, drawing }: { room: RollSnapshot; drawing: Drawing | null }) {
  const { t } = useTranslation("roll");
  const language = useLanguage();
  const { card: summary } = room;
  if (summary.status === "void") {
    return (
      <section className={s.banner}>
        <p className={s.big}>{t("void.title")}</p>
        <p>{t(`void.${voidKey(room.voidReason)}`)}</p>
      </section>
    );
  }
  if (drawing?.running) {
    return (
      <section className={s.banner}>
        <DrawStage drawing={drawing} />
      </section>
    );
  }
  return (
    <section className={s.banner}>
      <Clock room={room} />
      <dl className={s.numbers}>
        <div>
          <dt>{t("card.total")}</dt>
          <dd>
            <Price cents={summary.totalCents} />
          </dd>
        </div>
        <div>
          <dt>{t("card.prizes")}</dt>
          <dd>{formatCount(summary.prizeCount, language)}</dd>
        </div>
        <div>
          <dt>
            <Users size={14} aria-hidden />
            {t("card.people")}
          </dt>
          <dd data-part="joined">
            {formatCount(summary.joined, language)} / {formatCount(summary.joinMax, language)}
          </dd>
        </div>
        {room.me && summary.status === "open" && (
          <div>
            <dt>{t("room.chance")}</dt>
            <dd>{formatShare(room.me.weight / Math.max(1, room.totalWeight), language)}</dd>
          </div>
        )}
      </dl>
      {summary.description && <p className={s.text}>{summary.description}</p>}
    </section>
  );
}

function Fairness({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const source = useBeaconSource(room.beaconSource);
  return (
    <footer className={cx(layout.proof, s.fair)}>
      <FairButton
        onOpen={() => openOverlay("fair", { game: "roll", commit: room.commit, resultId: room.drawn?.resultId })}
      >
        {t("fair.title")}
      </FairButton>
      {room.drawn && <Link to={paths.verify(room.drawn.resultId)}>{t("fair.check")}</Link>}
      <p>{t("fair.text")}</p>
      <BeaconSource source={source} />
      <dl>
        <div>
          <dt>{t("fair.commit")}</dt>
          <dd>{room.commit}</dd>
        </div>
        {room.contextHash && (
          <div>
            <dt>{t("fair.roster")}</dt>
            <dd>{room.contextHash}</dd>
          </div>
        )}
        {room.beaconRound > 0 && (
          <div>
            <dt>{t("fair.beacon")}</dt>
            <dd>
              {room.beaconSource} {room.beaconRound}
            </dd>
          </div>
        )}
      </dl>
    </footer>
  );
}
