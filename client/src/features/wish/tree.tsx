/** The wish tree: its open rooms hang from it as lanterns, the more bottles are taken the brighter. */

import { type CSSProperties, memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WishSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useItem } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { rarityStyle } from "../../ui/rarity.ts";
import { Cost } from "./cost.tsx";
import { roomName } from "./room-name.ts";
import s from "./tree.module.css";
import { BRANCHES, fireflies, type Hook, hooks, LANTERNS_MAX, LOBES, leafPaths, TREE } from "./tree-shape.ts";

export function Tree({ rooms }: { rooms: readonly WishSummary[] }) {
  const { t } = useTranslation("wish");
  const shown = rooms.slice(0, LANTERNS_MAX);
  const places = hooks(shown.length);
  return (
    <div className={s.tree}>
      <Picture />
      <nav className={s.lanterns} aria-label={t("tree.lanterns")}>
        {shown.map((room, i) => {
          const hook = places[i];
          return hook && <Lantern key={room.id} room={room} hook={hook} delay={i} />;
        })}
      </nav>
    </div>
  );
}

/** Never changes: drawn once, however often the rooms do. */
const Picture = memo(function Picture() {
  const leaves = useMemo(leafPaths, []);
  const lights = useMemo(() => fireflies(26), []);
  return (
    <svg viewBox={`0 0 ${TREE.width} ${TREE.height}`} className={s.picture} aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="wish-lobe">
          <stop offset="0" stopColor="#1f8f70" stopOpacity="0.6" />
          <stop offset="0.6" stopColor="#0e5a49" stopOpacity="0.34" />
          <stop offset="1" stopColor="#0b3f36" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="wish-ground">
          <stop offset="0" stopColor="#2c7a5c" stopOpacity="0.75" />
          <stop offset="0.7" stopColor="#124436" stopOpacity="0.4" />
          <stop offset="1" stopColor="#0b2a22" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="wish-bark" x1="0" x2="0" y1="1" y2="0">
          <stop offset="0" stopColor="#5a3d24" />
          <stop offset="0.55" stopColor="#7a5230" />
          <stop offset="1" stopColor="#2d5c48" />
        </linearGradient>
      </defs>
      <ellipse cx="604" cy="553" rx="330" ry="26" fill="url(#wish-ground)" />
      <g fill="none" strokeLinecap="round" stroke="url(#wish-bark)">
        {BRANCHES.map(([path, width]) => (
          <path key={path} d={path} strokeWidth={width} />
        ))}
      </g>
      <g fill="none" strokeLinecap="round" stroke="#e7b878" strokeOpacity="0.32">
        {BRANCHES.slice(0, 3).map(([path, width]) => (
          <path key={path} d={path} strokeWidth={width / 7} transform={`translate(${-width / 5} 0)`} />
        ))}
      </g>
      {LOBES.map(({ x, y, rx, ry }) => (
        <ellipse key={x} cx={x} cy={y} rx={rx * 1.25} ry={ry * 1.3} fill="url(#wish-lobe)" />
      ))}
      {leaves.map((path, shade) => (
        <path key={SHADE[shade]} d={path} fill={SHADE[shade]} opacity={0.9} />
      ))}
      <g fill="#ffe9b0">
        {lights.map(({ x, y, delay }) => (
          <circle key={delay} cx={x} cy={y} r={2.6} className={s.firefly} style={{ animationDelay: `${-delay}ms` }} />
        ))}
      </g>
    </svg>
  );
});

const SHADE = ["#0b4a3c", "#12735a", "#1fae83", "#7af0c8"];

function Lantern({ room, hook, delay }: { room: WishSummary; hook: Hook; delay: number }) {
  const { t } = useTranslation("wish");
  const item = useItem(room.def);
  const place = {
    "--x": `${hook.x * 100}%`,
    "--y": `${hook.y * 100}%`,
    "--thread": `${hook.thread * TREE.height}px`,
    "--full": room.taken / room.bottles,
    animationDelay: `${-delay * 1.3}s`,
  } as CSSProperties;
  return (
    <Link
      to={paths.wish(room.id)}
      className={s.lantern}
      data-order={hook.order}
      style={{ ...rarityStyle(item?.rarity ?? "contraband"), ...place }}
    >
      <span className="sr">{t("tree.lantern", { name: roomName(t, room.name), item: item?.name ?? "" })} </span>
      <span className={s.paper}>
        {item && <ItemArt image={item.image} thumb={item.thumb} sizes="110px" eager />}
        <b>{`${room.taken}/${room.bottles}`}</b>
      </span>
      <span className={s.slip}>
        <Cost room={room} />
      </span>
    </Link>
  );
}
