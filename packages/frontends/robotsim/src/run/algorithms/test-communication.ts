import type { Vector } from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';

/** Metres: the side of the square in which places are drawn. */
const SIDE = 700;

/**
 * Asks all others to go to a random place, then goes where the first request that has come asks it to go. The third
 * application of the Neko robot engine: messages and motion at the same time.
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
