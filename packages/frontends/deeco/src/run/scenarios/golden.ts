import { Action, CollisionData, COLLISIONS, Wheels } from '../environment/action.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import { javaDouble } from '@kineko/formats/neko-log';
import { CLONE } from '../runtime/clone.js';
import { process } from '../runtime/process.js';
import { DEECoObject } from '../environment/deeco-object.js';

/** A speed, a turn, and how often. */
const STEP = /^([^:*]+):([^:*]+)(?:\*(\d{1,7}))?$/;

/** Do one step after the other, each for one cycle; when there are none left, stay. */
class ScriptWheels extends Wheels {
  constructor(readonly steps: readonly (readonly [number, number])[] = []) {
    super();
  }

  override sendCurrentAction(cycle: number): Action {
    const [speed, rotation] = this.steps[cycle] ?? [0, 0];
    return new Action(speed, rotation);
  }

  /** A script does not change. */
  [CLONE](): this {
    return this;
  }
}

/**
 * Does what its argument says, `speed:rotation*times` and so on, whatever happens, and wears for a tag what its last action came
 * to: the type, the degree and the contacts.
 */
export class ScriptRobot extends DEECoRobot {
  override wheels = new ScriptWheels();

  override processArg(arg: string): void {
    const steps = arg
      .split(/\s+/)
      .filter((step) => step !== '')
      .flatMap((text) => {
        const [, speed, rotation, times = '1'] = STEP.exec(text) ?? [];
        if (speed === undefined)
          throw new Error(`its arg has ${text}; right would be speed:rotation or speed:rotation*times`);
        return new Array<readonly [number, number]>(Number(times)).fill([Number(speed), Number(rotation)]);
      });
    this.wheels = new ScriptWheels(steps);
  }

  static override readonly processes = [
    process<ScriptRobot>()({ name: 'report', in: ['sensor'], inout: ['tag'] }, (own) => {
      const data = own.sensor.getInputFromSensor(COLLISIONS, CollisionData);
      if (data === null) return;
      const { type, degreeOfRealization } = data.action;
      own.tag = `${type} ${javaDouble(degreeOfRealization)} [${data.collisionPoints.map(javaDouble).join(' ')}]`;
    }),
  ];
}

/** Is what the scenario says of it, and nothing else. */
export class PlainObject extends DEECoObject {}
