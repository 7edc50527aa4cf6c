import { Pause, Play } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { type Drop, feedEvents, topics } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { type ItemView, useItems } from "../../state/catalog.ts";
import { follow, whenIdle } from "../../state/live.ts";
import { ItemArt } from "../../ui/art.tsx";
import { formatCount } from "../../ui/number.ts";
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
    () => follow(topics.feed, feedEvents, (event) => useFeed.setState((state) => applyEvent(state, event))),
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
  const Icon = held ? Play : Pause;
  return (
    <section className={s.ticker} aria-label={t("label")}>
      <div className={s.head}>
        <h2>
          <Link to={paths.drops()}>{t("label")}</Link>
          <i className={s.dot} data-held={held ? "" : undefined} />
        </h2>
        <Figures feed={live} />
        <button
          type="button"
          className={s.hold}
          aria-label={t(held ? "resume" : "pause")}
          onClick={() => setHeld(held ? null : live)}
        >
          <Icon size={13} aria-hidden />
        </button>
      </div>
      <div className={s.panels}>
        <Panel title={t("lucky")} drops={feed.lucky} className={s.lucky} />
        <Panel title={t("live")} drops={feed.live} className={s.live} />
      </div>
    </section>
  );
}

function Figures({ feed }: { feed: Feed }) {
  const { t } = useTranslation("ticker");
  const language = useLanguage();
  const counters = feed.counters;
  return (
    <>
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
    </>
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
    <div className={className}>
      <h3 className={s.panelTitle}>{title}</h3>
      <ul className={s.list} aria-label={title}>
        {known.length === 0 && PLACES.map((place) => <li key={place} className={s.drop} aria-hidden="true" />)}
        {known.map(({ drop, item }, index) => (
          <DropCard key={drop.id} drop={drop} item={item} eager={index < PLACES.length} arrives={filled} />
        ))}
      </ul>
    </div>
  );
}

const PLACES = [0, 1, 2, 3, 4, 5, 6];

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
        <ItemArt image={item.image} thumb={item.thumb} sizes="74px" eager={eager} />
        <div>
          <span>{item.brand}</span>
          <b>{item.name}</b>
          <small>
            <span className="sr">{t("by", { name: drop.playerName })}</span>
            <span aria-hidden="true">{drop.playerName}</span>
          </small>
        </div>
      </Link>
    </li>
  );
}
