// All finishes by id, with the accent colour that glowing fittings and the rim light take from them.
import * as gemstone from './gemstone.js';
import * as metal from './metal.js';
import * as paint from './paint.js';
import * as pattern from './pattern.js';
import * as stone from './stone.js';

export const FINISHES = { ...metal, ...paint, ...pattern, ...stone, ...gemstone };

export const ACCENTS = {
  vanilla: '#9fd4ff',
  damascus: '#ffb347',
  rust: '#ff9a4a',
  tiger: '#ffb21e',
  gilded: '#ffd27a',
  midas: '#ffe27a',
  dragon: '#8dff6a',
  carbon: '#ff3b4e',
  camo: '#b6e04a',
  arctic: '#8fe3ff',
  sand: '#ffd48a',
  slate: '#9fb4d0',
  crimson: '#ff4a5c',
  cobalt: '#5c8dff',
  lacquer: '#ffcf6b',
  fade: '#ff4fa0',
  hexcore: '#ff9a2b',
  web: '#ff3348',
  seigaiha: '#54c8ff',
  cloud: '#ffcf6b',
  sakura: '#ff8fc0',
  porcelain: '#4f7dff',
  circuit: '#16f2e4',
  synth: '#29e7ff',
  marble: '#ffd27a',
  jade: '#62ffbe',
  frost: '#8fe6ff',
  opal: '#5fd8ff',
  obsidian: '#a66bff',
  magma: '#ff6a1f',
  nebula: '#c77dff',
  aurora: '#5dffb4',
  toxic: '#b9ff2a',
  smoky: '#8a7260',
  amber: '#ff9d1f',
  rose: '#ff9fb8',
  citrine: '#ffd21f',
  aquamarine: '#5fe0f5',
  amethyst: '#9a3dff',
  peridot: '#a4e52a',
  topaz: '#ff7a6e',
  tourmaline: '#ff6fa8',
  sapphire: '#2456ff',
  ruby: '#ff1f45',
  emerald: '#0fd070',
  diamond: '#d8ecff',
};
