/** The dial of the wheel, painted once a size: body, track, section with its edges, ticks and numerals each 10. */
import { sized } from "./canvas.ts";
import type { WheelPlan } from "./wheel-time.ts";

/** Width of the track against the radius. */
export const TRACK_SHARE = 0.135;
const ROOM = 1.22;
const TAU = Math.PI * 2;
const FONT = '"Sora Variable", system-ui, sans-serif';
const LINE = { edge: 3, end: 2, tick: 1, ten: 2 };

/** 0 % is at the top, clockwise. The canvas is square, `ROOM` times the dial. */
export function paintDial(radius: number, dpr: number, { start, rate }: Pick<WheelPlan, "start" | "rate">) {
  const size = radius * 2 * ROOM;
  const side = Math.max(1, Math.ceil(size * dpr));
  const [canvas, g] = sized(side, side);
  g.scale(dpr, dpr);
  g.translate(size / 2, size / 2);
  const angle = (share: number): number => (share - 0.25) * TAU;
  const track = radius * TRACK_SHARE;
  const middle = radius - track / 2;
  const ring = (r: number, colour: string | CanvasGradient, width: number, from = 0, to = 1): void => {
    g.beginPath();
    g.arc(0, 0, r, angle(from), angle(to));
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.stroke();
  };
  const spoke = (share: number, from: number, to: number, colour: string, width: number): void => {
    const [cos, sin] = [Math.cos(angle(share)), Math.sin(angle(share))];
    g.beginPath();
    g.moveTo(cos * from, sin * from);
    g.lineTo(cos * to, sin * to);
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.stroke();
  };

  const body = g.createRadialGradient(0, -radius * 0.3, radius * 0.2, 0, 0, radius * 1.08);
  body.addColorStop(0, "#161d2b");
  body.addColorStop(0.7, "#0d121c");
  body.addColorStop(1, "#1d2636");
  g.fillStyle = body;
  g.beginPath();
  g.arc(0, 0, radius * 1.075, 0, TAU);
  g.fill();
  ring(radius * 1.075, "rgba(174,196,232,.28)", 1.5);
  ring(middle, "#1a2231", track);
  ring(middle, "#111826", track - 6);
  ring(radius - track - 6, "rgba(174,196,232,.18)", 1.2);

  if (rate > 0) {
    g.save();
    g.shadowColor = "#35f2b8";
    g.shadowBlur = radius * 0.14 * dpr;
    const fill = g.createConicGradient(angle(start), 0, 0);
    fill.addColorStop(0, "#8dffdc");
    fill.addColorStop(Math.min(1, rate * 0.35), "#35f2b8");
    fill.addColorStop(Math.min(1, rate), "#12a97b");
    ring(middle, fill, track - 6, start, start + rate);
    g.restore();
    spoke(start, radius - track - 4, radius + 4, "#ffffff", LINE.edge);
    spoke(start + rate, radius - track - 4, radius + 4, "rgba(200,255,236,.8)", LINE.end);
  }
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.font = `600 ${Math.max(10, radius * 0.05)}px ${FONT}`;
  for (let i = 0; i < 100; i++) {
    const share = i / 100;
    const inside = rate > 0 && (share - start + 1) % 1 <= rate;
    const ten = i % 10 === 0;
    const colour = inside ? "rgba(53,242,184,.9)" : ten ? "rgba(174,184,203,.75)" : "rgba(135,147,170,.32)";
    spoke(share, radius * 1.015, radius * (ten ? 1.058 : 1.04), colour, ten ? LINE.ten : LINE.tick);
    if (!ten) continue;
    g.fillStyle = inside ? "#8dffdc" : "rgba(174,184,203,.9)";
    g.fillText(String(i), Math.cos(angle(share)) * radius * 1.13, Math.sin(angle(share)) * radius * 1.13);
  }
  return canvas;
}
