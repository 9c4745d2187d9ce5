/** Time and scale in the margin below a picture that stands alone. */
import { type View, widthOf } from '@kineko/ui';
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

export interface CaptionOptions {
  /** Shown before the time. */
  readonly title?: string | undefined;
}

export function caption({ title }: CaptionOptions = {}): OwnLayer {
  return { name: 'caption', draw: (drawing) => drawCaption(drawing, title) };
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
  context.fillText(title === undefined ? time : `${title}   ${time}`, CAPTION_MARGIN, y);
  context.textAlign = 'right';
  context.fillText(length, right, y);
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  context.lineCap = 'butt';
  context.beginPath();
  context.moveTo(barEnd - pixels, y - 3);
  context.lineTo(barEnd - pixels, y + 3);
  context.moveTo(barEnd - pixels, y);
  context.lineTo(barEnd, y);
  context.moveTo(barEnd, y - 3);
  context.lineTo(barEnd, y + 3);
  context.stroke();
}

/** The longest bar of 1, 2 or 5 times a power of ten metres that fits. */
export function scaleOf({ pixelsPerMetre }: View): { readonly metres: number; readonly pixels: number } {
  const longest = LONGEST_BAR / pixelsPerMetre;
  const power = Math.floor(Math.log10(longest));
  const factor = [5, 2, 1].find((each) => each * 10 ** power <= longest) ?? 1;
  const metres = Number(`${factor}e${power}`);
  return { metres, pixels: metres * pixelsPerMetre };
}

/** With the digits that change from frame to frame. */
export function timeText(units: Units, time: number): string {
  return units.at(time, time < 1000 ? 1 : 0);
}
