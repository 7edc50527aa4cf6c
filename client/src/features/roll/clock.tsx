import { useTranslation } from "react-i18next";
import type { RollSnapshot } from "../../protocol/gen.ts";
import { countdownText, useTimeLeft } from "./countdown.ts";
import s from "./room.module.css";

/** When the room draws. */
export function Clock({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const left = useTimeLeft(room.card.openAtMs);
  const { status } = room.card;
  return (
    <div className={s.clock} role="timer">
      <span>
        {t(status === "drawn" ? "room.over" : left.over || status === "locked" ? "room.drawing" : "room.draws")}
      </span>
      {status !== "drawn" && <b className="num">{countdownText(left, t("day"))}</b>}
    </div>
  );
}
