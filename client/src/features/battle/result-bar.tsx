/** The end of a battle in one bar over its foot: who won, what this player takes home, and what can be done next. */
import { Package, Play, RotateCcw, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { BattleSnapshot, Settled } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { useAgain, useSell } from "./aftermath.ts";
import s from "./result.module.css";
import { seatsOf, sumCents, wonBy, wonCents } from "./seats.ts";
import { useWinnings, winningsOf } from "./winnings.ts";

interface ResultBarProps {
  readonly room: BattleSnapshot;
  readonly result: Settled;
  readonly mySeat: number;
  /** Id of the proof. */
  readonly proof: string;
  /** What the same battle costs a seat today. */
  readonly againCents: number;
  /** The player comes back from a replay: the focus goes to where it began. */
  readonly replayed: boolean;
  /** It comes after the winner was shown. */
  readonly late: boolean;
  readonly onReplay: () => void;
}

export function ResultBar({ room, result, mySeat, proof, againCents, replayed, late, onReplay }: ResultBarProps) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const again = useAgain(room.card.id);
  const replay = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!replayed) return;
    const focus = (): void => replay.current?.focus({ preventScroll: true });
    if (late) bar.current?.addEventListener("animationend", focus, { once: true });
    else focus();
  }, [replayed, late]);
  // No fanfare for a player who takes home less than the entry.
  const good = mySeat < 0 || wonCents(room, result, mySeat) >= room.card.entryCents;
  return (
    <section
      ref={bar}
      className={cx(s.result, good && s.good, late && s.late)}
      aria-label={t("status.finished")}
      data-part="result"
    >
      <div className={s.words} role="status">
        <h2>
          <Headline room={room} result={result} />
        </h2>
        <p>
          {mySeat >= 0 && <Mine room={room} result={result} seat={mySeat} />}
          <span>
            {t("result.pot")} <Price cents={result.potCents} />
          </span>
          <span>
            {t("result.paid")} <Price cents={room.card.entryCents} />
          </span>
          {result.tieBroken && <span>{t("result.tie")}</span>}
        </p>
      </div>
      <ol className={s.seats}>
        {seatsOf(room.card).map((seat) => (
          <li key={seat.seat} className={cx(result.winners.includes(seat.seat) && s.won)}>
            <Avatar src={seat.avatar} size={22} />
            <span className="sr">{seat.name}</span>
            <b className="num">{formatCents(result.totals[seat.seat] ?? 0, language)}</b>
          </li>
        ))}
      </ol>
      <div className={s.acts}>
        <Button kind="plain" ref={replay} onClick={onReplay}>
          <Play size={16} aria-hidden />
          {t("result.replay")}
        </Button>
        <ButtonLink kind="plain" to={paths.verify(proof)}>
          <ShieldCheck size={16} aria-hidden />
          {t("result.verify")}
        </ButtonLink>
        {mySeat >= 0 && <Winnings room={room} result={result} seat={mySeat} />}
        <Button kind="primary" className={s.again} busy={again.busy} onClick={again.again}>
          <RotateCcw size={16} aria-hidden />
          {t("result.again", { price: formatCents(againCents, language) })}
        </Button>
      </div>
    </section>
  );
}

function Headline({ room, result }: { room: BattleSnapshot; result: Settled }) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  if (room.card.mode === "share") return t("result.shared");
  const seats = seatsOf(room.card);
  const winners = result.winners.map((n) => seats[n]?.name ?? "");
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format(winners);
  return t(winners.length > 1 ? "result.winners" : "result.winner", { names });
}

function Mine({ room, result, seat }: { room: BattleSnapshot; result: Settled; seat: number }) {
  const { t } = useTranslation("battle");
  const won = wonBy(result, seat);
  const items = won?.items.length ?? 0;
  const winner = result.winners.includes(seat);
  const key = items > 0 ? "result.won" : winner ? "result.wonMoney" : "result.lost";
  return (
    <span className={s.mine}>
      {t(key, { count: items })} <Price cents={wonCents(room, result, seat)} />
    </span>
  );
}

function Winnings({ room, result, seat }: { room: BattleSnapshot; result: Settled; seat: number }) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const { left, asking } = useWinnings(room, result, seat);
  const sale = useSell(room.card.id, ({ count, soldCents }) => {
    sound.coin();
    toast(t("result.sold", { count, price: formatCents(soldCents, language) }), "ok");
  });
  if (winningsOf(room, result, seat).length === 0) return null;
  const price = formatCents(sumCents(left.map(({ valueCents }) => valueCents)), language);
  return (
    <>
      <Button busy={sale.busy || asking} disabled={left.length === 0} onClick={() => sale.sell(left)}>
        {left.length === 0 ? t("result.soldDone") : t("result.sell", { price })}
      </Button>
      {left.length > 0 && (
        <ButtonLink to={paths.backpack()}>
          <Package size={16} aria-hidden />
          {t("result.bag")}
        </ButtonLink>
      )}
    </>
  );
}
