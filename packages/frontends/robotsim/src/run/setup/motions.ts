/** Ways to move besides those that every robot has. */
import { type AnyMotionModule, loadEquations } from '@kineko/world';
import { Catalog } from './catalog.js';
import type { Wanted } from './classes.js';

/** Made when it is needed; undefined for what every robot has anyway. */
export type MotionMaker = () => Promise<AnyMotionModule | undefined>;

const always: MotionMaker = () => Promise.resolve(undefined);
const java = (name: string): string => `lse.neko.robotsim.motion.${name}`;

export const MOTIONS = new Catalog<MotionMaker>('motion module', [
  { name: 'Turn', aliases: [java('Turn')], doc: 'turn on the spot', item: always },
  { name: 'Forward', aliases: [java('Forward')], doc: 'go straight on', item: always },
  { name: 'MoveTo', aliases: [java('MoveTo')], doc: 'turn towards a place, then go there', item: always },
  { name: 'Arc', doc: 'go along a circle, as on two driven wheels', item: always },
  { name: 'Equation', doc: 'go along x(t), y(t), given as text', item: loadEquations },
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
