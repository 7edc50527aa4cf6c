// The committed catalogue: complete, named, priced as the rules say, and no picture missing.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { catalog, catalogText } from '../src/catalog/catalog.js';

const root = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const text = readFileSync(root('server/demo/catalog.json'), 'utf8');
const { version, items, boxes } = JSON.parse(text);
const publicFile = (url) => root(`client/public${url}`);
const byId = new Map(items.map((it) => [it.id, it]));
const LANGUAGES = ['zh', 'en', 'pt'];
const distinct = (list) => new Set(list).size === list.length;

test('the committed file is what the catalogue makes', () => {
  assert.equal(text, catalogText(catalog()));
});

test('284 items with ids 1…n and distinct slugs', () => {
  assert.equal(version, 1);
  assert.equal(items.length, 284);
  assert.deepEqual(
    items.map((it) => it.id),
    items.map((_, i) => i + 1),
  );
  assert.ok(distinct(items.map((it) => it.slug)));
});

test('every name is present and distinct in each language', () => {
  for (const language of LANGUAGES) {
    const shown = items.map(({ slug, brand, name }) => {
      for (const word of [brand[language], name[language]]) {
        assert.equal(typeof word, 'string', `${slug} ${language}`);
        assert.ok(word.trim() === word && word.length > 0 && !word.includes('|'), `${slug} ${language}: ${word}`);
      }
      return `${brand[language]}|${name[language]}`;
    });
    assert.ok(distinct(shown), language);
    assert.ok(distinct(boxes.map((box) => box.name[language])), language);
    for (const box of boxes) assert.ok(box.name[language] && box.tagline[language], `${box.slug} ${language}`);
  }
});

test('categories and rarities are words of product-spec §3; knives and gloves come only in the gold tiers', () => {
  const rarities = ['common', 'uncommon', 'rare', 'mythical', 'legendary', 'ancient', 'contraband'];
  for (const { slug, rarity, category } of items) {
    assert.ok(rarities.includes(rarity), slug);
    assert.ok(['knife', 'hands', 'weapon', 'character', 'other'].includes(category), slug);
    if (category === 'knife' || category === 'hands') assert.ok(rarities.indexOf(rarity) >= 5, `${slug} ${rarity}`);
  }
});

test('prices run from 0.20 to 20,000 gems, dearer tier by tier', () => {
  const prices = items.map((it) => it.priceCents);
  assert.ok(prices.every((p) => Number.isInteger(p)));
  assert.equal(Math.min(...prices), 20);
  assert.equal(Math.max(...prices), 2_000_000);
  const median = (rarity) => {
    const list = items.filter((it) => it.rarity === rarity).map((it) => it.priceCents);
    return list.sort((a, b) => a - b)[list.length >> 1];
  };
  const ladder = ['common', 'uncommon', 'rare', 'mythical', 'legendary', 'ancient', 'contraband'].map(median);
  for (let i = 1; i < ladder.length; i++) assert.ok(ladder[i] > 2 * ladder[i - 1], `${ladder}`);
});

test('at least six boxes of each case type, 2 to 520 gems', () => {
  for (const type of ['csgo', 'hash']) assert.ok(boxes.filter((box) => box.type === type).length >= 6, type);
  assert.deepEqual(
    boxes.map((box) => box.id),
    boxes.map((_, i) => i + 1),
  );
  assert.ok(distinct(boxes.map((box) => box.slug)));
  const prices = boxes.map((box) => box.priceCents);
  assert.equal(Math.min(...prices), 200);
  assert.equal(Math.max(...prices), 52_000);
});

for (const box of boxes) {
  test(`odds of ${box.slug}`, () => {
    const { entries, priceCents } = box;
    assert.ok(entries.length >= 12 && entries.length <= 30);
    assert.ok(distinct(entries.map((e) => e.item)));
    assert.equal(
      entries.reduce((sum, e) => sum + e.weight, 0),
      100_000_000,
    );
    const prices = entries.map((e) => byId.get(e.item).priceCents);
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => b - a),
      'price descending',
    );
    for (const { weight } of entries) {
      assert.ok(weight >= 1000);
      assert.equal(weight % 10_000, 0, 'two shown decimals are the exact odds');
    }
    // Integer arithmetic: Σ price × weight fits a double exactly (≤ 2e6 × 1e8).
    const weighted = entries.reduce((sum, e, i) => sum + prices[i] * e.weight, 0);
    assert.equal(Math.round(weighted / 100_000_000 / 0.92), priceCents);
    const share = (holds) => entries.reduce((sum, e, i) => sum + (holds(prices[i]) ? e.weight : 0), 0) / 1e8;
    const worthIt = share((p) => p >= priceCents);
    assert.ok(worthIt > 0.12 && worthIt < 0.35, `${worthIt} of openings pay the price back`);
    assert.ok(share((p) => p >= 20 * priceCents) < 0.01, 'jackpots are rare');
    assert.ok(prices[0] >= 20 * priceCents, 'a top item to dream of');
  });
}

test('every picture exists in its size and within its budget', async () => {
  const budget = { image: 14 * 1024, thumb: 6 * 1024 };
  const sizes = { image: [384, 288], thumb: [192, 144] };
  for (const kind of ['image', 'thumb']) {
    let bytes = 0;
    for (const item of items) {
      const file = publicFile(item[kind]);
      const { width, height, format } = await sharp(file).metadata();
      assert.deepEqual([width, height, format], [...sizes[kind], 'webp'], item[kind]);
      bytes += statSync(file).size;
    }
    assert.ok(bytes / items.length <= budget[kind], `${kind}: ${bytes / items.length} bytes on average`);
  }
  for (const box of boxes) assert.equal((await sharp(publicFile(box.image)).metadata()).width, 448, box.slug);
});

test('the blur atlases hold a cell for every item and fit a 2,048 px texture', async () => {
  const { columns, rows, count, cell } = JSON.parse(readFileSync(publicFile('/art/blur.json'), 'utf8'));
  assert.equal(count, items.length);
  assert.ok(columns * rows >= items.length);
  for (const axis of ['x', 'y']) {
    const { width, height } = await sharp(publicFile(`/art/blur-${axis}.webp`)).metadata();
    assert.deepEqual([width, height], [columns * cell.w, rows * cell.h]);
    assert.ok(width <= 2048 && height <= 2048);
  }
});

test('avatars, marks, banners and empty states are there', () => {
  const avatars = Array.from({ length: 24 }, (_, i) => `avatars/${String(i + 1).padStart(2, '0')}.svg`);
  const banners = ['jade-banquet', 'battle-arena', 'red-packet-rain'].flatMap((b) => [
    `banners/${b}.webp`,
    `banners/${b}-m.webp`,
  ]);
  const empty = ['backpack', 'battles', 'records'].map((name) => `empty/${name}.svg`);
  const marks = [
    'logo.svg',
    'mark.svg',
    'favicon.svg',
    'gem.svg',
    'gem.webp',
    'gem-lg.webp',
    'red-packet.webp',
    'touch-icon.png',
    'og.jpg',
  ];
  for (const name of [...avatars, ...banners, ...empty, ...marks])
    assert.ok(existsSync(publicFile(`/art/${name}`)), name);
});
