// The mark, the wordmark and what carries them: logo, favicon, touch icon, gem icon, link preview.
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { JEWEL } from '../box/tokens.js';
import { BOXES } from '../catalog/boxes.js';
import { hash32 } from '../forge/noise.js';
import { render } from '../forge/scene.js';
import { MODELS } from '../model/index.js';
import { renderBox } from './box.js';
import { png } from './picture.js';

const JADE = '#35f2b8';
const INK = '#0b0e14';

const points = (list) => list.map((p) => p.join(',')).join(' ');

/** Facet colours from light to dark, in the order of the facets' levels. */
const JADE_RAMP = ['#05684c', '#0a9068', '#12b583', '#1fd39b', '#35f2b8', '#5ff8c9', '#8cfbd9', '#c9ffee'];

/** A hairline of its own colour closes the gaps that anti-aliasing leaves between neighbours. */
const paintOf = (colour) => `fill="${colour}" stroke="${colour}" stroke-width="1"`;

function gemFacets() {
  const byLevel = [...JEWEL.facets].sort((a, b) => a.level - b.level);
  return JEWEL.facets
    .map((f) => `<polygon points="${points(f.points)}" ${paintOf(JADE_RAMP[byLevel.indexOf(f)])}/>`)
    .join('');
}

const gemSVG = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-126 -78 252 206"><g stroke-linejoin="round">` +
  `<polygon points="${points(JEWEL.outline)}" fill="#12b583" stroke="#0a9068" stroke-width="8"/>${gemFacets()}</g></svg>\n`;

/** The mark: an open box of two jade faces with the gem rising from it. 64 × 64. */
const MARK =
  `<polygon points="32,60 7,46 7,28 32,42" fill="#0fa97a"/><polygon points="32,60 57,46 57,28 32,42" fill="#08684f"/>` +
  `<polygon points="32,42 7,28 12,22.5 32,33.5" fill="#7df7d3"/><polygon points="32,42 57,28 52,22.5 32,33.5" fill="${JADE}"/>` +
  `<g transform="translate(32 17.5) scale(.145)">${gemFacets()}</g>`;

/** A full circle of the x-height whose left edge is x. */
const bowl = (x) => `M${x} -10a9.5 9.5 0 1 1 19 0a9.5 9.5 0 1 1 -19 0Z`;

/** "Jadebox" as strokes on a 20-unit x-height, so that no font file is needed. Widths are advances. */
const LETTERS = [
  { width: 19, d: 'M13 -28V-8A6.5 6.5 0 0 1 0.5 -6' },
  { width: 25, d: `${bowl(0.5)}M19.5 -19.5V0` },
  { width: 25, d: `${bowl(0.5)}M19.5 -30V0` },
  { width: 24, d: 'M1 -10H19.5A9.3 9.3 0 1 0 16 -3' },
  { width: 25, d: `${bowl(1.5)}M1.5 -30V0` },
  { width: 24, d: bowl(1) },
  { width: 20, d: 'M1.5 -19.5L17 0M17 -19.5L1.5 0' },
];
const WORD_WIDTH = LETTERS.reduce((sum, { width }) => sum + width, 0);

/** The wordmark with its baseline at y = 0; "box" takes the accent colour. */
function wordmark(colour, accent) {
  let x = 0;
  const strokes = LETTERS.map(({ width, d }, i) => {
    const stroke = `<path transform="translate(${x} 0)" d="${d}" stroke="${i < 4 ? colour : accent}"/>`;
    x += width;
    return stroke;
  });
  return `<g fill="none" stroke-width="5.4" stroke-linecap="butt" stroke-linejoin="round">${strokes.join('')}</g>`;
}

const markSVG = () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${MARK}</svg>\n`;

const logoSVG = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${78 + WORD_WIDTH} 64" role="img" aria-label="Jadebox">${MARK}` +
  `<g transform="translate(74 46)">${wordmark('#f1f4fa', JADE)}</g></svg>\n`;

const faviconSVG = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${INK}"/>` +
  `<g transform="translate(5.5 5) scale(.83)">${MARK}</g></svg>\n`;

const touchSVG = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${INK}"/>` +
  `<g transform="translate(9.6 8.6) scale(.7)">${MARK}</g></svg>`;

/** An installed app's icon; a maskable one may be cut to the circle of 80 %, so that its mark is smaller. */
const iconSVG = (maskable) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${maskable ? 0 : 14}" fill="${INK}"/>` +
  `<g transform="translate(${maskable ? '12.8 12' : '8 7'}) scale(${maskable ? 0.6 : 0.75})">${MARK}</g></svg>`;

const icon = (width, maskable) =>
  sharp(rasterized(iconSVG(maskable), width)).png({ palette: true }).toBuffer();

const rasterized = (svg, width) => new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();

/** Link preview, 1200 × 630: wordmark left, three pieces right. */
async function linkPreview() {
  const ground =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0b0e14"/>` +
    `<stop offset="1" stop-color="#0c2b26"/></linearGradient><radialGradient id="h" cx=".74" cy=".56" r=".5"><stop stop-color="${JADE}" stop-opacity=".36"/>` +
    `<stop offset="1" stop-color="${JADE}" stop-opacity="0"/></radialGradient></defs><rect width="1200" height="630" fill="url(#g)"/>` +
    `<rect width="1200" height="630" fill="url(#h)"/><g transform="translate(84 250) scale(1.56)">${MARK}</g>` +
    `<g transform="translate(200 326) scale(2.15)">${wordmark('#f1f4fa', JADE)}</g></svg>`;
  const jade = BOXES.find((box) => box.slug === 'jade-emperor');
  const piece = (model, finish, width) =>
    png(render(MODELS[model], { finish, seed: hash32(`og/${model}`), width }), width);
  return sharp(rasterized(ground, 1200))
    .composite([
      { input: await piece('talon', 'fade', 380), left: 560, top: 40 },
      { input: await piece('crown', 'midas', 340), left: 800, top: 24 },
      { input: await png(renderBox(jade, 1120), 560), left: 620, top: 190 },
      { input: await piece('brilliant', 'sapphire', 220), left: 1000, top: 440 },
    ])
    .flatten({ background: INK })
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

/** {file name: bytes} */
export async function forgeBrand() {
  return {
    'gem.svg': gemSVG(),
    'mark.svg': markSVG(),
    'logo.svg': logoSVG(),
    'favicon.svg': faviconSVG(),
    'touch-icon.png': await sharp(rasterized(touchSVG(), 180)).png({ palette: true }).toBuffer(),
    'icon-192.png': await icon(192, false),
    'icon-512.png': await icon(512, false),
    'icon-maskable.png': await icon(512, true),
    'og.jpg': await linkPreview(),
  };
}
