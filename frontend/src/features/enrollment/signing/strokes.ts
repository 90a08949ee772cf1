import type { PointGroup } from "signature_pad";

export interface Paper {
  width: number;
  height: number;
}

/**
 * Strokes of one paper on another, in proportion and as far above its lower edge. On a wider paper they grow as long
 * as they fit below its upper edge.
 */
export function fitStrokes(strokes: PointGroup[], from: Paper, to: Paper): PointGroup[] {
  const top = Math.min(from.height, ...strokes.flatMap(({ points }) => points.map(({ y }) => y)));
  const tallest = to.height / Math.max(1, from.height - Math.max(0, top));
  const factor = Math.min(to.width / from.width, Math.max(1, tallest));
  return strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map((point) => ({
      ...point,
      x: point.x * factor,
      y: to.height - (from.height - point.y) * factor,
    })),
  }));
}
