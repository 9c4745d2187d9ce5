/**
 * The temperatures of `firefighters` beneath its robots: dark is cold, bright is hot.
 *
 *   npx kineko run firefighters.xml
 *   npx kineko view simulation-logs/firefighters.txt --layers configs/firefighters-config.xml --layer temperature-layer.ts
 */
import { type AuthorLayer, type Canvas2d, project, type Scene, type View } from 'kineko/viewer';

/** Two bytes for the sizes, then a byte per pixel for each cycle, column by column. */
const HEAD = 2;

export class TemperatureLayer implements AuthorLayer {
  readonly name = 'temperature';
  private map: Uint8Array = new Uint8Array();

  /** The log of the layer, which the visualization file names. */
  processArg(arg: string | undefined, file?: Uint8Array): void {
    if (file === undefined) throw new Error(`there is no file ${arg ?? ''}: run the scenario first`);
    this.map = file;
  }

  draw(canvas: Canvas2d, _scene: Scene, time: number, view: View): void {
    const [width = 0, height = 0] = this.map;
    const frames = Math.floor((this.map.length - HEAD) / (width * height));
    const frame = Math.min(Math.floor(time), frames - 1);
    if (!(frame >= 0)) return;
    for (let x = 0; x < width; x++) {
      const column = HEAD + (frame * width + x) * height;
      for (let y = 0; y < height;) {
        const value = this.map[column + y]!;
        const start = y;
        while (y < height && this.map[column + y] === value) y++;
        // The y axis of the log points down, that of the world up.
        const from = project(view, { x, y: height - start });
        const to = project(view, { x: x + 1, y: height - y });
        canvas.fillStyle = `rgb(${value}, ${value}, ${value})`;
        // A little larger than a cell, so that there are no gaps.
        canvas.fillRect(from.x, from.y, to.x - from.x + 0.5, to.y - from.y + 0.5);
      }
    }
  }
}
