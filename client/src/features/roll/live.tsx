/** Who has joined and what was drawn, live, for the host's own page. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { RollSnapshot } from "../../protocol/gen.ts";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/room-layout.module.css";
import { Clock } from "./clock.tsx";
import { DrawStage, useDrawing, Winners } from "./draw.tsx";
import { Roster } from "./lazy-roster.tsx";
import s from "./room.module.css";
import { openRoom, useShown } from "./room-store.ts";

export function RollLive({ id }: { id: string }) {
  useEffect(() => openRoom(id, ""), [id]);
  const room = useShown(id).room.snapshot;
  return room && <Live room={room} />;
}

function Live({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const drawing = useDrawing(room);
  return (
    <div className={layout.layout}>
      <div className={layout.main}>
        <section className={s.banner}>
          {drawing?.running ? <DrawStage drawing={drawing} /> : <Clock room={room} />}
        </section>
        {drawing && (
          <section className={cx(layout.block, s.block)}>
            <h2>{t("draw.title")}</h2>
            <Winners room={room} hidden={drawing.hidden} me={undefined} />
          </section>
        )}
      </div>
      <aside className={layout.side}>
        <Roster room={room} />
      </aside>
    </div>
  );
}
