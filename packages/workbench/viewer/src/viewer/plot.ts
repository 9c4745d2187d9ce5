/** Shared by the charts and the timeline: preparing the canvas, margins, and time from left to right. */
import type { Theme } from '@kineko/ui';
import { contextOf } from '@kineko/ui/page';
import * as store from './store.js';

/** Sizes and clears a canvas; undefined if there is no context. The calling effect depends on size, style and records. */
export function preparedCanvas(
  element: HTMLCanvasElement,
  height: number,
): { readonly context: CanvasRenderingContext2D; readonly width: number; readonly theme: Theme } | undefined {
  void [store.size.value, store.version.value];
  const { theme } = store.style.value;
  const width = Math.max(element.clientWidth, 200);
  const context = contextOf(element, { width, height });
  if (context === undefined) return undefined;
  context.fillStyle = theme.ground;
  context.fillRect(0, 0, width, height);
  return { context, width, theme };
}

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
