// Forges the art of Jadebox and writes the demo catalogue.
//
//   npm ci && npm run build              everything (some minutes on two cores)
//   npm run build -- catalog boxes       only the named groups: catalog items boxes tokens banners avatars brand empty
//   npm test                             determinism and the catalogue's arithmetic
//   node src/sheet.js /tmp/sheet.png talon:fade crate:nebula:star:gold:#c77dff
//
// src/forge renders; src/model, src/box and src/finish describe shapes and surfaces; src/catalog names, prices and sets
// odds; src/piece turns them into files.
//
// Output goes to client/public/art and server/demo/catalog.json, and is committed: neither the client's nor the
// server's build needs this package or its native modules. Everything follows from ids, so a rerun writes the same
// bytes.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BOXES } from './catalog/boxes.js';
import { catalog, catalogText } from './catalog/catalog.js';
import { items } from './catalog/items.js';
import { forgeAvatars } from './piece/avatar.js';
import { forgeBanners } from './piece/banner.js';
import { atlas, geometry } from './piece/blur.js';
import { forgeBox, forgeTokens } from './piece/box.js';
import { forgeBrand } from './piece/brand.js';
import { forgeEmptyStates } from './piece/empty.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ART = path.join(ROOT, 'client/public/art');
const CATALOG = path.join(ROOT, 'server/demo/catalog.json');
const WORKERS = 2;

async function write(file, bytes) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

async function writeAll(folder, files) {
  for (const [name, bytes] of Object.entries(files)) await write(path.join(ART, folder, name), bytes);
}

/** Runs every item through the workers; calls done with each result. */
function forgeAll(list, done) {
  const queue = [...list];
  const run = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url));
      const next = () => {
        const item = queue.shift();
        if (item) worker.postMessage(item);
        else worker.terminate().then(resolve, reject);
      };
      worker.on('message', (result) => done(result).then(next, reject));
      worker.on('error', reject);
      next();
    });
  return Promise.all(Array.from({ length: WORKERS }, run));
}

async function buildItems() {
  const list = items();
  const cells = { x: [], y: [] };
  await forgeAll(list, async ({ id, image, thumb, blur }) => {
    const item = list[id - 1];
    await write(path.join(ROOT, 'client/public', item.image), image);
    await write(path.join(ROOT, 'client/public', item.thumb), thumb);
    for (const axis of ['x', 'y']) cells[axis][id - 1] = Buffer.from(blur[axis]);
  });
  for (const axis of ['x', 'y']) await write(path.join(ART, `blur-${axis}.webp`), await atlas(cells[axis]));
  await write(path.join(ART, 'blur.json'), `${JSON.stringify(geometry(list.length))}\n`);
}

const GROUPS = {
  catalog: () => write(CATALOG, catalogText(catalog())),
  boxes: async () => {
    for (const box of BOXES) await write(path.join(ART, 'boxes', `${box.slug}.webp`), await forgeBox(box));
  },
  tokens: async () => writeAll('', await forgeTokens()),
  brand: async () => writeAll('', await forgeBrand()),
  avatars: async () => writeAll('avatars', forgeAvatars()),
  empty: async () => writeAll('empty', forgeEmptyStates()),
  banners: async () => writeAll('banners', await forgeBanners()),
  items: buildItems,
};

const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!GROUPS[name]) throw new Error(`unknown group ${name}: ${Object.keys(GROUPS).join(' ')}`);
for (const [name, build] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  await build();
  console.log(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
