import { Pause, Play } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { type Drop, topics } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { type ItemView, useItems } from "../../state/catalog.ts";
import { follow, whenIdle } from "../../state/live.ts";
import { liveEvents } from "../../state/live-events.ts";
import { ItemArt } from "../../ui/art.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatCount } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Tag } from "../../ui/tag.tsx";
import { applyEvent, type Feed, useFeed } from "./feed.ts";
import s from "./ticker.module.css";

/** The live-drop ticker with its two panels and counters. What moves by itself can be stopped (WCAG 2.2.2). */
export function Ticker() {
  const { t } = useTranslation("ticker");
  const live = useDeferredValue(useFeed()); // many cards at once, and never urgent
  const [held, setHeld] = useState<Feed | null>(null);
  const feed = held ?? live;
  useEffect(
    () => follow(topics.feed, liveEvents.feed, (event) => useFeed.setState((state) => applyEvent(state, event))),
    [],
  );
  useEffect(() => {
    let end: (() => void) | null = null;
    let ended = false;
    whenIdle(() => {
      void import("./refresh.ts").then(({ keepFresh }) => {
        if (!ended) end = keepFresh();
      });
    });
    return () => {
      ended = true;
      end?.();
    };
  }, []);
  const { row, ...keys } = useOneStop();
  const Icon = held ? Play : Pause;
  return (
    <section className={s.ticker} aria-label={t("label")} data-part="ticker">
      <div ref={row} className={s.row} {...keys}>
        <h2 className={s.head}>
          <i className={s.dot} data-held={held ? "" : undefined} />
          <Link to={paths.drops()}>{t("label")}</Link>
        </h2>
        <Figures feed={live} />
        <Panel title={t("lucky")} drops={feed.lucky} className={s.lucky} />
        <Panel title={t("live")} drops={feed.live} className={s.live} />
        <button
          type="button"
          className={s.hold}
          aria-label={t(held ? "resume" : "pause")}
          onClick={() => setHeld(held ? null : live)}
        >
          <Icon size={13} aria-hidden />
        </button>
      </div>
    </section>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Links and the button of the row are one tab stop; arrows, Home and End go through them: what is below is not twenty
 * tabs away. The stop is where the keyboard was last, and the first of the row when that is gone.
 */
function useOneStop() {
  const row = useRef<HTMLDivElement>(null);
  const stops = () => [...(row.current?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  const stopAt = (chosen: Element | undefined) => {
    for (const stop of stops()) stop.tabIndex = stop === chosen ? 0 : -1;
  };
  useEffect(() => {
    const all = stops();
    stopAt(all.find((stop) => stop === document.activeElement) ?? all.find((stop) => stop.tabIndex === 0) ?? all[0]);
  });
  return {
    row,
    onFocus: ({ target }: FocusEvent) => stopAt(target),
    onKeyDown(event: KeyboardEvent) {
      const all = stops();
      const at = all.indexOf(event.target as HTMLElement);
      const step = STEPS[event.key];
      const to = step ? at + step : event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : null;
      if (at < 0 || to === null) return;
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    },
  };
}

function Figures({ feed }: { feed: Feed }) {
  const { t } = useTranslation("ticker");
  const language = useLanguage();
  const counters = feed.counters;
  return (
    <p className={s.figures}>
      <span>
        <em className="num">{counters ? formatCount(counters.online, language) : "–"}</em> {t("online")}
      </span>
      <span>
        <em className="num">{counters ? formatCount(counters.total, language) : "–"}</em> {t("total")}
      </span>
      {counters?.demo && (
        <span title={t("demoHint")}>
          <Tag kind="gold">{t("demo")}</Tag>
        </span>
      )}
    </p>
  );
}

function Panel({ title, drops, className }: { title: string; drops: readonly Drop[]; className: string | undefined }) {
  const items = useItems();
  const known = drops.flatMap((drop) => {
    const item = items(drop.def);
    return item ? [{ drop, item }] : [];
  });
  // What a page finds when it opens stands there; only what comes later moves in.
  const [filled, setFilled] = useState(false);
  useEffect(() => setFilled(known.length > 0), [known.length]);
  return (
    <ul className={cx(s.list, className)} aria-label={title} title={title}>
      {known.map(({ drop, item }, index) => (
        <DropCard key={drop.id} drop={drop} item={item} eager={index < EAGER} arrives={filled} />
      ))}
    </ul>
  );
}

/** As many pictures as the widest row shows at once. */
const EAGER = 7;

interface DropCardProps {
  readonly drop: Drop;
  readonly item: ItemView;
  readonly eager: boolean;
  readonly arrives: boolean;
}

function DropCard({ drop, item, eager, arrives }: DropCardProps) {
  const { t } = useTranslation("ticker");
  const [moves] = useState(arrives);
  return (
    <li className={s.drop} style={rarityStyle(item.rarity)} data-arrives={moves ? "" : undefined}>
      <Link to={paths.played(drop)}>
        <ItemArt image={item.image} thumb={item.thumb} sizes="44px" eager={eager} />
        <b>{item.name}</b>
        <Price cents={drop.valueCents} />
        <small>
          <span className="sr">{t("by", { name: drop.playerName })}</span>
          <span aria-hidden="true">{drop.playerName}</span>
        </small>
      </Link>
    </li>
  );
}
