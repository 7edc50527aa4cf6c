// Contents and odds of a box. Weights are in 1e-8 and always whole hundredths of a percent, so that the two decimals
// the page shows are the exact odds; their expected value meets round(EV / 0.92) = price (docs/rules.md, "Boxes").
import { hash32 } from '../forge/noise.js';

export const RETURN_TO_PLAYER = 0.92;
export const WEIGHT_TOTAL = 100_000_000;
/** 0.01 %. */
export const WEIGHT_STEP = 10_000;
const STEPS = WEIGHT_TOTAL / WEIGHT_STEP;

/** Share of the entries in each band of item price / box price: many small, few large, one or two to dream of. */
const BANDS = [
  { from: 0.06, to: 0.32, share: 0.28 },
  { from: 0.32, to: 0.85, share: 0.26 },
  { from: 0.85, to: 2.2, share: 0.2 },
  { from: 2.2, to: 8, share: 0.14 },
  { from: 8, to: 40, share: 0.08 },
  { from: 40, to: 260, share: 0.06 },
];

/** How well an item suits the box: named finishes and models first, then a stable draw among the rest. */
function affinity(box, item) {
  const { model, finish } = item.forge;
  const named = box.favour.includes(model) + box.favour.includes(finish);
  return named + hash32(`${box.slug}/${item.slug}`) / 2 ** 32;
}

function choose(box, items, uses) {
  const priceCents = box.price * 100;
  const pool = items.filter((it) => !box.only || box.only.includes(it.forge.model));
  const chosen = new Set();
  const take = (count, candidates) => {
    const score = (it) => affinity(box, it) - 0.8 * (uses.get(it.id) ?? 0);
    const free = candidates.filter((it) => !chosen.has(it)).sort((a, b) => score(b) - score(a));
    for (const it of free.slice(0, count)) chosen.add(it);
  };
  for (const { from, to, share } of BANDS) {
    const inBand = pool.filter((it) => it.priceCents >= from * priceCents && it.priceCents < to * priceCents);
    take(Math.max(1, Math.round(share * box.size)), inBand);
  }
  const affordable = pool.filter((it) => it.priceCents < 3 * priceCents);
  if (chosen.size < box.size) take(box.size - chosen.size, affordable);
  return [...chosen].sort((a, b) => b.priceCents - a.priceCents || a.id - b.id);
}

const expected = (entries, steps) => entries.reduce((sum, it, i) => sum + (it.priceCents * steps[i]) / STEPS, 0);

/**
 * Weights round about log-normal in item price / box price, leaning by k to the cheap side; whole steps, at least one
 * each.
 */
function lean(entries, priceCents, k) {
  const raw = entries.map((it) => {
    const x = Math.log(it.priceCents / priceCents);
    return Math.exp(-k * x - 0.09 * x * x);
  });
  const total = raw.reduce((a, b) => a + b, 0);
  const steps = raw.map((w) => Math.max(1, Math.round((w / total) * STEPS)));
  const commonest = steps.indexOf(Math.max(...steps));
  steps[commonest] += STEPS - steps.reduce((a, b) => a + b, 0);
  return steps;
}

/** The lean that pays the wanted expected value, then single steps moved until it is met. */
function weigh(entries, priceCents) {
  const wantedCents = priceCents * RETURN_TO_PLAYER;
  let [low, high] = [-1, 4];
  for (let i = 0; i < 60; i++) {
    const k = (low + high) / 2;
    if (expected(entries, lean(entries, priceCents, k)) > wantedCents) low = k;
    else high = k;
  }
  const steps = lean(entries, priceCents, high);
  for (let guard = 0; guard < 400; guard++) {
    const gap = wantedCents - expected(entries, steps);
    const move = bestMove(entries, steps, gap);
    if (!move) break;
    steps[move.from]--;
    steps[move.to]++;
  }
  return steps;
}

/** The move of one step between two entries that brings the expected value nearest; null where none helps. */
function bestMove(entries, steps, gap) {
  let best = null;
  let left = Math.abs(gap);
  for (let from = 0; from < entries.length; from++) {
    if (steps[from] <= 1) continue;
    for (let to = 0; to < entries.length; to++) {
      const after = Math.abs(gap - (entries[to].priceCents - entries[from].priceCents) / STEPS);
      if (after < left - 1e-9) {
        left = after;
        best = { from, to };
      }
    }
  }
  return best;
}

/** The box as the catalogue holds it. uses counts how often each item was already taken, to spread them. */
export function fill(box, id, items, uses) {
  const entries = choose(box, items, uses);
  for (const it of entries) uses.set(it.id, (uses.get(it.id) ?? 0) + 1);
  const steps = weigh(entries, box.price * 100);
  const { slug, name, tagline, type, tags, accent } = box;
  return {
    id,
    slug,
    name,
    tagline,
    type,
    tags,
    accent,
    image: `/art/boxes/${slug}.webp`,
    priceCents: Math.round(expected(entries, steps) / RETURN_TO_PLAYER),
    entries: entries.map((it, i) => ({ item: it.id, weight: steps[i] * WEIGHT_STEP })),
  };
}
