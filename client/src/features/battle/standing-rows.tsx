/** Who stands where, a row a seat: the totals of a battle on a phone. */
import { Bot } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { CountingPrice } from "./counting-price.tsx";
import { DrawnSlots } from "./drawn-slots.tsx";
import { SeatState } from "./seat-state.tsx";
import type { SeatColumnProps } from "./seat-view.ts";
import { isFree } from "./seats.ts";
import s from "./standing-rows.module.css";

/** More slots than these have no room beside a name and a total. */
const SLOTS = 5;

export function StandingRows({ columns }: { columns: readonly SeatColumnProps[] }) {
  const { t } = useTranslation("battle");
  return (
    <ul className={s.rows} style={{ "--n": columns.length } as CSSProperties} aria-label={t("room.standings")}>
      {columns.map((column) => (
        <Row key={column.seat.seat} {...column} />
      ))}
    </ul>
  );
}

function Row(props: SeatColumnProps) {
  const { t } = useTranslation("battle");
  const { seat, leads, rises, isMe, standing, totalCents, defs } = props;
  return (
    <li
      className={cx(s.row, leads && s.leads, rises && s.rises)}
      style={{ "--place": standing.place } as CSSProperties}
      data-place={standing.place}
    >
      <span className={s.place}>{standing.place + 1}</span>
      {!isFree(seat) && <Avatar src={seat.avatar} size={28} frame={seat.frame} />}
      <div className={s.who}>
        <b className="cut">
          {isFree(seat) ? t("row.free") : seat.name}
          {isMe && <i className={s.me}>{t("room.you")}</i>}
        </b>
        <small>
          {seat.bot && <Bot size={11} aria-hidden />}
          <SeatState {...props} />
        </small>
      </div>
      {totalCents !== null && defs.length <= SLOTS && (
        <DrawnSlots defs={defs} className={s.items} slotClass={(full) => cx(full && s.full)} sizes="24px" />
      )}
      {totalCents !== null && (
        <span className={s.total}>
          <CountingPrice cents={totalCents} />
        </span>
      )}
    </li>
  );
}
