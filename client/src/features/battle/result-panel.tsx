/** The end of a battle: who won, what this player takes home, and what can be done next. */
import { Crown, Package, Play, RotateCcw, Swords } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import type { BattleSnapshot, Settled } from "../../protocol/gen.ts";
import { useItems } from "../../state/catalog.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { toast } from "../../ui/toast.tsx";
import { useAgain, useSell } from "./actions.ts";
import s from "./result.module.css";
import { drawnValues, seatsOf, sumCents, wonBy, wonCents } from "./seats.ts";

interface ResultPanelProps {
  readonly room: BattleSnapshot;
  readonly result: Settled;
  readonly mySeat: number;
  /** What the same battle costs a seat today. */
  readonly againCents: number;
  readonly onReplay: () => void;
}

export function ResultPanel({ room, result, mySeat, againCents, onReplay }: ResultPanelProps) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const again = useAgain(room.card.id);
  // No fanfare for a player who takes home less than the entry.
  const good = mySeat < 0 || wonCents(room, result, mySeat) >= room.card.entryCents;
  return (
    <section className={cx(s.result, good && s.good)} aria-label={t("status.finished")}>
      <div className={s.words} role="status">
        <h2>
          <Crown size={24} aria-hidden />
          <Headline room={room} result={result} />
        </h2>
        <p>
          {t("result.pot")} <Price cents={result.potCents} />
          {result.tieBroken && <span> · {t("result.tie")}</span>}
        </p>
        {mySeat >= 0 && <Mine room={room} result={result} seat={mySeat} />}
      </div>
      <div className={s.acts}>
        {mySeat >= 0 && <SellWinnings room={room} result={result} seat={mySeat} />}
        <Button busy={again.busy} onClick={again.again}>
          <RotateCcw size={16} aria-hidden />
          {t("result.again", { price: formatCents(againCents, language) })}
        </Button>
        <Button onClick={onReplay}>
          <Play size={16} aria-hidden />
          {t("result.replay")}
        </Button>
        <ButtonLink kind="plain" to={paths.battleHall()}>
          <Swords size={16} aria-hidden />
          {t("result.hall")}
        </ButtonLink>
      </div>
      <WonItems room={room} result={result} />
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
    <p className={s.mine}>
      {t(key, { n: items })} <Price cents={wonCents(room, result, seat)} />
    </p>
  );
}

function SellWinnings({ room, result, seat }: { room: BattleSnapshot; result: Settled; seat: number }) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const [sold, setSold] = useState(false);
  const sale = useSell(({ count, soldCents }) => {
    setSold(true);
    toast(t("result.sold", { n: count, price: formatCents(soldCents, language) }), "ok");
  });
  const won = wonBy(result, seat);
  const items = won?.items.filter((id) => id !== "") ?? [];
  if (!won || items.length === 0) return null;
  const values = drawnValues(room);
  const price = formatCents(sumCents(won.defs.map((def) => values.get(def) ?? 0)), language);
  return (
    <>
      <Button kind="primary" busy={sale.busy} disabled={sold} onClick={() => sale.sell(items)}>
        {sold ? t("result.soldDone") : t("result.sell", { price })}
      </Button>
      {!sold && (
        <ButtonLink to={paths.backpack()}>
          <Package size={16} aria-hidden />
          {t("result.bag")}
        </ButtonLink>
      )}
    </>
  );
}

function WonItems({ room, result }: { room: BattleSnapshot; result: Settled }) {
  const { t } = useTranslation("battle");
  const item = useItems();
  const values = drawnValues(room);
  const seats = seatsOf(room.card);
  const takers = result.won.filter((w) => w.defs.length > 0);
  if (takers.length === 0) return null;
  return (
    <details className={s.items} open={takers.length === 1 && (takers[0]?.defs.length ?? 0) <= 12}>
      <summary>{t("result.items")}</summary>
      {takers.map((won) => (
        <div key={won.seat}>
          {takers.length > 1 && <h3>{seats[won.seat]?.name}</h3>}
          <ul>
            {won.defs.map((def, i) => {
              const view = item(def);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be won twice
                <li key={`${def}-${i}`}>{view && <ItemCard item={view} cents={values.get(def) ?? 0} />}</li>
              );
            })}
          </ul>
        </div>
      ))}
    </details>
  );
}
