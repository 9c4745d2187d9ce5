import { AbstractAlgorithm, type Doing } from '../algorithm.js';

/** Default side of the square of destinations (m). */
const SIDE = 800;

/**
 * Moves to one random destination after the other, each at another speed: the first application of the Neko robot engine.
 *
 * Parameters: `RandomMovement.side` (800 m), the side of the square of destinations.
 */
export class RandomMovement extends AbstractAlgorithm {
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #side = this.parameters.number('side', SIDE);

  protected doMotion(): Doing {
    const moveSpeed = 10 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    const destination = { x: this.#side * this.random(), y: this.#side * this.random() };
    return this.actuator.moveTo(destination, moveSpeed, turnSpeed);
  }
}
