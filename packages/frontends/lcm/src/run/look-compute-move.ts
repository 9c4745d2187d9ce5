import type { Wait } from '@kineko/kernel';
import { AbstractAlgorithm, FAMILY, type NekoRobot } from '@kineko/robotsim/extension';
import type { Lights } from '../format/table.js';
import { isScheduled } from './execution.js';
import { LCM_FAMILY } from './family.js';
import { blindfold, MISSING } from './oblivious.js';
import type { Decision, Snapshot } from './snapshot.js';

/**
 * An algorithm of a robot that looks, computes and moves under a scheduler. Robots are anonymous and oblivious: `compute` is
 * called on a new object in each cycle, and knows only the snapshot, the light and the parameters.
 *
 *     export class ToMiddle extends LookComputeMove {
 *       protected compute({ others }: Snapshot): Decision {
 *         return { destination: centroid([ORIGIN, ...others]) };
 *       }
 *     }
 *
 * @typeParam Light Colours of its light; `static lights` lists them, the initial one first.
 */
export abstract class LookComputeMove<Light extends string = never> extends AbstractAlgorithm {
  static readonly [FAMILY] = LCM_FAMILY;
  /** The palette; without one, robots have no lights. */
  static readonly lights: readonly string[] = [];
  /** Lights that the algorithm needs to see, unless the configuration sets `lcm.lights`. */
  static readonly sees: Lights = 'full';

  constructor(robot: NekoRobot) {
    super(robot);
    if (blindfold.has(robot)) Object.defineProperties(this, MISSING);
  }

  /** Decides on a light and a destination. */
  protected abstract compute(snapshot: Snapshot<Light>): Decision<Light>;

  /** The scheduler activates the robot, so this must not be overridden. */
  protected override doMotion(): Wait<void> {
    if (!isScheduled(this.process)) {
      throw new Error(
        `${this.constructor.name} has no scheduler: expected it as robot.algorithm, not run by another algorithm or initializer`,
      );
    }
    return this.task.completion<void>(() => 'its next activation');
  }
}
