/** One seat of the arena: who, how much, the window of its reel, and what it has drawn. */
import { Bot, Check, Crown, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import s from "./arena.module.css";
import { CountingPrice } from "./counting-price.tsx";
import { DrawnSlots } from "./drawn-slots.tsx";
import { SeatState } from "./seat-state.tsx";
import type { Landed, SeatColumnProps, SeatOutcome } from "./seat-view.ts";
import { isFree } from "./seats.ts";
import { seatTint } from "./tint.ts";

/** `still`: no reel stands in the window that would show what was drawn. */
export function SeatColumn({ still, ...props }: SeatColumnProps & { readonly still: boolean }) {
  const { t } = useTranslation("battle");
  const { seat, teams, leads, outcome } = props;
  const free = isFree(seat);
  return (
    <section
      className={cx(s.column, leads && s.leads, outcome && (outcome.winner ? s.winner : s.loser), free && s.empty)}
      style={seatTint(seat.seat, teams)}
      data-seat={seat.seat}
      data-free={free}
      data-bot={seat.bot}
      aria-label={free ? t("wait.free") : seat.name}
    >
      <SeatHead {...props} />
      <div className={s.window}>
        {outcome && still && <Outcome outcome={outcome} />}
        {!outcome && props.taking && <Taking {...props} />}
        {props.landed && <LandedItem landed={props.landed} />}
      </div>
      <Drawn defs={props.defs} counted={props.totalCents !== null} />
    </section>
  );
}

function SeatHead(props: SeatColumnProps) {
  const { t } = useTranslation("battle");
  const { seat, leads, isMe, isHost, totalCents } = props;
  if (isFree(seat)) {
    return (
      <header className={s.who}>
        <div className={s.line}>
          <span className={s.ghost} />
          <div>
            <b>{t("row.free")}</b>
          </div>
        </div>
      </header>
    );
  }
  return (
    <header className={s.who}>
      <div className={s.line}>
        <Avatar src={seat.avatar} size={46} frame={seat.frame} className={cx(isMe && s.mine)} />
        <div>
          <b>
            <span className="cut">{seat.name}</span>
            {leads && <Crown size={16} className={s.crown} aria-label={t("room.leads")} />}
          </b>
          <small>
            {isMe && <i className={s.you}>{t("room.you")} </i>}
            {isMe && "· "}
            {seat.bot ? (
              <span className={s.bot}>
                <Bot size={13} aria-hidden />
                {t("room.bot")}
              </span>
            ) : (
              t("room.vip", { n: seat.vip })
            )}
            {isHost && ` · ${t("room.host")}`}
          </small>
        </div>
        {totalCents !== null && (
          <div className={s.total}>
            <span data-part="total">
              <CountingPrice cents={totalCents} />
            </span>
            <small>
              <SeatState {...props} />
            </small>
          </div>
        )}
      </div>
    </header>
  );
}

/** Under the line, where its card has come to rest. */
function LandedItem({ landed }: { landed: Landed }) {
  const item = useItems();
  const view = item(landed.def);
  return (
    <p className={s.landed} style={view && rarityStyle(view.rarity)} data-part="landed">
      {view && (
        <span className="cut">
          {view.brand} <b>{view.name}</b>
        </span>
      )}
      <Price cents={landed.cents} />
    </p>
  );
}

function Taking({ seat, onJoin, onBot, busy }: SeatColumnProps) {
  const { t } = useTranslation("battle");
  if (!isFree(seat)) {
    return (
      <div className={s.taking}>
        <span className={s.ready}>
          <Check size={34} aria-hidden />
        </span>
        <p>{t("wait.ready")}</p>
      </div>
    );
  }
  return (
    <div className={s.taking}>
      <span className={s.open}>
        <Plus size={34} aria-hidden />
      </span>
      <p>{t("wait.free")}</p>
      {onJoin && (
        <Button kind="primary" busy={busy} onClick={onJoin}>
          {t("wait.join")}
        </Button>
      )}
      {onBot && (
        <Button size="s" busy={busy} onClick={onBot}>
          <Bot size={16} aria-hidden />
          {t("wait.addBot")}
        </Button>
      )}
    </div>
  );
}

function Outcome({ outcome }: { outcome: SeatOutcome }) {
  const item = useItems();
  const best = outcome.best === undefined ? undefined : item(outcome.best);
  return (
    <div className={s.outcome}>{best && <ItemArt image={best.image} thumb={best.thumb} sizes="240px" eager />}</div>
  );
}

function Drawn({ defs, counted }: { defs: readonly (number | undefined)[]; counted: boolean }) {
  const now = counted ? defs.indexOf(undefined) : -1;
  return (
    <DrawnSlots
      defs={defs}
      className={s.drawn}
      slotClass={(full, round) => cx(s.slot, full ? s.full : round === now && s.now)}
      sizes="80px"
      empty={(round) => round + 1}
    />
  );
}
