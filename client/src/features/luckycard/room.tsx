/** One deck: cards to turn, what is left of every prize, and the proof of each flip. */

import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type KeyboardEvent, type Ref, type RefObject, Suspense, useEffect, useRef, useState } from "react";
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
import { useReducedMotion } from "../../state/settings.ts";
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
import { unasked } from "../../ui/unasked.ts";
import { flipCard } from "./api.ts";
import { deckName } from "./deck.ts";
import s from "./luckycard.module.css";
import { oddsOf, ppmOf } from "./odds.ts";
import { ownFlip } from "./own-flip.ts";
import { openRoom, reload, takeFlip, useShown } from "./room-store.ts";
import { type FlipShow, useFlip } from "./use-flip.ts";

const CardLight = unasked(async () => (await import("./card-light.tsx")).CardLight);

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
  const [asked, setAsked] = useState<number | null>(null);
  // As it was when the card was asked for: neither odds nor prizes tell before the card does.
  const [before, setBefore] = useState(room);
  const flip = useFlip();
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
    onSuccess: ({ flip: turned }) => {
      // The button has nothing to do any more: a player who works with keys goes on from the card.
      if (document.activeElement === button.current) focusCard(deck.current, turned.place);
      takeFlip(summary.id, turned);
      show(turned);
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) setAsked(null);
      reportError(error);
      reload(summary.id);
    },
    // Also after an error: a flip whose answer was lost may have happened.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["mine"] }),
  });
  const show = (turned: LuckycardFlip) => {
    flip.show(turned);
    setPicked(null);
    setAsked(null);
  };
  // An answer that was lost: the socket, or the room as it is read anew, says what was turned.
  const found = call.isPending ? undefined : ownFlip(room.flips, asked, me);
  if (found) show(found);
  useScene(call.isPending || flip.phase !== "rest");
  const hidden = call.isPending || flip.phase === "hidden";
  const seen = hidden ? before : room;
  const open = seen.card.status === "open";
  const odds = oddsOf(seen);
  // Another player, or this one in another tab, may be quicker. The event of the own flip may come before its answer.
  const lost = !call.isPending && room.flips.some(({ place }) => place === picked);
  // Of a room that is over nothing is chosen any more, also not what was picked before its end came into sight.
  const chosen = lost || (!hidden && !open) ? null : picked;
  // The bar is of the flip that is shown until its face has been looked at, or until another card is chosen.
  const turning = hidden || (flip.phase === "faced" && chosen === null);
  const paid = turning ? before : room;
  const last = turning || chosen !== null ? null : flip.shown?.flip;
  const choose = (place: number, byKey: boolean) => {
    if (call.isPending) return;
    flushSync(() => setPicked(place)); // a disabled button takes no focus
    // Otherwise dozens of cards lie between the chosen one and the button.
    if (byKey) button.current?.focus({ preventScroll: true });
  };
  const turn = () => {
    if (chosen === null || !requireLogin()) return;
    setBefore(room);
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
                  ? t("left", { left: seen.card.left, cards: summary.cards })
                  : t(`status.${statusOf(summary.status)}`)}
              </Tag>
            </span>
            <Tag>{t("return", { share: formatPpm(seen.card.returnPpm, language) })}</Tag>
          </>
        }
        tools={
          <Button
            size="s"
            aria-label={t("proof")}
            aria-haspopup="dialog"
            onClick={() => openOverlay("fair", { game: "luckycard", commit: room.commit, resultId: seen.resultId })}
          >
            <ShieldCheck size={16} aria-hidden />
            <span>{t("proof")}</span>
          </Button>
        }
      />
      <div className={cx(s.layout, isFew(room) && s.whole)}>
        {odds.top && <TopPrize prize={odds.top} />}
        <div className={s.stage} data-part="stage" data-phase={flip.phase} data-tier={flip.shown?.tier}>
          <Deck
            ref={deck}
            room={room}
            chosen={chosen}
            onChoose={open ? choose : null}
            onSkip={() => cut(deck, flip)}
            held={call.isPending ? asked : null}
            top={flip.shown?.flip.place}
          />
          <Light deck={deck} show={flip} off={chosen !== null} whole={isFew(room)} />
          {summary.status !== "shuffling" && (
            <div className={s.act} data-part="bar">
              {last ? <Won flip={last} /> : paid.card.status === "open" && <Odds room={paid} />}
              {paid.card.status === "open" ? (
                <Button
                  ref={button}
                  kind="primary"
                  size="l"
                  busy={hidden}
                  disabled={chosen === null}
                  // a key held down chooses; it does not pay
                  onKeyDown={(event) => event.repeat && event.preventDefault()}
                  onClick={turn}
                >
                  {turning ? (
                    t("turning")
                  ) : (
                    <>
                      {chosen === null ? t("choose") : t("flip", { n: chosen + 1 })}{" "}
                      <Price cents={summary.priceCents} />
                    </>
                  )}
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
          <h2>
            {t("prizes")}
            {open && <small>{t("nextFlip", { left: seen.card.left })}</small>}
          </h2>
          <ul>
            {seen.prizes.map((prize) => (
              <Prize
                key={`${prize.def}-${prize.valueCents}`}
                prize={prize}
                left={open ? seen.card.left : 0}
                now={flip.phase === "faced" && flip.shown !== null && isOf(flip.shown.flip, prize)}
              />
            ))}
          </ul>
          <BeaconSource className={s.quiet} source={source} />
          <CopyText label={t("commit")} text={room.commit} />
          {seen.root && <CopyText label={t("root")} text={seen.root} />}
          {seen.key && <CopyText label={t("key")} text={seen.key} />}
          {seen.resultId && (
            <Link className={s.proof} to={paths.verify(seen.resultId)}>
              <ShieldCheck size={16} aria-hidden />
              {t("verifyDeck")}
            </Link>
          )}
        </aside>
      </div>
    </>
  );
}

/** A deck may hold one item at several values. */
const isOf = (flip: LuckycardFlip, prize: LuckycardPrize): boolean =>
  flip.def === prize.def && flip.valueCents === prize.valueCents;

const STATUSES = ["shuffling", "open", "over", "void"] as const;
const statusOf = (status: string) => STATUSES.find((known) => known === status) ?? "void";

function Won({ flip }: { flip: LuckycardFlip }) {
  const { t } = useTranslation("luckycard");
  const item = useItems()(flip.def);
  return (
    <p className={s.won} role="status">
      <span>{t("got", { item: item ? `${item.brand} | ${item.name}` : "" })}</span> <Price cents={flip.valueCents} />
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
  /** The place of a card that lies on its back until its answer is there, though its event says already what it is. */
  readonly held: number | null;
  /** The place of the card that lies above the others and their light. */
  readonly top: number | undefined;
  /** A tap or a key on the stage; false where there was nothing to cut short. */
  readonly onSkip: () => boolean;
  readonly ref: Ref<HTMLUListElement>;
}

/** A tap or a key on the stage shows the result at once; false where nothing moves. */
function cut(deck: RefObject<HTMLElement | null>, { phase, skip }: FlipShow): boolean {
  if (phase === "rest") return false;
  skip();
  for (const animation of deck.current?.getAnimations({ subtree: true }) ?? []) {
    if (animation instanceof CSSAnimation) animation.finish();
  }
  return true;
}

interface LightProps {
  readonly deck: RefObject<HTMLElement | null>;
  readonly show: FlipShow;
  readonly off: boolean;
  readonly whole: boolean;
}

/** What a flip is worth as light; a loss has none, and calm players see the card alone. */
function Light({ deck, show, off, whole }: LightProps) {
  const items = useItems();
  const calm = useReducedMotion();
  const [wanted, setWanted] = useState(false);
  const { shown, phase } = show;
  if (off && !wanted) setWanted(true); // made ready as long as the player takes to press the button
  if (!wanted || calm) return null;
  return (
    <Suspense>
      <CardLight
        shown={off || shown?.tier === 0 ? null : shown}
        over={phase === "rest"}
        rarity={shown ? (items(shown.flip.def)?.rarity ?? "") : ""}
        deck={deck}
        whole={whole}
      />
    </Suspense>
  );
}

/**
 * The place, not what is on it: a key that is still down must not follow the link of a card that has just been turned.
 */
function focusCard(deck: HTMLUListElement | null, place: number): void {
  const card = deck?.children[place];
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
}

const SKIPS: ReadonlySet<string> = new Set(["Enter", " "]);

/** So many cards lie large. */
const FEW = 9;
const isFew = ({ card }: LuckycardSnapshot): boolean => card.cards <= FEW;

function Deck({ room, chosen, onChoose, held, top, onSkip, ref }: DeckProps) {
  const { t } = useTranslation("luckycard");
  const items = useItems();
  const turned = new Map(room.flips.filter(({ place }) => place !== held).map((flip) => [flip.place, flip]));
  // What lay open when the page came is not turned before its eyes.
  const [known] = useState(() => new Set(turned.keys()));
  // A key that is still down from the button, or one for a link or a button in the deck, is not for the stage.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.repeat || !(event.target instanceof HTMLLIElement) || !SKIPS.has(event.key)) return;
    if (onSkip()) event.preventDefault();
  };
  return (
    <ul
      ref={ref}
      className={cx(s.deck, isFew(room) && s.few)}
      aria-label={t("cards")}
      onPointerDown={onSkip}
      onKeyDown={onKeyDown}
    >
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
            data-turns={!!flip && !known.has(place)}
            data-top={place === top}
          >
            {flip ? (
              <Link className={cx(s.face, !known.has(place) && s.turns)} to={paths.verify(flip.resultId)}>
                <span className="sr">{t("cardOf", { n: place + 1, item: item?.name ?? "", name: flip.name })}</span>
                {item && <ItemArt image={item.image} thumb={item.thumb} sizes="80px" />}
                {item && <b aria-hidden>{item.name}</b>}
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

/** What a flip of this room, as it is, may bring. */
function Odds({ room }: { room: LuckycardSnapshot }) {
  const { t } = useTranslation("luckycard");
  const language = useLanguage();
  const { left, topLeft, aboveLeft } = oddsOf(room);
  const { priceCents } = room.card;
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

/** What players turn cards for, and whether it is still there. */
function TopPrize({ prize }: { prize: LuckycardPrize }) {
  const { t } = useTranslation("luckycard");
  const item = useItems()(prize.def);
  const gone = prize.left === 0;
  return (
    <section className={s.chase} data-part="top-prize" style={rarityStyle(item?.rarity ?? "common")} data-gone={gone}>
      <h2>{t("top")}</h2>
      {item && <ItemArt image={item.image} thumb={item.thumb} sizes="200px" />}
      <p>
        {item?.brand} <b>{item?.name}</b>
      </p>
      <div className={s.worth}>
        <Price cents={prize.valueCents} />
        <Tag kind={gone ? "plain" : "gold"}>{t(gone ? "goneCard" : "still")}</Tag>
      </div>
    </section>
  );
}

function Prize({ prize, left, now }: { prize: LuckycardPrize; left: number; now: boolean }) {
  const { t } = useTranslation("luckycard");
  const language = useLanguage();
  const item = useItems()(prize.def);
  const gone = prize.left === 0;
  return (
    <li className={s.prize} style={rarityStyle(item?.rarity ?? "common")} data-gone={gone} data-now={now}>
      <span className={s.mini}>{item && <ItemArt image={item.image} thumb={item.thumb} sizes="56px" />}</span>
      <span>
        <b>{item?.name}</b>
        <Price cents={prize.valueCents} />
      </span>
      <span className={s.count}>
        {now
          ? t("now")
          : gone
            ? t("goneCard")
            : left > 0 && <b className="num">{formatPpm(ppmOf(prize.left, left), language)}</b>}
        <small>{t("count", { left: prize.left, total: prize.total })}</small>
      </span>
    </li>
  );
}
