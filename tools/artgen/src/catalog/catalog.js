// The whole demo catalogue, in the format the server embeds.
import { BOXES } from './boxes.js';
import { items } from './items.js';
import { fill } from './odds.js';

export function catalog() {
  const all = items();
  const uses = new Map();
  const boxes = BOXES.map((box, i) => fill(box, i + 1, all, uses));
  return { version: 1, items: all.map(({ forge, ...item }) => item), boxes };
}

/** The catalogue as its file: one line per record, for small diffs when a price moves. */
export function catalogText({ version, items: list, boxes }) {
  const lines = (records) => records.map((r) => `    ${JSON.stringify(r)}`).join(',\n');
  return `{\n  "version": ${version},\n  "items": [\n${lines(list)}\n  ],\n  "boxes": [\n${lines(boxes)}\n  ]\n}\n`;
}
