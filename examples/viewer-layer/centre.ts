/**
 * Covers: an author's layer for the viewer and for pictures.
 * Scenario: the centre of all robots, with a line to each, which shows the progress of a gathering.
 *
 *   npx kineko view results/trace.bin --layer examples/viewer-layer/centre.ts
 *   npx kineko render results/trace.bin -o run.png --layer examples/viewer-layer/centre.ts
 */
import { type AuthorLayer, type Canvas2d, project, type Scene, type View } from 'kineko/viewer';

export class Centre implements AuthorLayer {
  readonly name = 'centre';
  private color = '#c0392b';

  /** `<additional class="Centre" arg="#0072b2"/>` in a visualization file sets another colour. */
  processArg(arg: string | undefined): void {
    this.color = arg ?? this.color;
  }

  draw(canvas: Canvas2d, scene: Scene, time: number, view: View): void {
    const places = [...scene.robots.values()].flatMap((robot) => robot.poseAt(time) ?? []);
    if (places.length === 0) return;
    const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
    const centre = project(view, { x: mean(places.map(({ x }) => x)), y: mean(places.map(({ y }) => y)) });
    canvas.strokeStyle = this.color;
    canvas.fillStyle = this.color;
    canvas.lineWidth = 1;
    canvas.beginPath();
    for (const place of places) {
      const { x, y } = project(view, place);
      canvas.moveTo(centre.x, centre.y);
      canvas.lineTo(x, y);
    }
    canvas.stroke();
    canvas.fillRect(centre.x - 4, centre.y - 4, 8, 8);
  }
}
