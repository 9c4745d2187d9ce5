/** Time and scale in the margin below a picture that stands alone. */
import { roundBelow } from './ticks.js';
import { shortened, type Theme, type View, widthOf } from '@kineko/ui';
import type { Canvas2d } from './canvas.js';
import type { Units } from '../scene/units.js';
import { type Drawing, FONT, type OwnLayer } from './drawing.js';

/** Margin for a caption in pixels. */
export const CAPTION_MARGIN = 34;
/** Smaller pictures have no caption. */
const MIN_WIDTH = 240;
const MIN_HEIGHT = 160;
const FONT_SIZE = 13;
/** Limit on the length of the scale bar in pixels. */
const LONGEST_BAR = 120;
/** Width of the corner with the scale bar. */
export const SCALE_ROOM = LONGEST_BAR + 24;

export interface CaptionOptions {
  /** Shown before the time. */
  readonly title?: string | undefined;
}

export function caption({ title }: CaptionOptions = {}): OwnLayer {
  return { name: 'caption', draw: (drawing) => drawCaption(drawing, title) };
}

/** The scale in the lower right corner, for pictures whose margins have no room. */
export function scaleBar(): OwnLayer {
  return {
    name: 'scale',
    draw: ({ context, scene, view, style: { theme } }) => {
      if (view.width < MIN_WIDTH || view.height < MIN_HEIGHT) return;
      const { metres, pixels } = scaleOf(view);
      const [right, y] = [view.width - 12, view.height - 14];
      context.globalAlpha = 0.85;
      context.fillStyle = theme.ground;
      context.fillRect(right - pixels - 6, y - 20, pixels + 12, 28);
      context.globalAlpha = 1;
      drawBar(context, theme, right - pixels, y, pixels);
      context.font = `${FONT_SIZE}px ${FONT}`;
      context.textAlign = 'center';
      context.textBaseline = 'bottom';
      context.fillStyle = theme.ink;
      context.fillText(`${metres} ${scene.units.length}`, right - pixels / 2, y - 2);
    },
  };
}

function drawBar(context: Canvas2d, theme: Theme, x: number, y: number, pixels: number): void {
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  context.lineCap = 'butt';
  context.beginPath();
  context.moveTo(x, y - 3);
  context.lineTo(x, y + 3);
  context.moveTo(x, y);
  context.lineTo(x + pixels, y);
  context.moveTo(x + pixels, y - 3);
  context.lineTo(x + pixels, y + 3);
  context.stroke();
}

function drawCaption({ context, scene, frame, view, style: { theme } }: Drawing, title: string | undefined): void {
  const { width, height } = view;
  if (width < MIN_WIDTH || height < MIN_HEIGHT) return;
  const y = height - CAPTION_MARGIN / 2;
  const { metres, pixels } = scaleOf(view);
  const length = `${metres} ${scene.units.length}`;
  const right = width - CAPTION_MARGIN;
  const barEnd = right - widthOf(length, FONT_SIZE) - 8;
  context.globalAlpha = 1;
  context.font = `${FONT_SIZE}px ${FONT}`;
  context.textBaseline = 'middle';
  context.fillStyle = theme.ink;
  context.textAlign = 'left';
  const time = timeText(scene.units, frame.time);
  const full = title === undefined ? time : `${shortened(title)}   ${time}`;
  const hasRoom = CAPTION_MARGIN + widthOf(full, FONT_SIZE) < barEnd - pixels;
  context.fillText(hasRoom ? full : time, CAPTION_MARGIN, y);
  context.textAlign = 'right';
  context.fillText(length, right, y);
  drawBar(context, theme, barEnd - pixels, y, pixels);
}

/** The longest bar of 1, 2 or 5 times a power of ten metres that fits. */
export function scaleOf({ pixelsPerMetre }: View): { readonly metres: number; readonly pixels: number } {
  const metres = roundBelow(LONGEST_BAR / pixelsPerMetre);
  return { metres, pixels: metres * pixelsPerMetre };
}

/** With the digits that change from frame to frame. */
export function timeText(units: Units, time: number): string {
  return units.at(time, time < 1000 ? 1 : 0);
}
