/**
 * What a streamer puts over the video: a browser source without background. Countdown, the latest names, the draw. The
 * token stands behind the # of the address, so that no server log and no referrer has it.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { RollSnapshot } from "../../protocol/gen.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Price } from "../../ui/price.tsx";
import { Clock } from "./clock.tsx";
import { DrawStage, useDrawing, Winners } from "./draw.tsx";
import s from "./overlay.module.css";
import { openRoom, useShown } from "./room-store.ts";
import { voidKey } from "./void.ts";

const NAMES = 7;

export function RollOverlay({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation("roll");
  useEffect(() => openRoom(id, token), [id, token]);
  const { room: state, problem } = useShown(id);
  const room = state.snapshot;
  if (!token || problem === "link" || problem === "gone") {
    return (
      <main className={s.overlay}>
        <h1 className={s.problem}>{t("overlay.link")}</h1>
      </main>
    );
  }
  return <main className={s.overlay}>{room && <Overlay room={room} />}</main>;
}

function Overlay({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const drawing = useDrawing(room);
  const { card: summary } = room;
  return (
    <div className={s.panel} data-status={summary.status}>
      <header className={s.head}>
        <h1>{summary.name}</h1>
        <Price cents={summary.totalCents} />
      </header>
      {summary.status === "void" ? (
        <p className={s.problem}>{t(`void.${voidKey(room.voidReason)}`)}</p>
      ) : drawing ? (
        <>
          {drawing.running && <DrawStage drawing={drawing} className={s.stage} />}
          <Winners room={room} hidden={drawing.hidden} me={undefined} />
        </>
      ) : (
        <>
          <Clock room={room} />
          <p className={s.count}>{t("overlay.joined", { count: summary.joined })}</p>
          <ul className={s.names}>
            {room.recent.slice(0, NAMES).map((entrant) => (
              <li key={entrant.place}>
                <Avatar src={entrant.avatar} size={30} frame={entrant.frame} />
                <b>{entrant.name}</b>
                {entrant.weight > 1 && <span>×{entrant.weight}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
