/** Who stands where, a row a seat: the totals of a battle on a phone. */
import { Bot } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { rarityStyle } from "../../ui/rarity.ts";
import { CountingPrice } from "./counting-price.tsx";
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
        <b>
          {isFree(seat) ? t("card.free") : seat.name}
          {isMe && <i className={s.me}>{t("room.you")}</i>}
        </b>
        <small>
          {seat.bot && <Bot size={11} aria-hidden />}
          <SeatState {...props} />
        </small>
      </div>
      {totalCents !== null && <Slots defs={defs} />}
      {totalCents !== null && (
        <span className={s.total}>
          <CountingPrice cents={totalCents} />
        </span>
      )}
    </li>
  );
}

function Slots({ defs }: { defs: SeatColumnProps["defs"] }) {
  const { t } = useTranslation("battle");
  const item = useItems();
  if (defs.length > SLOTS) return null;
  return (
    <ol className={s.items}>
      {defs.map((def, round) => {
        const view = def === undefined ? undefined : item(def);
        const name = view && `${view.brand} | ${view.name}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place
          <li key={round} className={cx(view && s.full)} style={view && rarityStyle(view.rarity)}>
            {view && (
              <ItemArt
                image={view.image}
                thumb={view.thumb}
                sizes="24px"
                eager
                alt={t("room.item", { name, n: round + 1 })}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
