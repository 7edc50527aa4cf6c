/**
 * The moon of a night of the cycle, drawn: night 1 is new moon, night 15 is full. Decoration: the parent component
 * names it.
 */
import s from "./moon.module.css";

const NIGHTS = 28;
const R = 10;

const NAMES = [
  ...(["new", "waxingCrescent", "firstQuarter", "waxingGibbous"] as const),
  ...(["full", "waningGibbous", "lastQuarter", "waningCrescent"] as const),
];
export type PhaseName = (typeof NAMES)[number];

/** The four turns are a night each, what lies between them is six. */
export function phaseOf(night: number): PhaseName {
  const quarter = Math.floor((night - 1) / 7) * 2;
  const name = NAMES[(night - 1) % 7 === 0 ? quarter : quarter + 1];
  if (!name) throw new RangeError(`night ${night}`);
  return name;
}

/** What is lit of a moon whose right half is the one that waxes: half a circle, and back along the terminator. */
export function litPath(night: number): string {
  const turn = (night - 1) / NIGHTS;
  const waxing = turn < 0.5 ? turn : 1 - turn;
  const across = (R * Math.abs(Math.cos(2 * Math.PI * waxing))).toFixed(2);
  return `M0-${R}A${R} ${R} 0 0 1 0 ${R}A${across} ${R} 0 0 ${waxing > 0.25 ? 1 : 0} 0-${R}z`;
}

export function MoonPhase({ night }: { night: number }) {
  const wanes = night > NIGHTS / 2 + 1;
  return (
    <svg viewBox="-12 -12 24 24" className={s.moon} aria-hidden="true">
      <circle r={R} className={s.dark} />
      <path d={litPath(night)} className={s.lit} transform={wanes ? "scale(-1 1)" : undefined} />
      <g className={s.seas}>
        <circle cx="-3.500" cy="-3" r="2.400" />
        <circle cx="3.200" cy="-4.600" r="1.500" />
        <circle cx="2.400" cy="3.400" r="2.900" />
        <circle cx="-4.400" cy="4" r="1.300" />
      </g>
    </svg>
  );
}
