import type { Vector } from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';

/** Side of the square of destinations (m). */
const SIDE = 700;

/**
 * Sends all others to a random destination, then moves to the destination of the first request that it received. The third
 * application of the Neko robot engine: messages and motions at the same time.
 */
export class TestCommunication extends AbstractAlgorithm<{ GOTO: Vector }> {
  protected async doMotion(): Promise<void> {
    this.broadcast('GOTO', { x: SIDE * this.random(), y: SIDE * this.random() });
    const turnSpeed = Math.floor(30 * this.random()) + 6;
    const moveSpeed = Math.floor(10 * this.random()) + 3;
    const { content } = await this.receive();
    this.logger.info(`Someone told me to go to: (${content.x} , ${content.y})`);
    await this.actuator.moveTo(content, moveSpeed, turnSpeed);
  }
}
