import { AbstractAlgorithm } from './algorithm.js';
import { COMPOSITION, hasBrand } from './brand.js';
import type { OwnRobot } from './own-robot.js';
import { type AlgorithmClass, checkRounds, checkSeconds, classOf, type Routine, type Runnable } from './routine.js';

/** Looked at between two rounds; `clock` is in simulated seconds. */
export type Condition = (robot: { readonly id: number; readonly clock: number }) => boolean;

interface Stage {
  readonly algorithm: AlgorithmClass;
  readonly run: (routine: Routine, robot: OwnRobot) => Promise<void>;
}

/**
 * Algorithms one after the other, unchanged, as one: `compose(RandomMovement).for(100).then(Gathering)`. A stage without
 * an end of its own lasts until its algorithm is finished. The whole is finished when the last stage is over.
 */
export class Composition {
  readonly [COMPOSITION] = true;

  private asClass: AlgorithmClass | undefined;

  private constructor(private readonly stages: readonly Stage[]) {}

  static of(what: Runnable): Composition {
    return new Composition([stageOf(what)]);
  }

  /** The last stage lasts so many simulated seconds. */
  for(seconds: number): Composition {
    checkSeconds(seconds);
    return this.withLast((routine) => routine.for(seconds));
  }

  /** The last stage lasts until a condition holds between two of its rounds. */
  until(condition: Condition): Composition {
    return this.withLast((routine, robot) => routine.until(() => condition({ id: robot.id, clock: robot.now })));
  }

  /** The last stage lasts so many rounds. */
  times(rounds: number): Composition {
    checkRounds(rounds);
    return this.withLast((routine) => routine.times(rounds));
  }

  /** What comes after it. */
  then(what: Runnable): Composition {
    if (!isRunnable(what)) {
      throw new TypeError('then() takes the class of an algorithm; a composition is not a promise, do not await it');
    }
    return new Composition([...this.stages, stageOf(what)]);
  }

  /** The whole as a class of algorithms; asked for again, the same one. */
  toAlgorithm(): AlgorithmClass {
    return (this.asClass ??= composed(this.stages));
  }

  private withLast(run: Stage['run']): Composition {
    const { algorithm } = this.stages.at(-1)!;
    return new Composition([...this.stages.slice(0, -1), { algorithm, run }]);
  }
}

export function compose(what: Runnable): Composition {
  return Composition.of(what);
}

function composed(stages: readonly Stage[]): AlgorithmClass {
  return class Composed extends AbstractAlgorithm {
    /** Shows whose parameters a configuration may give. */
    static readonly stages = stages;

    protected async doMotion(): Promise<void> {
      for (const { algorithm, run } of stages) await run(this.run(algorithm), this.robot);
      this.finish();
    }
  };
}

function stageOf(what: Runnable): Stage {
  return { algorithm: classOf(what), run: (routine) => routine.toEnd() };
}

/** What an `await` calls `then` with are functions that cannot be constructed. */
function isRunnable(what: unknown): boolean {
  return hasBrand(what, COMPOSITION) || (typeof what === 'function' && typeof what.prototype === 'object');
}
