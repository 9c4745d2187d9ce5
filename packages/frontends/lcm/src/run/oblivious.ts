/** Obliviousness: the object that computes has no access to the robot, so that it cannot use an id, a clock or a message. */
import type { RandomStream } from '@kineko/kernel';
import type { FamilyRequest, NekoRobot } from '@kineko/robotsim/extension';
import type { Lights } from '../format/table.js';
import type { Snapshot } from './snapshot.js';

/** Stands for the robot in the object that computes. */
export type Blind = NekoRobot;

/** The stand-ins. */
export const blindfold = new WeakSet<object>();

/** Members of an algorithm that an LCM robot lacks. */
const LACKING = [
  'actuator',
  'broadcast',
  'bumpSensor',
  'clock',
  'compass',
  'contactSensor',
  'finish',
  'gps',
  'heatSensor',
  'id',
  'inbox',
  'lightSensor',
  'logger',
  'n',
  'note',
  'proximitySensor',
  'pushSensor',
  'receive',
  'ringSensor',
  'robot',
  'run',
  'send',
  'sensor',
  'shutdown',
  'sleep',
  'sonarSensor',
  'tag',
  'task',
  'viewSensor',
  'waitFor',
];

/** Getters that replace these members. */
export const MISSING: PropertyDescriptorMap = Object.fromEntries(
  LACKING.map((name) => [name, { get: () => lacks(name) }]),
);

function lacks(name: string): never {
  throw new Error(`an LCM robot has no ${name}`);
}

/** @param random Undefined if robots may not use random numbers. */
export function blindOf(robot: NekoRobot, random: RandomStream | undefined): Blind {
  const allowed: Readonly<Record<string, unknown>> = {
    // Called by the constructors of protocols.
    programMade: () => {},
    parameters: (className: string) => robot.parameters(className),
    random: () => random ?? lacks('random numbers; to allow them, set lcm.random = true'),
  };
  const blind = new Proxy({} as Blind, {
    get: (_target, name) => {
      if (typeof name === 'symbol') return undefined;
      return Object.hasOwn(allowed, name) ? allowed[name] : lacks(name);
    },
  });
  blindfold.add(blind);
  return blind;
}

/** A class that extends LookComputeMove. */
export type LcmClass = FamilyRequest['create'] & {
  readonly lights: readonly string[];
  readonly sees: Lights;
  /** Whether it computes without rounding errors. */
  readonly isExact?: boolean;
  /** Its requirements on the model. */
  readonly needs?: { readonly robots?: number; readonly multiplicity?: 'strong'; readonly range?: true };
};

/** Calls `compute` on a new object, which knows nothing of the robot. */
export function decide(create: LcmClass, blind: Blind, snapshot: Snapshot<string>): unknown {
  const mind = new create(blind) as unknown as { compute(snapshot: Snapshot<string>): unknown };
  return mind.compute(snapshot);
}
