/** The frame that all charts share: margins, and time from left to right. */
import type { Theme } from '../render/style.js';

/** Pixels. */
export const HEIGHT = 150;
export const MARGIN = { left: 46, right: 10, top: 8, bottom: 18 };

export interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly theme: Theme;
}

export function xOf({ width, from, to }: Plot, t: number): number {
  return MARGIN.left + ((t - from) / (to - from)) * (width - MARGIN.left - MARGIN.right);
}
