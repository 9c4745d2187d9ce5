import { AbstractAlgorithm } from './algorithm.js';
import { COMPOSITION, hasBrand } from './brand.js';
import type { OwnRobot } from './own-robot.js';
import { type AlgorithmClass, checkRounds, checkSeconds, classOf, type Routine, type Runnable } from './routine.js';

/** Checked between two rounds; `clock` is in simulated seconds. */
export type Condition = (robot: { readonly id: number; readonly clock: number }) => boolean;

interface Stage {
  readonly algorithm: AlgorithmClass;
  readonly run: (routine: Routine, robot: OwnRobot) => Promise<void>;
}

/**
 * A sequence of algorithms as one algorithm: `compose(RandomMovement).for(100).then(Gathering)`. A stage without an explicit
 * end lasts until its algorithm is finished. The composition is finished when its last stage ends.
 */
export class Composition {
  readonly [COMPOSITION] = true;

  private asClass: AlgorithmClass | undefined;

  private constructor(private readonly stages: readonly Stage[]) {}

  static of(runnable: Runnable): Composition {
    return new Composition([stageOf(runnable)]);
  }

  /** Limits the last stage to a duration in simulated seconds. */
  for(seconds: number): Composition {
    checkSeconds(seconds);
    return this.withLast((routine) => routine.for(seconds));
  }

  /** Ends the last stage when a condition holds between two of its rounds. */
  until(condition: Condition): Composition {
    return this.withLast((routine, robot) => routine.until(() => condition({ id: robot.id, clock: robot.now })));
  }

  /** Limits the last stage to a number of rounds. */
  times(rounds: number): Composition {
    checkRounds(rounds);
    return this.withLast((routine) => routine.times(rounds));
  }

  /** Adds a stage. */
  then(runnable: Runnable): Composition {
    if (!isRunnable(runnable)) {
      throw new TypeError('then() takes the class of an algorithm; a composition is not a promise, do not await it');
    }
    return new Composition([...this.stages, stageOf(runnable)]);
  }

  /** Returns the composition as a class of algorithms, always the same one. */
  toAlgorithm(): AlgorithmClass {
    return (this.asClass ??= composed(this.stages));
  }

  private withLast(run: Stage['run']): Composition {
    const { algorithm } = this.stages.at(-1)!;
    return new Composition([...this.stages.slice(0, -1), { algorithm, run }]);
  }
}

/** Starts a composition of algorithms with its first stage. */
export function compose(runnable: Runnable): Composition {
  return Composition.of(runnable);
}

function composed(stages: readonly Stage[]): AlgorithmClass {
  return class Composed extends AbstractAlgorithm {
    /** For the check of parameters in the configuration. */
    static readonly stages = stages;

    protected async doMotion(): Promise<void> {
      for (const { algorithm, run } of stages) await run(this.run(algorithm), this.robot);
      this.finish();
    }
  };
}

function stageOf(runnable: Runnable): Stage {
  return { algorithm: classOf(runnable), run: (routine) => routine.toEnd() };
}

/** An `await` calls `then` with functions that are not constructors. */
function isRunnable(runnable: unknown): boolean {
  return hasBrand(runnable, COMPOSITION) || (typeof runnable === 'function' && typeof runnable.prototype === 'object');
}
