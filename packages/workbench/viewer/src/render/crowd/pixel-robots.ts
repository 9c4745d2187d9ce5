/** Draws all robots of a crowd without a GPU: their pixels are computed here, and the browser copies one image. */
import type { View } from '@kineko/ui';
import { paintRobots } from './pixels.js';
import type { Sight } from './sight.js';

export class PixelRobots {
  readonly canvas = document.createElement('canvas');
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true });
  private image: ImageData | undefined;

  /** Draws the visible robots onto its transparent canvas. `ratio`: screen pixels per pixel of the view; `rim`: the colour of rims. */
  draw(sight: Sight, { width, height }: View, ratio: number, rim: string): void {
    const { canvas, context } = this;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.image?.width !== wide || this.image.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      this.image = new ImageData(wide, high);
    }
    const data = new Uint32Array(this.image.data.buffer);
    data.fill(0);
    paintRobots({ width: wide, height: high, data }, sight, ratio, rim);
    context?.putImageData(this.image, 0, 0);
  }
}
