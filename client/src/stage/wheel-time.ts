/**
 * The wheel of an upgrade as a pure function of time: a pointer runs round the circle of all numbers 0 … 1 and comes to
 * rest at the drawn one. Nothing is padded: the section and the number are those of the proof.
 */
import { clamp01, hash01, mod } from "./ease.ts";

export interface WheelPlan {
  /** Where the winning section begins, 0 … 1 of the circle. */
  readonly start: number;
  /** How long it is, 0 … 1. */
  readonly rate: number;
  /** Where the pointer comes to rest, 0 … 1. */
  readonly stop: number;
  readonly won: boolean;
  /** How often it goes round before. */
  readonly turns: number;
  readonly spinMs: number;
}

export interface WheelState {
  /** Place of the pointer on the circle, 0 … 1. */
  place: number;
  /** Circles a second. */
  speed: number;
  inside: boolean;
  /** Hundredths of the circle passed so far: one click each. */
  ticks: number;
  /** 0 while it turns; then up to 1 as the result is shown. */
  shown: number;
}

export const WHEEL_SPIN_MS = 5200;
export const WHEEL_REDUCED_MS = 400;
const SHOW_MS = 500;
const TURNS = 5;
const TICKS = 50;
/** Out-expo, so that it rests exactly at its end: the last second is the slow one. */
const STEEP = 10;
const WHOLE = 1 - 2 ** -STEEP;
/** So near to an edge of the section, in turns, tension begins. */
export const TENSION_TURN = 0.12;

export const makeWheelState = (): WheelState => ({ place: 0, speed: 0, inside: false, ticks: 0, shown: 0 });

/** A plan from integers of the proof: sections in 10⁻⁸, v of 0xffffff. The id makes the number of turns its own. */
export function wheelPlan(proof: { id: string; startE8: number; rateE8: number; v: number; won: boolean }): WheelPlan {
  let seed = 0;
  for (let i = 0; i < proof.id.length; i++) seed = (Math.imul(seed, 31) + proof.id.charCodeAt(i)) | 0;
  return {
    start: proof.startE8 / 1e8,
    rate: proof.rateE8 / 1e8,
    stop: proof.v / 0xffffff,
    won: proof.won,
    turns: TURNS + Math.floor(hash01(seed) * 2),
    spinMs: WHEEL_SPIN_MS,
  };
}

export const wheelEndMs = (plan: WheelPlan): number => plan.spinMs + SHOW_MS;

/** Whether a place lies in the section (start, start + rate]; from 0 on the place 0 counts as well. */
export function inSection(place: number, start: number, rate: number): boolean {
  if (start === 0) return place <= rate;
  const end = start + rate;
  return end > 1 ? place > start || place <= end - 1 : place > start && place <= end;
}

export function wheelAt(plan: WheelPlan, tMs: number, out: WheelState): WheelState {
  const t = clamp01(tMs / plan.spinMs);
  const way = plan.turns + plan.stop;
  const gone = t < 1 ? (way * (1 - 2 ** (-STEEP * t))) / WHOLE : way;
  out.speed = t < 1 ? (way * STEEP * Math.LN2 * 2 ** (-STEEP * t) * 1000) / WHOLE / plan.spinMs : 0;
  out.place = t < 1 ? gone - Math.floor(gone) : plan.stop;
  // At rest the proof decides, not a rounded place.
  out.inside = t < 1 ? inSection(out.place, plan.start, plan.rate) : plan.won;
  out.ticks = Math.floor(gone * TICKS);
  out.shown = clamp01((tMs - plan.spinMs) / SHOW_MS);
  return out;
}

/** How far ahead of the pointer the next edge of the section lies, in turns; 0 … 1. */
export function edgeAhead(place: number, start: number, rate: number): number {
  return Math.min(mod(start - place, 1), mod(start + rate - place, 1));
}

/** How near the decision is by the true angle, 0 … 1; a wheel that runs fast or rests has none. */
export function tensionAt({ start, rate }: WheelPlan, { place, speed }: WheelState): number {
  if (speed <= 0 || speed > 1) return 0;
  return Math.max(0, 1 - edgeAhead(place, start, rate) / TENSION_TURN) * (1 - speed);
}
