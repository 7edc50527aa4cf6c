// The item catalogue: which model comes in which finish, at what rarity and price. Knives and gloves come only in the
// two gold tiers, because product-spec §3 gives those types no colour below them.
import { hash32 } from '../forge/noise.js';
import { BRANDS, NAMES } from './words.js';

/** Price range of each tier in gems; `each` is in how many finishes of the tier a model comes. */
export const TIERS = {
  common: { low: 0.2, high: 3.2, each: 3 },
  uncommon: { low: 2.2, high: 12, each: 2 },
  rare: { low: 9, high: 48, each: 2 },
  mythical: { low: 36, high: 150, each: 2 },
  legendary: { low: 110, high: 560, each: 2 },
  ancient: { low: 240, high: 3600, each: 1 },
  contraband: { low: 2800, high: 20000, each: 0 },
};

/** Category (product-spec §3), and how much dearer a kind is than its fellows of the same tier. */
const KINDS = {
  knife: { category: 'knife', worth: 1.5, models: ['vanguard', 'kris', 'talon', 'flutter', 'bowie'] },
  gloves: { category: 'hands', worth: 1.2, models: ['strike', 'warden', 'wraps'] },
  blade: { category: 'weapon', worth: 1.2, models: ['ronin', 'sunder', 'reaver'] },
  gun: { category: 'weapon', worth: 0.9, models: ['pulse', 'wasp', 'arc', 'longbow', 'ember'] },
  mask: { category: 'character', worth: 1.1, models: ['oni', 'kitsune'] },
  relic: { category: 'other', worth: 1.15, models: ['crown', 'aegis', 'orb', 'ring'] },
  gem: { category: 'other', worth: 0.95, models: ['brilliant', 'teardrop', 'shard'] },
};

const FINISH_TIERS = {
  common: ['rust', 'sand', 'slate', 'camo', 'vanilla'],
  uncommon: ['arctic', 'carbon', 'cobalt', 'marble'],
  rare: ['damascus', 'hexcore', 'seigaiha', 'toxic'],
  mythical: ['web', 'circuit', 'tiger', 'synth', 'sakura'],
  legendary: ['nebula', 'porcelain', 'frost', 'cloud', 'dragon'],
  ancient: ['gilded', 'magma', 'opal', 'aurora', 'jade', 'crimson'],
};

const STONE_TIERS = {
  common: ['smoky', 'amber', 'rose'],
  uncommon: ['citrine', 'aquamarine'],
  rare: ['amethyst', 'peridot'],
  mythical: ['topaz', 'tourmaline'],
  legendary: ['sapphire', 'ruby'],
  ancient: ['emerald'],
};

/** One finish of each of these ranks, from the plainest to the finest, becomes a gold item of every knife and glove. */
const GOLD_RANKS = [
  ['vanilla', 'carbon', 'marble', 'slate'],
  ['damascus', 'hexcore', 'seigaiha', 'arctic'],
  ['tiger', 'circuit', 'toxic', 'cobalt'],
  ['web', 'synth', 'sakura'],
  ['frost', 'porcelain', 'cloud'],
  ['nebula', 'dragon', 'crimson'],
  ['magma', 'gilded', 'aurora', 'opal'],
];
const GOLD_TOP = ['fade', 'jade', 'obsidian', 'midas'];

/** Contraband beyond knives and gloves: eight single pieces. */
const TREASURES = [
  ['crown', 'midas'],
  ['orb', 'obsidian'],
  ['ronin', 'fade'],
  ['sunder', 'midas'],
  ['oni', 'midas'],
  ['kitsune', 'fade'],
  ['longbow', 'fade'],
  ['brilliant', 'diamond'],
];

/** A stable shuffle: the same key always takes the same finishes. */
const shuffled = (list, key) => [...list].sort((a, b) => hash32(key + a) - hash32(key + b));

function* pairs() {
  for (const kind of Object.values(KINDS)) {
    for (const model of kind.models) {
      if (['knife', 'hands'].includes(kind.category)) yield* goldPairs(model, kind);
      else yield* tierPairs(model, kind);
    }
  }
  for (const [model, finish] of TREASURES) {
    const kind = Object.values(KINDS).find((k) => k.models.includes(model));
    yield { model, finish, rarity: 'contraband', kind, rank: 0.6 };
  }
}

function* goldPairs(model, kind) {
  for (const [i, pool] of GOLD_RANKS.entries()) {
    yield { model, finish: shuffled(pool, model)[0], rarity: 'ancient', kind, rank: i / GOLD_RANKS.length };
  }
  for (const [i, finish] of shuffled(GOLD_TOP, model).slice(0, 2).entries()) {
    yield { model, finish, rarity: 'contraband', kind, rank: 0.4 + i * 0.2 };
  }
}

function* tierPairs(model, kind) {
  const tiers = kind === KINDS.gem ? STONE_TIERS : FINISH_TIERS;
  for (const [rarity, pool] of Object.entries(tiers)) {
    for (const finish of shuffled(pool, model + rarity).slice(0, TIERS[rarity].each)) {
      yield { model, finish, rarity, kind, rank: 0.5 };
    }
  }
}

/** Spreads a tier's items evenly over its range in log price, the worthier model and finish dearer. */
function priceTier(items, { low, high }) {
  const worth = (item) => item.rank * 2 + item.kind.worth + (hash32(item.slug) / 2 ** 32) * 0.9;
  const ordered = [...items].sort((a, b) => worth(a) - worth(b));
  ordered.forEach((item, i) => {
    const jitter = (hash32(`${item.slug}/price`) / 2 ** 32 - 0.5) * 0.6;
    const t = i === 0 || i === ordered.length - 1 ? i / (ordered.length - 1) : (i + jitter) / (ordered.length - 1);
    item.priceCents = Math.round(low * (high / low) ** t * 100);
  });
}

const file = (id) => String(id).padStart(4, '0');

/** All items in id order: catalogue fields plus the forge's (model, finish, seed). */
export function items() {
  const all = [...pairs()].map((pair, i) => ({ id: i + 1, slug: `${pair.model}-${pair.finish}`, ...pair }));
  for (const [rarity, range] of Object.entries(TIERS))
    priceTier(
      all.filter((it) => it.rarity === rarity),
      range,
    );
  return all.map(({ id, slug, model, finish, rarity, kind, priceCents }) => ({
    id,
    slug,
    brand: BRANDS[model],
    name: NAMES[finish],
    rarity,
    category: kind.category,
    priceCents,
    image: `/art/items/${file(id)}.webp`,
    thumb: `/art/items/${file(id)}-t.webp`,
    forge: { model, finish, seed: hash32(slug) },
  }));
}
