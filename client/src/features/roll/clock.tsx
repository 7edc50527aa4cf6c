import { Hourglass } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RollSnapshot } from "../../protocol/gen.ts";
import { lastMinute, Ring } from "../../ui/ring.tsx";
import { countdownText, useTimeLeft } from "./countdown.ts";
import s from "./room.module.css";

/** When the room draws. */
export function Clock({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("roll");
  const left = useTimeLeft(room.card.openAtMs);
  const { status } = room.card;
  const minute = lastMinute(left.days + left.hours + left.minutes > 0 ? Number.POSITIVE_INFINITY : left.seconds * 1000);
  return (
    <div className={s.clock} role="timer">
      {status !== "drawn" && (
        <Ring left={minute} size={92} tone={minute < 1 ? "gold" : "jade"}>
          <Hourglass size={30} aria-hidden />
        </Ring>
      )}
      <div>
        <span>
          {t(status === "drawn" ? "room.over" : left.over || status === "locked" ? "room.drawing" : "room.draws")}
        </span>
        {status !== "drawn" && <b className="num">{countdownText(left, t("day"))}</b>}
      </div>
    </div>
  );
}
