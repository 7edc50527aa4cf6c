/**
 * The end of a battle as a pure function of the time since it: light from the winner's column, the winner's picture and
 * crown, the items of the others flying there, the sum that grows with each. Nothing here decides who wins; it is told.
 */
import { clamp01, inOut } from "./ease.ts";
import { TIERS, type Tier } from "./tiers.ts";

/**
 * When the light of the winner's column comes. What is no part of the canvas has its moments in takeover.module.css:
 * the losers step back in 220 ms, the picture comes at 240 and the crown drops at 380.
 */
export const TAKEOVER_BEAM_MS = 120;
/** Items fly between these two moments. */
export const TAKEOVER_FLY_MS = 480;
export const TAKEOVER_LANDED_MS = 1900;
/** The bar with the result comes then. */
const TAKEOVER_BAR_MS = 2100;
const BAR_RISE_MS = 420;

/** Everything rests: not before the tier's light does. */
export const takeoverEndMs = (tier: Tier): number =>
  Math.max(TAKEOVER_BAR_MS + BAR_RISE_MS, TAKEOVER_BEAM_MS + TIERS[tier].lengthMs);

const FLIGHT_MS = 640;
const APART_MS = 60;
/** Arrivals that sound, each a semitone higher. */
export const TAKEOVER_TICKS = 12;

/** How far apart `count` flights leave, ms: no more than lets the last one land in time. */
export const flightGapMs = (count: number): number =>
  count < 2 ? 0 : Math.min(APART_MS, (TAKEOVER_LANDED_MS - TAKEOVER_FLY_MS - FLIGHT_MS) / (count - 1));

/** Progress of flight i of `count`, 0 … 1: 0 before it leaves, 1 when it has arrived. */
export const flightAt = (i: number, count: number, tMs: number): number =>
  clamp01((tMs - TAKEOVER_FLY_MS - i * flightGapMs(count)) / FLIGHT_MS);

/** Flights that have arrived. */
export function arrivedAt(count: number, tMs: number): number {
  const since = tMs - TAKEOVER_FLY_MS - FLIGHT_MS;
  if (since < 0) return 0;
  const gap = flightGapMs(count);
  return gap === 0 ? count : Math.min(count, Math.floor(since / gap + 1e-9) + 1);
}

/** What the number shows, cents: the winners' own draws, and each item from its arrival on. */
export function takenCents(ownCents: number, flights: readonly number[], tMs: number): number {
  let sum = ownCents;
  for (let i = arrivedAt(flights.length, tMs) - 1; i >= 0; i--) sum += flights[i] ?? 0;
  return sum;
}

export interface Point {
  x: number;
  y: number;
}

/** On a quadratic arc from one point over a height to another; the flight begins and ends softly. */
export function arcAt(from: Point, over: number, to: Point, u: number, out: Point): Point {
  const t = inOut(u);
  const back = 1 - t;
  const middle = (from.x + to.x) / 2;
  out.x = back * back * from.x + 2 * back * t * middle + t * t * to.x;
  out.y = back * back * from.y + 2 * back * t * over + t * t * to.y;
  return out;
}
