import { circ, moved, part, poly, rect, times } from './path.js';

function gloveParts(style) {
  const parts = [];
  const pad = style === 'strike';
  const finger = (x, y, len, w, rot, i) => {
    const g = [];
    g.push(
      part(
        `M${-w / 2} 12V${-len + w * 0.5}Q${-w / 2} ${-len} 0 ${-len}Q${w / 2} ${-len} ${w / 2} ${-len + w * 0.5}V12Z`,
        style === 'wraps' ? ['leather', '#c9b491'] : ['leather', '#16181e'],
        { bevel: w * 0.5, profile: 'round', height: 0.75, slope: 1.1 },
      ),
    );
    const seg = (a, b, m, o = {}) =>
      g.push(
        part(`M${-w * 0.4} ${-a}Q0 ${-a - 5} ${w * 0.4} ${-a}V${-b}Q0 ${-b - 6} ${-w * 0.4} ${-b}Z`, m, {
          bevel: w * 0.34,
          profile: 'round',
          height: 0.75,
          shadow: 0.8,
          shadowR: 2,
          ...o,
        }),
      );
    if (style === 'wraps') {
      for (let k = 0; k < 5; k++)
        g.push(
          part(
            poly([
              [-w * 0.5, -k * len * 0.17 - 3],
              [w * 0.5, -k * len * 0.17 - 9],
              [w * 0.5, -k * len * 0.17 - 21],
              [-w * 0.5, -k * len * 0.17 - 15],
            ]),
            'finish',
            { bevel: 7, profile: 'round', height: 0.5, shadow: 0.7, shadowR: 1.6 },
          ),
        );
    } else {
      seg(4, len * 0.44, 'finish');
      seg(len * 0.5, len * 0.74, 'finish');
      if (pad) g.push(part(circ(0, -len * 0.86, w * 0.22), 'gun', { bevel: w * 0.2, profile: 'round', shadow: 0.6 }));
      else seg(len * 0.8, len * 0.9, 'gun');
    }
    return moved(g, `translate(${x} ${y}) rotate(${rot})`);
  };
  // thumb
  parts.push(
    ...moved(
      [
        part(
          'M-18 30C-26 0 -18 -44 2 -60Q20 -68 25 -48C28 -20 24 16 14 44Z',
          style === 'wraps' ? ['leather', '#c9b491'] : ['leather', '#16181e'],
          { bevel: 19, profile: 'round', height: 0.75 },
        ),
        part('M-8 10C-10 -14 -4 -34 6 -44Q16 -46 17 -32C18 -14 14 6 8 22Z', 'finish', {
          bevel: 9,
          profile: 'round',
          height: 0.7,
          shadow: 0.7,
        }),
      ],
      'translate(74 22) rotate(40)',
    ),
  );
  parts.push(
    ...finger(-49, -26, 70, 33, -9, 0),
    ...finger(-17, -40, 88, 35, -3, 1),
    ...finger(17, -40, 86, 35, 3, 2),
    ...finger(48, -28, 68, 32, 10, 3),
  );
  parts.push(
    part(
      'M-66 -24C-50 -54 50 -56 64 -26C72 8 64 56 52 92H-54C-66 56 -76 12 -66 -24Z',
      style === 'wraps' ? ['leather', '#c9b491'] : ['leather', '#1b1e26'],
      { bevel: 30, profile: 'round', height: 0.55 },
    ),
  );
  if (style === 'wraps')
    for (let k = 0; k < 6; k++)
      parts.push(
        part(
          poly([
            [-69 + k, -22 + k * 19],
            [64 - k, -38 + k * 19],
            [66 - k, -18 + k * 19],
            [-66 + k, -2 + k * 19],
          ]),
          'finish',
          { bevel: 10, profile: 'round', height: 0.45, shadow: 0.8, shadowR: 2 },
        ),
      );
  else {
    parts.push(
      part('M-54 -18C-40 -36 42 -38 54 -20C60 14 54 50 44 78C20 86 -26 86 -46 78C-56 46 -62 10 -54 -18Z', 'finish', {
        bevel: 12,
        profile: 'round',
        height: 0.6,
        shadow: 0.6,
      }),
    );
    [
      [-44, -24, -13],
      [-16, -36, -4],
      [16, -36, 4],
      [44, -25, 13],
    ].forEach(([x, y, r]) =>
      parts.push(
        ...moved(
          [
            part('M-12 9Q-15 -8 0 -12Q15 -8 12 9Q0 15 -12 9Z', pad ? 'gun' : 'steel', {
              bevel: 8,
              profile: 'round',
              height: 0.8,
            }),
          ],
          `translate(${x} ${y}) rotate(${r})`,
        ),
      ),
    );
    parts.push(
      part('M-28 14L0 2L28 14L22 48L0 62L-22 48Z', pad ? 'gun' : 'black', { bevel: 7, height: 0.8 }),
      part('M-13 22L0 15L13 22L10 40L0 48L-10 40Z', 'glow', { bevel: 6, shadow: 0.2 }),
    );
  }
  parts.push(
    part(
      'M-62 84H60Q72 108 70 136Q4 150 -72 136Q-72 108 -62 84Z',
      style === 'wraps' ? 'finish' : ['leather', '#111319'],
      { bevel: 16, profile: 'round', height: 0.6 },
    ),
  );
  parts.push(
    part('M-66 96Q0 108 64 96L67 116Q0 128 -70 116Z', style === 'wraps' ? ['leather', '#5a2b1c'] : 'finish', {
      bevel: 8,
      profile: 'round',
      height: 0.6,
      shadow: 0.7,
    }),
    part(rect(22, 98, 30, 20, 4), 'steel', { bevel: 4 }),
    part(rect(27, 103, 20, 10, 3), 'black', { bevel: 3, height: -1, shadow: 0 }),
  );
  return parts;
}
const gloves = (style) => () => ({
  rot: 0,
  sc: 0.98,
  parts: [
    ...moved(gloveParts(style), 'translate(84 22) rotate(15) scale(-0.9 0.9)'),
    ...moved(gloveParts(style), 'translate(-66 14) rotate(-11)'),
  ],
});

export const strike = gloves('strike');
export const warden = gloves('warden');
export const wraps = gloves('wraps');
