import { AbstractAlgorithm, type Doing } from '../algorithm.js';
import { PARAMETERS } from '../brand.js';
import { optionsIn, type ParameterTable } from '../parameters.js';

const RANDOM_MOVEMENT = {
  side: { type: 'number', range: { min: 0 }, unit: 'm', default: '800', doc: 'side of the square of destinations' },
} as const satisfies ParameterTable;

/**
 * Moves to one random destination after the other, each at another speed: the first application of the Neko robot engine.
 *
 * Parameters: `RandomMovement.side` (800 m), the side of the square of destinations.
 */
export class RandomMovement extends AbstractAlgorithm {
  static readonly [PARAMETERS] = RANDOM_MOVEMENT;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #options = optionsIn(this.parameters, RANDOM_MOVEMENT);

  protected doMotion(): Doing {
    const { side } = this.#options;
    const moveSpeed = 10 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    const destination = { x: side * this.random(), y: side * this.random() };
    return this.actuator.moveTo(destination, moveSpeed, turnSpeed);
  }
}
