/** One seat of the arena: who, how much, the window of its reel, and what it has drawn. */
import { Bot, Check, Crown, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Seat } from "../../protocol/gen.ts";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import s from "./arena.module.css";
import { isFree } from "./seats.ts";
import { seatTint } from "./tint.ts";

export interface SeatOutcome {
  readonly winner: boolean;
  /** What the seat takes home, in cents. */
  readonly cents: number;
  readonly burnt: boolean;
  /** The dearest item it drew. */
  readonly best: number | undefined;
}

interface SeatColumnProps {
  readonly seat: Seat;
  readonly teams: boolean;
  readonly leads: boolean;
  readonly isMe: boolean;
  readonly isHost: boolean;
  /** Seats are still being taken. */
  readonly taking: boolean;
  /** Null before the first round. */
  readonly totalCents: number | null;
  /** By round; undefined where nothing is revealed. */
  readonly defs: readonly (number | undefined)[];
  readonly outcome: SeatOutcome | null;
  /** Given while the seat can be taken. */
  readonly onJoin: (() => void) | undefined;
  readonly onBot: (() => void) | undefined;
  readonly busy: boolean;
}

export function SeatColumn(props: SeatColumnProps) {
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
      <div className={s.window}>{outcome ? <Outcome outcome={outcome} /> : props.taking && <Taking {...props} />}</div>
      <Drawn defs={props.defs} />
    </section>
  );
}

function SeatHead({ seat, leads, isMe, isHost, totalCents }: SeatColumnProps) {
  const { t } = useTranslation("battle");
  if (isFree(seat)) {
    return (
      <div className={s.who}>
        <span className={s.ghost} />
        <div>
          <b>{t("card.free")}</b>
        </div>
      </div>
    );
  }
  return (
    <div className={s.who}>
      <Avatar src={seat.avatar} size={46} frame={seat.frame} />
      <div>
        <b>
          <span className={s.name}>{seat.name}</span>
          {leads && <Crown size={15} className={s.crown} aria-label={t("room.leads")} />}
        </b>
        <small>
          {seat.bot ? (
            <span className={s.bot}>
              <Bot size={13} aria-hidden />
              {t("room.bot")}
            </span>
          ) : (
            t("room.vip", { n: seat.vip })
          )}
          {isMe && ` · ${t("room.you")}`}
          {isHost && ` · ${t("room.host")}`}
        </small>
      </div>
      {totalCents !== null && (
        <div className={s.total} data-part="total">
          <small>{t("room.total")}</small>
          <Price cents={totalCents} />
        </div>
      )}
    </div>
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
  const { t } = useTranslation("battle");
  const item = useItems();
  const best = outcome.best === undefined ? undefined : item(outcome.best);
  return (
    <div className={s.outcome} style={best && rarityStyle(best.rarity)}>
      {outcome.winner && <Crown size={44} aria-hidden />}
      {best && <ItemArt image={best.image} thumb={best.thumb} sizes="240px" eager />}
      {outcome.cents > 0 && (
        <>
          <small>{t(outcome.winner ? "result.takes" : "result.consolation")}</small>
          <span className={s.takes} data-part="takes">
            <Price cents={outcome.cents} />
          </span>
        </>
      )}
      {outcome.burnt && <p>{t("result.burnt")}</p>}
    </div>
  );
}

function Drawn({ defs }: { defs: readonly (number | undefined)[] }) {
  const { t } = useTranslation("battle");
  const item = useItems();
  return (
    <ol className={cx(s.drawn, defs.length > 6 && s.many)}>
      {defs.map((def, round) => {
        const view = def === undefined ? undefined : item(def);
        const name = view && `${view.brand} | ${view.name}`;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place
            key={round}
            className={cx(s.slot, view && s.full)}
            style={view && rarityStyle(view.rarity)}
            title={name}
          >
            {view ? (
              <ItemArt
                image={view.image}
                thumb={view.thumb}
                sizes="80px"
                eager
                alt={t("room.item", { name, n: round + 1 })}
              />
            ) : (
              round + 1
            )}
          </li>
        );
      })}
    </ol>
  );
}
