import { centroid } from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';

/**
 * Goes to where the centroid of all robots is when it looks, again and again: robots come closer and closer. They have to
 * pass through each other, so it wants ghost mode. The second application of the Neko robot engine.
 */
export class Gathering extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    const everyone = await this.gps.getAllPosition(0);
    const moveSpeed = 3 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    await this.actuator.moveTo(centroid(everyone), moveSpeed, turnSpeed);
  }
}
