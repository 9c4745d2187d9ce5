import { AbstractAlgorithm, centroid, type Vector } from 'kineko';

/** Drives to the centroid of the positions that it has heard of. */
export class Meeting extends AbstractAlgorithm<{ HERE: Vector }> {
  private readonly heard = new Map<number, Vector>();

  protected override readonly handlers = {
    HERE: (place: Vector, from: number) => void this.heard.set(from, place),
  };

  protected async doMotion() {
    const { x, y } = await this.gps.getSelfPosition();
    this.heard.set(this.robot.id, { x, y });
    this.broadcast('HERE', { x, y });
    await this.sleep(0.5 + this.random());
    await this.actuator.moveTo(centroid([...this.heard.values()]), 2, 90);
  }
}
