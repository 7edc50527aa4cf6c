/** One deck: cards to turn, what is left of every prize, and the proof of each flip. */

import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import type { LuckycardFlip, LuckycardPrize, LuckycardSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { isOutcomeUnknown, useIntent } from "../../state/intent.ts";
import { openOverlay } from "../../state/overlay.ts";
import { useScene } from "../../state/playing.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin, useSession } from "../../state/session.ts";
import { isReducedMotion } from "../../state/settings.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { ItemArt } from "../../ui/art.tsx";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { GameRow } from "../../ui/game-row.tsx";
import { formatCents, formatPpm } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { flipCard } from "./api.ts";
import { deckName } from "./deck.ts";
import s from "./luckycard.module.css";
import { type FlipOdds, oddsOf, ppmOf } from "./odds.ts";
import { ownFlip } from "./own-flip.ts";
import { openRoom, reload, takeFlip, useShown } from "./room-store.ts";

/** As long as a card takes to turn, and a moment to look at it: nothing is put over it. */
const TURN_MS = 1_500;
/** It does not turn for who asked for calm. */
const CALM_MS = 200;

export function LuckycardRoom() {
  const { id = "" } = useParams();
  return <OneRoom key={id} id={id} />;
}

function OneRoom({ id }: { id: string }) {
  const { t } = useTranslation("luckycard");
  useEffect(() => openRoom(id), [id]);
  const { room, problem } = useShown(id);
  if (problem === "gone") {
    return (
      <Empty text={t("gone")}>
        <ButtonLink kind="primary" to={paths.luckycards()}>
          {t("title")}
        </ButtonLink>
      </Empty>
    );
  }
  if (problem) return <Failed onRetry={() => reload(id)} />;
  return room ? <Room room={room} /> : <Skeletons count={2} className={s.skeleton} />;
}

function Room({ room }: { room: LuckycardSnapshot }) {
  const { t } = useTranslation("luckycard");
  const source = useBeaconSource(room.beaconSource);
  const language = useLanguage();
  const { card: summary } = room;
  const [picked, setPicked] = useState<number | null>(null);
  const [last, setLast] = useState<LuckycardFlip | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const [turning, setTurning] = useState(false);
  const me = useSession(({ user }) => user?.id);
  const deck = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const intent = useIntent();
  const call = useMutation({
    mutationFn: (place: number) =>
      // The same key is the same price: another one is another flip.
      intent.run([summary.id, place, summary.priceCents], (key) =>
        flipCard(summary.id, place, summary.priceCents, key),
      ),
    onSuccess: ({ flip }) => {
      // The button has nothing to do any more: who works with keys goes on from the card.
      if (document.activeElement === button.current) focusCard(deck.current, flip.place);
      takeFlip(summary.id, flip);
      show(flip);
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) setAsked(null);
      reportError(error);
      reload(summary.id);
    },
    // Also after an error: a flip whose answer was lost may have happened.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["mine"] }),
  });
  const show = (flip: LuckycardFlip) => {
    setLast(flip);
    setPicked(null);
    setAsked(null);
    setTurning(true);
  };
  // An answer that was lost: the socket, or the room as it is read anew, says what was turned.
  const found = call.isPending ? undefined : ownFlip(room.flips, asked, me);
  if (found) show(found);
  useEffect(() => {
    if (!turning) return;
    const timer = setTimeout(setTurning, isReducedMotion() ? CALM_MS : TURN_MS, false);
    return () => clearTimeout(timer);
  }, [turning]);
  useScene(call.isPending || turning);
  const open = summary.status === "open";
  const odds = oddsOf(room);
  // Somebody else, or this player in another tab, may be quicker. The event of the own flip may come before its answer.
  const lost = !call.isPending && room.flips.some(({ place }) => place === picked);
  const chosen = lost ? null : picked;
  const choose = (place: number, byKey: boolean) => {
    if (call.isPending) return;
    flushSync(() => setPicked(place)); // a disabled button takes no focus
    // Otherwise dozens of cards lie between the chosen one and the button.
    if (byKey) button.current?.focus({ preventScroll: true });
  };
  const turn = () => {
    if (chosen === null || !requireLogin()) return;
    setAsked(chosen);
    call.mutate(chosen);
  };
  return (
    <>
      <GameRow
        back={{ to: paths.luckycards(), label: t("title") }}
        title={deckName(t, summary.deck)}
        tags={
          <>
            <span role="status">
              <Tag kind={open ? "jade" : "plain"}>
                {open
                  ? t("left", { left: summary.left, cards: summary.cards })
                  : t(`status.${statusOf(summary.status)}`)}
              </Tag>
            </span>
            <Tag>{t("return", { share: formatPpm(summary.returnPpm, language) })}</Tag>
          </>
        }
        tools={
          <Button
            size="s"
            aria-label={t("proof")}
            aria-haspopup="dialog"
            onClick={() => openOverlay("fair", { game: "luckycard", commit: room.commit, resultId: room.resultId })}
          >
            <ShieldCheck size={16} aria-hidden />
            <span>{t("proof")}</span>
          </Button>
        }
      />
      <div className={s.layout}>
        <div>
          <Deck ref={deck} room={room} chosen={chosen} onChoose={open ? choose : null} />
          {summary.status !== "shuffling" && (
            <div className={s.act}>
              {last && !turning ? <Won flip={last} /> : open && <Odds odds={odds} priceCents={summary.priceCents} />}
              {open ? (
                <Button
                  ref={button}
                  kind="primary"
                  size="l"
                  busy={call.isPending}
                  disabled={chosen === null}
                  // a key held down chooses; it does not pay
                  onKeyDown={(event) => event.repeat && event.preventDefault()}
                  onClick={turn}
                >
                  {chosen === null ? t("choose") : t("flip", { n: chosen + 1 })} <Price cents={summary.priceCents} />
                </Button>
              ) : (
                <ButtonLink kind="primary" to={paths.luckycards()}>
                  {t("next")}
                </ButtonLink>
              )}
            </div>
          )}
        </div>
        <aside className={s.side}>
          {odds.top && <TopPrize prize={odds.top} />}
          <h2>
            {t("prizes")}
            {open && <small>{t("nextFlip", { left: summary.left })}</small>}
          </h2>
          <ul>
            {room.prizes.map((prize) => (
              <Prize key={`${prize.def}-${prize.valueCents}`} prize={prize} left={open ? summary.left : 0} />
            ))}
          </ul>
          <BeaconSource className={s.quiet} source={source} />
          <CopyText label={t("commit")} text={room.commit} />
          {room.root && <CopyText label={t("root")} text={room.root} />}
          {room.key && <CopyText label={t("key")} text={room.key} />}
          {room.resultId && (
            <Link className={s.proof} to={paths.verify(room.resultId)}>
              <ShieldCheck size={16} aria-hidden />
              {t("verifyDeck")}
            </Link>
          )}
        </aside>
      </div>
    </>
  );
}

const STATUSES = ["shuffling", "open", "over", "void"] as const;
const statusOf = (status: string) => STATUSES.find((known) => known === status) ?? "void";

function Won({ flip }: { flip: LuckycardFlip }) {
  const { t } = useTranslation("luckycard");
  const item = useItems()(flip.def);
  return (
    <p className={s.won} role="status">
      {t("got", { item: item ? `${item.brand} | ${item.name}` : "" })} <Price cents={flip.valueCents} />
      <Link className={s.proof} to={paths.verify(flip.resultId)}>
        <ShieldCheck size={16} aria-hidden />
        {t("verify")}
      </Link>
    </p>
  );
}

interface DeckProps {
  readonly room: LuckycardSnapshot;
  readonly chosen: number | null;
  readonly onChoose: ((place: number, byKey: boolean) => void) | null;
  readonly ref: Ref<HTMLUListElement>;
}

/**
 * The place, not what is on it: a key that is still down must not follow the link of a card that has just been turned.
 */
function focusCard(deck: HTMLUListElement | null, place: number): void {
  const card = deck?.children[place];
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
}

/** So many cards lie large. */
const FEW = 9;

function Deck({ room, chosen, onChoose, ref }: DeckProps) {
  const { t } = useTranslation("luckycard");
  const items = useItems();
  const turned = new Map(room.flips.map((flip) => [flip.place, flip]));
  // What lay open when the page came is not turned before its eyes.
  const [known] = useState(() => new Set(turned.keys()));
  return (
    <ul ref={ref} className={cx(s.deck, room.card.cards <= FEW && s.few)} aria-label={t("cards")}>
      {Array.from({ length: room.card.cards }, (_, place) => {
        const flip = turned.get(place);
        const item = flip && items(flip.def);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a card's place is what it is
            key={place}
            tabIndex={-1}
            className={s.card}
            style={rarityStyle(item?.rarity ?? "common")}
            data-turned={!!flip}
          >
            {flip ? (
              <Link className={cx(s.face, !known.has(place) && s.turns)} to={paths.verify(flip.resultId)}>
                <span className="sr">{t("cardOf", { n: place + 1, item: item?.name ?? "", name: flip.name })}</span>
                {item && <ItemArt image={item.image} thumb={item.thumb} sizes="80px" />}
                <Price cents={flip.valueCents} />
                <small aria-hidden>{flip.name}</small>
              </Link>
            ) : (
              <button
                type="button"
                className={s.back}
                aria-pressed={chosen === place}
                disabled={!onChoose}
                onClick={({ detail }) => onChoose?.(place, detail === 0)}
                aria-label={t("card", { n: place + 1 })}
              >
                <span>{place + 1}</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What the next flip may bring; before it, "this flip". */
function Odds({ odds, priceCents }: { odds: FlipOdds; priceCents: number }) {
  const { t } = useTranslation("luckycard");
  const language = useLanguage();
  const { left, topLeft, aboveLeft } = odds;
  return (
    <p className={s.odds}>
      <small>{t("odds")}</small>
      <span>
        <b className="num">{formatPpm(ppmOf(topLeft, left), language)}</b> {t("oddsTop", { n: topLeft, left })}
      </span>
      <span>
        <b className="num">{formatPpm(ppmOf(aboveLeft, left), language)}</b>{" "}
        {t("oddsAbove", { price: formatCents(priceCents, language), n: aboveLeft, left })}
      </span>
    </p>
  );
}

/** What everybody turns cards for, and whether it is still there. */
function TopPrize({ prize }: { prize: LuckycardPrize }) {
  const { t } = useTranslation("luckycard");
  const item = useItems()(prize.def);
  const gone = prize.left === 0;
  return (
    <section className={s.chase} style={rarityStyle(item?.rarity ?? "common")} data-gone={gone}>
      <h2>
        {t("top")}
        <Tag kind={gone ? "plain" : "gold"}>{t(gone ? "goneCard" : "still")}</Tag>
      </h2>
      {item && <ItemArt image={item.image} thumb={item.thumb} sizes="200px" />}
      <p>
        {item?.brand} <b>{item?.name}</b>
      </p>
      <Price cents={prize.valueCents} />
    </section>
  );
}

function Prize({ prize, left }: { prize: LuckycardPrize; left: number }) {
  const { t } = useTranslation("luckycard");
  const language = useLanguage();
  const item = useItems()(prize.def);
  const gone = prize.left === 0;
  return (
    <li className={s.prize} style={rarityStyle(item?.rarity ?? "common")} data-gone={gone}>
      <span className={s.mini}>{item && <ItemArt image={item.image} thumb={item.thumb} sizes="56px" />}</span>
      <span>
        <b>{item?.name}</b>
        <Price cents={prize.valueCents} />
      </span>
      <span className={s.count}>
        {gone ? t("goneCard") : left > 0 && <b className="num">{formatPpm(ppmOf(prize.left, left), language)}</b>}
        <small>{t("count", { left: prize.left, total: prize.total })}</small>
      </span>
    </li>
  );
}
