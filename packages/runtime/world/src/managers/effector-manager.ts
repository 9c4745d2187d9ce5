import type { RecordOf, TraceValue } from '@kineko/formats/trace';
import { RequestCheck } from '../sensors/request-check.js';
import type { Effector, EffectorPort } from '../effectors/effector.js';

export type EffectRecord = RecordOf<'effect'>;

export interface EffectorManagerOptions {
  readonly simulator: { readonly now: number };
  /** Takes the records; without it, none are created. */
  readonly emit?: (record: EffectRecord) => void;
}

/** Runs the effectors of all robots and records their requests. */
export class EffectorManager {
  private readonly namesOf = new Map<number, Set<string>>();

  constructor(private readonly options: EffectorManagerOptions) {}

  /** Gives a robot an effector of its own and returns the effector. */
  equip<E extends Effector<never>>(robot: number, effector: E): E {
    const { name } = effector;
    const names = this.namesOf.get(robot) ?? new Set();
    new RequestCheck(`robot ${robot}, effector '${name}'`).name(name, names);
    effector.attach(this.portOf(robot));
    this.namesOf.set(robot, names.add(name));
    return effector;
  }

  private portOf(robot: number): EffectorPort {
    return {
      robot,
      act: (effector, request) => {
        const time = this.options.simulator.now;
        effector.effect(request, robot, time);
        this.options.emit?.({ type: 'effect', time, robot, effector: effector.name, request: request as TraceValue });
      },
    };
  }
}
