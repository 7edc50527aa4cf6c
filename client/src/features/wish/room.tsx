/** A wish room in all its states: open, full, drawn, given back. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { WishSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useSession } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { GameRow, Spectators } from "../../ui/game-row.tsx";
import layout from "../../ui/room-layout.module.css";
import { Skeletons } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.ts";
import { Banner } from "./banner.tsx";
import { Bottles } from "./bottles.tsx";
import { allowance, ownBottles, stillFree, toggled } from "./choice.ts";
import { useDrawing } from "./draw.ts";
import { Fairness } from "./fairness.tsx";
import { Owners } from "./owners.tsx";
import s from "./room.module.css";
import { roomName } from "./room-name.ts";
import { statusOf } from "./room-state.ts";
import { openRoom, reload, useShown } from "./room-store.ts";
import { useFreshCards, useTaking } from "./take.ts";
import { TakePanel } from "./take-panel.tsx";

export function WishRoom() {
  const { id = "" } = useParams();
  return <OneRoom key={id} id={id} />;
}

function OneRoom({ id }: { id: string }) {
  const { t } = useTranslation("wish");
  useEffect(() => openRoom(id), [id]);
  const { room, problem } = useShown(id);
  if (room) return <Room room={room} />;
  if (problem === "gone") {
    return (
      <Empty text={t("room.gone")}>
        <ButtonLink kind="primary" to={paths.wishes()}>
          {t("room.back")}
        </ButtonLink>
      </Empty>
    );
  }
  if (problem) return <Failed onRetry={() => reload(id)} />;
  return (
    <div aria-busy="true">
      <Skeletons count={3} className={layout.skeleton} />
    </div>
  );
}

function Room({ room }: { room: WishSnapshot }) {
  const { t } = useTranslation("wish");
  const { card: summary } = room;
  const me = useSession((session) => session.user?.id);
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const drawing = useDrawing(room);
  const owned = ownBottles(room, me);
  useFreshCards(owned.length, summary.status);
  const chosen = stillFree(room, me, wanted);
  const taking = useTaking(room, () => setWanted([]));
  const status = statusOf(summary);
  const toggle = (number: number) => {
    const next = toggled(chosen, number, allowance(room, me));
    if (next === chosen) {
      sound.denied();
      toast(t("take.cap", { most: summary.most }));
      return;
    }
    sound.click();
    setWanted(next);
  };
  return (
    <>
      <GameRow
        back={{ to: paths.wishes(), label: t("room.back") }}
        title={roomName(t, summary.name)}
        tags={
          <>
            <Tag kind={status === "open" ? "jade" : "plain"}>{t(`status.${drawing ? "drawing" : status}`)}</Tag>
            <Tag>{t("card.number", { id: summary.id })}</Tag>
            <Spectators count={room.spectators} />
          </>
        }
      />
      <div className={layout.layout}>
        <div className={layout.main}>
          <Banner room={room} me={me} drawing={drawing} />
          <section className={cx(layout.block, s.block, s.shelf)} aria-labelledby="wish-bottles">
            <h2 id="wish-bottles">
              {t("bottles.title")} <span className="num">{`${summary.taken} / ${summary.bottles}`}</span>
            </h2>
            <Bottles
              room={room}
              me={me}
              chosen={chosen}
              onToggle={status === "open" && !taking.busy ? toggle : null}
              drawing={drawing}
            />
            {status === "open" && <Legend />}
          </section>
        </div>
        <aside className={`${layout.side} ${s.side}`}>
          {status === "open" && <TakePanel room={room} me={me} owned={owned} chosen={chosen} taking={taking} />}
          <Owners room={room} me={me} />
        </aside>
      </div>
      <Fairness room={room} drawing={drawing} />
    </>
  );
}

function Legend() {
  const { t } = useTranslation("wish");
  return (
    <ul className={s.legend}>
      {(["free", "chosen", "mine", "taken"] as const).map((state) => (
        <li key={state} data-kind={state}>
          {t(`legend.${state}`)}
        </li>
      ))}
    </ul>
  );
}
