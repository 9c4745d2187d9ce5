import { AbstractAlgorithm } from './algorithm.js';
import { COMPOSITION } from './brand.js';
import type { NekoRobot } from './neko-robot.js';
import type { AlgorithmClass, Routine } from './routine.js';

/** Looked at between two rounds; `clock` is in simulated seconds. */
export type Condition = (robot: { readonly id: number; readonly clock: number }) => boolean;

interface Stage {
  readonly algorithm: AlgorithmClass;
  readonly run: (routine: Routine, robot: NekoRobot) => Promise<void>;
}

/**
 * Algorithms one after the other, unchanged, as one: `compose(RandomMovement).for(100).then(Gathering)`. A stage without
 * an end of its own lasts until its algorithm is finished. The whole is finished when the last stage is over.
 */
export class Composition {
  readonly [COMPOSITION] = true;

  private constructor(private readonly stages: readonly Stage[]) {}

  static of(algorithm: AlgorithmClass): Composition {
    return new Composition([stageOf(algorithm)]);
  }

  /** The last stage lasts so many simulated seconds. */
  for(seconds: number): Composition {
    if (!(seconds >= 0 && seconds < Infinity)) {
      throw new RangeError(`for(${seconds}): it takes a finite number of seconds, 0 or more`);
    }
    return this.withLast((routine) => routine.for(seconds));
  }

  /** The last stage lasts until a condition holds between two of its rounds. */
  until(condition: Condition): Composition {
    return this.withLast((routine, robot) => routine.until(() => condition({ id: robot.id, clock: robot.now })));
  }

  /** The last stage lasts so many rounds. */
  times(rounds: number): Composition {
    return this.withLast((routine) => routine.times(rounds));
  }

  /** What comes after it. */
  then(algorithm: AlgorithmClass): Composition {
    if (typeof algorithm !== 'function' || typeof algorithm.prototype !== 'object') {
      throw new TypeError('then() takes the class of an algorithm; a composition is not a promise, do not await it');
    }
    return new Composition([...this.stages, stageOf(algorithm)]);
  }

  /** The whole as a class of algorithms. */
  toAlgorithm(): AlgorithmClass {
    const { stages } = this;
    return class Composed extends AbstractAlgorithm {
      protected async doMotion(): Promise<void> {
        for (const { algorithm, run } of stages) await run(this.run(algorithm), this.robot);
        this.finish();
      }
    };
  }

  private withLast(run: Stage['run']): Composition {
    const { algorithm } = this.stages.at(-1)!;
    return new Composition([...this.stages.slice(0, -1), { algorithm, run }]);
  }
}

export function compose(algorithm: AlgorithmClass): Composition {
  return Composition.of(algorithm);
}

function stageOf(algorithm: AlgorithmClass): Stage {
  return { algorithm, run: (routine) => routine.toEnd() };
}
