/** Motion modules. */
import { type AnyMotionModule, loadEquations } from '@kineko/world';
import { Catalog } from './catalog.js';
import type { Wanted } from './classes.js';

/** Loads a motion module; resolves to undefined for those that every robot has. */
export type MotionMaker = () => Promise<AnyMotionModule | undefined>;

const always: MotionMaker = () => Promise.resolve(undefined);
const java = (name: string): string => `lse.neko.robotsim.motion.${name}`;

export const MOTIONS = new Catalog<MotionMaker>('motion module', [
  {
    name: 'Turn',
    aliases: [java('Turn')],
    doc: 'turn in place',
    use: 'this.actuator.turn(turnSpeed, angle)',
    item: always,
  },
  {
    name: 'Forward',
    aliases: [java('Forward')],
    doc: 'move straight ahead',
    use: 'this.actuator.forward(moveSpeed, distance)',
    item: always,
  },
  {
    name: 'MoveTo',
    aliases: [java('MoveTo')],
    doc: 'turn towards a destination, then move to it',
    use: 'this.actuator.moveTo(destination, moveSpeed, turnSpeed)',
    item: always,
  },
  {
    name: 'Arc',
    doc: 'move along a circular arc, like a robot with two driven wheels',
    use: 'this.actuator.arc(moveSpeed, turnSpeed, { duration })',
    item: always,
  },
  {
    name: 'Glide',
    doc: 'move straight to a destination without turning, in a given time',
    use: "this.actuator.perform({ kind: 'glide', x, y, duration })",
    item: always,
  },
  {
    name: 'Equation',
    doc: 'follow a curve x(t), y(t), given as text',
    use: 'this.actuator.follow({ x, y, duration })',
    item: loadEquations,
  },
]);

export const MOTION_WANTED: Wanted<MotionMaker> = {
  what: 'a motion module',
  explained: 'an object with a kind and a function plan(request, pose, start)',
  catalog: MOTIONS,
  take: (exported) => {
    if (typeof exported !== 'object' || exported === null) return undefined;
    const { kind, plan } = exported as Partial<Readonly<Record<'kind' | 'plan', unknown>>>;
    if (typeof kind !== 'string' || typeof plan !== 'function') return undefined;
    return () => Promise.resolve(exported as AnyMotionModule);
  },
};
