/** Where cards, line and words of an opening stand in a stage of a size; px. Pure. */

export interface OpeningLayout {
  /** The marker: where the result lies under. */
  readonly lineX: number;
  /** Centre of the cards of a row. */
  readonly rowY: (row: number) => number;
  readonly rowHeight: number;
  readonly card: { readonly w: number; readonly h: number };
  readonly pitch: number;
  /** Cards of one reel lie on a cylinder; those of rows lie flat. */
  readonly cylinder: boolean;
  /** Where the item of one reel comes to, and how wide it may become. */
  readonly itemY: number;
  readonly itemMost: number;
  /** Rows: where a row's words begin; 0 for one reel, whose words stand below. */
  readonly wordsX: number;
  /** Rows: height of the running total below them. */
  readonly totalHeight: number;
}

/** The sizes as drawn: one reel at 1440 × 900, five rows at 390 × 844. */
const DRAWN_HEIGHT = 500;
const CARD = { w: 190, h: 236, pitch: 206 };
const ROW_CARD = { w: 92, h: 78, pitch: 98 };
const NARROW = 600;
const LOW = 400;
const WORDS_LEAST = 190;
const TOTAL = { usual: 83, low: 48 };

export function openingLayout(width: number, height: number, rows: number): OpeningLayout {
  if (rows === 1) {
    const k = Math.max(0.5, Math.min(1.6, height / DRAWN_HEIGHT, width / (CARD.w * 1.9)));
    const y = height * 0.428;
    return {
      lineX: width / 2,
      rowY: () => y,
      rowHeight: height,
      card: { w: CARD.w * k, h: CARD.h * k },
      pitch: CARD.pitch * k,
      cylinder: true,
      itemY: height * 0.392,
      itemMost: Math.min(height * 0.928, width * 0.86),
      wordsX: 0,
      totalHeight: 0,
    };
  }
  const totalHeight = height < LOW ? TOTAL.low : TOTAL.usual;
  const rowHeight = (height - totalHeight) / rows;
  const narrow = width <= NARROW;
  const roomy = narrow ? (width - 58 - WORDS_LEAST) / ROW_CARD.w : 1.7; // two rows are tall: names keep their room
  const k = Math.max(0.5, Math.min(1.7, roomy, (rowHeight - 13) / ROW_CARD.h));
  const lineX = narrow ? 38 + 46 * k : width * 0.3;
  return {
    lineX,
    rowY: (row) => rowHeight * (row + 0.5),
    rowHeight,
    card: { w: ROW_CARD.w * k, h: ROW_CARD.h * k },
    pitch: ROW_CARD.pitch * k,
    cylinder: false,
    itemY: 0,
    itemMost: ROW_CARD.w * k * 1.35,
    wordsX: lineX + 46 * k + 20,
    totalHeight,
  };
}
