import { centroid } from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';

/**
 * Moves to the current centroid of all robots, again and again, so that the robots gather. They must pass through each
 * other, so it needs ghost mode. The second application of the Neko robot engine.
 */
export class Gathering extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    const everyone = await this.gps.getAllPosition(0);
    const moveSpeed = 3 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    await this.actuator.moveTo(centroid(everyone), moveSpeed, turnSpeed);
  }
}
