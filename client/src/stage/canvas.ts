/** A canvas of so many pixels and what paints on it. It throws where the browser has none. */
export function sized(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("stage: no 2D context");
  return [canvas, paint];
}
