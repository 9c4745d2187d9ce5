/** Draws textures. */
import type { Canvas2d } from './canvas.js';
import { FULL_TURN } from './drawing.js';
import type { ColorRules, Paint, Style, Texture } from './style.js';

/**
 * Draws a texture in place of a disc or a square around a point. Its upper edge is the front; `heading` (radians, up is π/2) is
 * used if the rules let it turn.
 */
export function drawTexture(
  context: Canvas2d,
  { image }: Texture,
  { turns, isRound }: Pick<ColorRules, 'turns' | 'isRound'>,
  { x, y, half, heading }: { readonly x: number; readonly y: number; readonly half: number; readonly heading: number },
): void {
  context.save();
  context.translate(x, y);
  if (turns === true) context.rotate(Math.PI / 2 - heading);
  if (isRound === true) {
    context.beginPath();
    context.arc(0, 0, half, 0, FULL_TURN);
    context.clip();
  }
  context.drawImage(image, -half, -half, 2 * half, 2 * half);
  context.restore();
}

/** The colour or texture of a paint; undefined if the texture is missing. */
export function resolved(paint: Paint, { textures }: Style): string | Texture | undefined {
  return 'color' in paint ? paint.color : textures?.get(paint.texture);
}
