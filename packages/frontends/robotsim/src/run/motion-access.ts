import type { PerProcess } from './setup/per-process.js';
import { type AnyMotionModule, MotionError, type MotionModule, type MotionRequest, type Phase } from '@kineko/world';

/**
 * The motion modules of each robot, if robots differ. A world has one module per kind: if two robots have different modules
 * of the same kind, that module delegates to the one of the requesting robot.
 */
export class MotionAccess {
  /** The modules for the world. */
  readonly modules: readonly AnyMotionModule[];
  private readonly byKind = new Map<string, Map<number, AnyMotionModule>>();
  /** The robot whose request is being planned. */
  private robot = -1;

  /** @param byRobot The modules of each robot, besides the built-in ones. */
  constructor(byRobot: readonly (readonly AnyMotionModule[])[]) {
    for (const [robot, modules] of byRobot.entries()) {
      for (const module of modules) this.add(robot, module);
    }
    this.modules = [...this.byKind].map(([kind, owners]) => {
      const distinct = new Set(owners.values());
      return distinct.size === 1 ? [...distinct][0]! : this.choosing(kind, owners);
    });
  }

  /** Undefined if all robots have the same modules. */
  static of(byRobot: PerProcess<readonly AnyMotionModule[]>, n: number): MotionAccess | undefined {
    const [first = [], ...others] = byRobot.values;
    const isSame = others.every((own) => own.length === first.length && own.every((each, i) => each === first[i]));
    return isSame ? undefined : new MotionAccess(Array.from({ length: n }, (_, robot) => byRobot.of(robot)));
  }

  /** Called before each request: refuses a kind that only other robots have. */
  check(robot: number, kind: string): void {
    const owners = this.byKind.get(kind);
    if (owners === undefined) return;
    if (!owners.has(robot)) {
      const others = [...owners.keys()].slice(0, 5).join(', ');
      throw new MotionError(
        `robot ${robot} has no motion '${kind}': robot.motion gives it to ${owners.size === 1 ? 'robot' : 'robots'} ` +
          `${others}${owners.size > 5 ? ', …' : ''} only`,
      );
    }
    this.robot = robot;
  }

  private add(robot: number, module: AnyMotionModule): void {
    const { kind } = module;
    const owners = this.byKind.get(kind) ?? new Map<number, AnyMotionModule>();
    const before = owners.get(robot);
    if (before !== undefined && before !== module) {
      throw new MotionError(`robot ${robot} has two motion modules of the kind '${kind}': expected one of each kind`);
    }
    owners.set(robot, module);
    this.byKind.set(kind, owners);
  }

  private choosing(kind: string, owners: ReadonlyMap<number, AnyMotionModule>): AnyMotionModule {
    const plan = (request: MotionRequest, ...rest: [never, number]): readonly Phase[] =>
      (owners.get(this.robot) as unknown as MotionModule).plan(request, ...rest);
    return { kind, plan };
  }
}
