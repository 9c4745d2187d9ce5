import { centroid } from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';

/**
 * Moves to the current centroid of all robots repeatedly, so that the robots gather. Needs ghost mode, in which robots pass
 * through each other. The second application of the Neko robot engine.
 */
export class Gathering extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    const everyone = await this.gps.getAllPosition(0);
    const moveSpeed = 3 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    await this.actuator.moveTo(centroid(everyone), moveSpeed, turnSpeed);
  }
}
