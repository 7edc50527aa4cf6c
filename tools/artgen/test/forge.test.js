// Determinism: the same id gives the same bytes, another id does not, and what is committed is what the forge makes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { items } from '../src/catalog/items.js';
import { render } from '../src/forge/scene.js';
import { MODELS } from '../src/model/index.js';
import { forgeAvatars } from '../src/piece/avatar.js';
import { forgeItem } from '../src/piece/item.js';

const all = items();
const find = (slug) => all.find((it) => it.slug === slug);
const digest = (buffer) => createHash('sha256').update(buffer).digest('hex');
/** One piece of each way of rendering: relief and glow, facets, plain bevels. */
const HANDFUL = ['talon-fade', 'brilliant-diamond', 'orb-opal', 'arc-dragon'];

for (const slug of HANDFUL.filter((s) => find(s))) {
  test(`${slug} is forged to the same bytes twice`, async () => {
    const [first, second] = [await forgeItem(find(slug).forge), await forgeItem(find(slug).forge)];
    for (const part of ['image', 'thumb']) assert.equal(digest(first[part]), digest(second[part]), part);
    for (const axis of ['x', 'y']) assert.equal(digest(first.blur[axis]), digest(second.blur[axis]), axis);
    assert.notEqual(digest(first.blur.x), digest(first.blur.y));
  });
}

test('the handful is in the catalogue', () => {
  assert.deepEqual(
    HANDFUL.filter((slug) => !find(slug)),
    [],
  );
});

test('another seed gives another picture', () => {
  const picture = (seed) => digest(render(MODELS.teardrop, { finish: 'ruby', seed, width: 192 }).px);
  assert.equal(picture(1), picture(1));
  assert.notEqual(picture(1), picture(2));
});

test('committed pictures are the forge’s own', async () => {
  for (const slug of ['talon-fade', 'orb-opal']) {
    const item = find(slug);
    const committed = fileURLToPath(new URL(`../../../client/public${item.thumb}`, import.meta.url));
    const { thumb } = await forgeItem(item.forge);
    const pixels = (input) => sharp(input).ensureAlpha().raw().toBuffer();
    const [now, then] = await Promise.all([pixels(thumb), pixels(committed)]);
    assert.equal(now.length, then.length);
    // Not bytes: another processor may round a sine or a resize otherwise. One grey level on average is invisible.
    const drift = now.reduce((sum, value, i) => sum + Math.abs(value - then[i]), 0) / now.length;
    assert.ok(drift < 1, `${slug} drifts by ${drift}`);
  }
});

test('avatars are 24 distinct drawings without references outside', () => {
  const drawings = Object.values(forgeAvatars());
  assert.equal(drawings.length, 24);
  assert.equal(new Set(drawings).size, 24);
  for (const svg of drawings) {
    assert.doesNotMatch(svg, /undefined|NaN|href|<script/);
    assert.ok(svg.length < 6 * 1024);
  }
});
