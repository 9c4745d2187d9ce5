/** The status text of the run, at the top centre of the picture. */
import { type Drawing, FONT } from '../drawing.js';

const FONT_SIZE = 16;

export function drawStatus({ context, scene, frame, view, style }: Drawing): void {
  const text = scene.statusText.at(frame.time);
  if (text === '') return;
  context.font = `600 ${FONT_SIZE}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = style.statusColor ?? style.theme.ink;
  context.fillText(text, view.width / 2, Math.max(FONT_SIZE, view.height / 10));
}
