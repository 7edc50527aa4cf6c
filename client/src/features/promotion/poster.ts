/**
 * A poster to share: the site's art, who invites, the code, and the link as a QR code, drawn on a canvas here.
 */
import { encode } from "uqr";

export const WIDTH = 720;
export const HEIGHT = 1080;

export interface PosterTexts {
  readonly title: string;
  readonly lead: string;
  readonly from: string;
  readonly codeLabel: string;
  readonly scan: string;
  readonly adults: string;
}

export interface PosterContent extends PosterTexts {
  readonly code: string;
  readonly avatar: string;
  readonly link: string;
}

/** Where the link of a code leads: the page of the poster, on the site that one is on. */
export const posterLink = (origin: string, path: string): string => origin + path;

/** The dark cells of a QR code, row by row, without its margin. */
export function qrCells(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: "M", border: 0 }).data;
}

/** Breaks a text into lines that fit: between words, or anywhere in scripts without them. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of text.match(/[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/gu) ?? []) {
    if (line !== "" && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else line += part;
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

const SANS = '"Geist Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';
const DISPLAY = `"Sora Variable", ${SANS}`;

async function picture(src: string): Promise<HTMLImageElement | null> {
  const img = new Image();
  img.src = src;
  try {
    await img.decode();
    return img;
  } catch {
    return null; // a poster without a picture is still a poster
  }
}

function cover(g: CanvasRenderingContext2D, img: HTMLImageElement, w: number, h: number): void {
  const scale = Math.max(w / img.naturalWidth, h / img.naturalHeight);
  const [dw, dh] = [img.naturalWidth * scale, img.naturalHeight * scale];
  g.drawImage(img, (w - dw) / 2, (h - dh) / 2, dw, dh);
}

function panel(g: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, r: number): void {
  g.beginPath();
  g.roundRect(x, y, w, h, r);
}

const ART_HEIGHT = 470;
const MARGIN = 48;
const QR = 236;

export async function drawPoster(canvas: HTMLCanvasElement, content: PosterContent): Promise<void> {
  const [art, mark, avatar] = await Promise.all([
    picture("/art/banners/jade-banquet-m.webp"),
    picture("/art/mark.svg"),
    picture(content.avatar),
    document.fonts?.ready,
  ]);
  const g = canvas.getContext("2d");
  if (!g) return;
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  g.textBaseline = "alphabetic";
  backdrop(g, art);
  heading(g, mark, content);
  inviter(g, avatar, content);
  code(g, content);
}

function backdrop(g: CanvasRenderingContext2D, art: HTMLImageElement | null): void {
  g.fillStyle = "#0b0e14";
  g.fillRect(0, 0, WIDTH, HEIGHT);
  if (art) {
    g.save();
    g.beginPath();
    g.rect(0, 0, WIDTH, ART_HEIGHT);
    g.clip();
    cover(g, art, WIDTH, ART_HEIGHT);
    g.restore();
  }
  const shade = g.createLinearGradient(0, 0, 0, ART_HEIGHT);
  shade.addColorStop(0, "rgb(11 14 20 / 0.72)");
  shade.addColorStop(0.3, "rgb(11 14 20 / 0.1)");
  shade.addColorStop(1, "#0b0e14");
  g.fillStyle = shade;
  g.fillRect(0, 0, WIDTH, ART_HEIGHT + 1);
}

function heading(g: CanvasRenderingContext2D, mark: HTMLImageElement | null, { title, lead }: PosterContent): void {
  if (mark) g.drawImage(mark, MARGIN, 36, 52, 52);
  g.fillStyle = "#f1f4fa";
  g.font = `700 34px ${DISPLAY}`;
  g.fillText("Jade", MARGIN + 66, 75);
  const jade = g.measureText("Jade").width;
  g.fillStyle = "#35f2b8";
  g.fillText("box", MARGIN + 66 + jade, 75);
  g.fillStyle = "#f1f4fa";
  g.font = `700 46px ${DISPLAY}`;
  const lines = wrap(title, WIDTH - 2 * MARGIN, (text) => g.measureText(text).width).slice(0, 2);
  lines.forEach((line, i) => {
    g.fillText(line, MARGIN, 470 + i * 56);
  });
  g.fillStyle = "#aeb8cb";
  g.font = `400 24px ${SANS}`;
  wrap(lead, WIDTH - 2 * MARGIN, (text) => g.measureText(text).width)
    .slice(0, 2)
    .forEach((line, i) => {
      g.fillText(line, MARGIN, 516 + (lines.length - 1) * 56 + i * 34);
    });
}

function inviter(g: CanvasRenderingContext2D, avatar: HTMLImageElement | null, { from }: PosterContent): void {
  const y = 676;
  g.save();
  g.beginPath();
  g.arc(MARGIN + 34, y, 34, 0, 2 * Math.PI);
  g.fillStyle = "#1e2534";
  g.fill();
  g.clip();
  if (avatar) g.drawImage(avatar, MARGIN, y - 34, 68, 68);
  g.restore();
  g.fillStyle = "#f1f4fa";
  g.font = `600 27px ${SANS}`;
  g.fillText(from, MARGIN + 88, y + 10, WIDTH - 2 * MARGIN - 88);
}

function code(g: CanvasRenderingContext2D, content: PosterContent): void {
  const y = 738;
  panel(g, MARGIN, y, WIDTH - 2 * MARGIN, QR + 48, 26);
  g.fillStyle = "#161b27";
  g.fill();
  g.strokeStyle = "rgb(53 242 184 / 0.45)";
  g.lineWidth = 2;
  g.stroke();

  const x = WIDTH - MARGIN - 24 - QR;
  panel(g, x, y + 24, QR, QR, 14);
  g.fillStyle = "#ffffff";
  g.fill();
  const cells = qrCells(content.link);
  const quiet = 4; // cells of white that readers need around the code
  const cell = Math.floor(QR / (cells.length + 2 * quiet));
  const inset = Math.floor((QR - cell * cells.length) / 2);
  g.fillStyle = "#080a0f";
  cells.forEach((row, i) => {
    row.forEach((dark, j) => {
      if (dark) g.fillRect(x + inset + j * cell, y + 24 + inset + i * cell, cell, cell);
    });
  });

  const room = x - MARGIN - 60;
  g.fillStyle = "#aeb8cb";
  g.font = `400 22px ${SANS}`;
  g.fillText(content.codeLabel, MARGIN + 30, y + 66, room);
  g.fillStyle = "#35f2b8";
  g.font = `700 44px ${DISPLAY}`;
  g.fillText(content.code, MARGIN + 30, y + 122, room);
  g.fillStyle = "#f1f4fa";
  g.font = `400 22px ${SANS}`;
  wrap(content.scan, room, (text) => g.measureText(text).width)
    .slice(0, 3)
    .forEach((line, i) => {
      g.fillText(line, MARGIN + 30, y + 178 + i * 32);
    });
  g.fillStyle = "#8793aa";
  g.font = `400 19px ${SANS}`;
  g.fillText(content.adults, MARGIN, HEIGHT - 20, WIDTH - 2 * MARGIN);
}
