/** The algorithms that a configuration can name, with robots and without. */
import { type NekoProcess, PROTOCOL } from '@kineko/neko';
import { BroadcastTest } from '../algorithms/broadcast-test.js';
import { CircleFormation } from '../algorithms/circle-formation.js';
import { Flocking } from '../algorithms/flocking.js';
import { Gathering } from '../algorithms/gathering.js';
import { PathReservation } from '../algorithms/path-reservation.js';
import { RandomMovement } from '../algorithms/random-movement.js';
import { TestCommunication } from '../algorithms/test-communication.js';
import { ALGORITHM, COMPOSITION, hasBrand } from '../brand.js';
import type { Composition } from '../composition.js';
import type { AlgorithmClass, Launchable } from '../routine.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';

/** A class of protocols that a process without a body runs on top of its stack. */
export type ProcessClass = new (process: NekoProcess) => Launchable;

export type AlgorithmItem =
  | { readonly kind: 'robot'; readonly create: AlgorithmClass }
  | { readonly kind: 'process'; readonly create: ProcessClass };

const robot = (create: AlgorithmClass): AlgorithmItem => ({ kind: 'robot', create });
const java = (name: string): string => `lse.neko.robotsim.algorithm.${name}`;

export const ALGORITHMS = new Catalog<AlgorithmItem>('algorithm', [
  {
    name: 'RandomMovement',
    aliases: [java('RandomMovement')],
    doc: 'goes to one random place after the other (side)',
    settings: ['side'],
    item: robot(RandomMovement),
  },
  {
    name: 'Gathering',
    aliases: [java('Gathering')],
    doc: 'goes to the centroid of all robots, again and again; wants ghost_mode = true',
    settings: [],
    item: robot(Gathering),
  },
  {
    name: 'TestCommunication',
    aliases: [java('TestCommunication')],
    doc: 'asks all others to go somewhere, and goes where it is asked to go',
    settings: [],
    item: robot(TestCommunication),
  },
  {
    name: 'PathReservation',
    aliases: [java('PathReservation')],
    doc: 'moves at random, but only along ways that it has reserved by an atomic broadcast: nobody collides (side)',
    settings: ['side', 'margin', 'pause'],
    item: robot(PathReservation),
  },
  {
    name: 'CircleFormation',
    doc: 'forms a circle with all others, evenly spaced (tolerance, uniform)',
    settings: ['uniform', 'tolerance', 'evenness', 'speed', 'period'],
    item: robot(CircleFormation),
  },
  {
    name: 'Flocking',
    doc: 'moves as one with those in reach, by what they tell (alignment, cohesion, separation, spacing, interval, speed)',
    settings: ['alignment', 'cohesion', 'separation', 'spacing', 'interval', 'speed', 'turnSpeed', 'scatter'],
    item: robot(Flocking),
  },
  {
    name: 'BroadcastTest',
    doc: 'without robots: all send to all, and end when all has arrived (messages, interval)',
    settings: ['messages', 'interval'],
    item: { kind: 'process', create: BroadcastTest },
  },
]);

export const ALGORITHM_WANTED: Wanted<AlgorithmItem> = {
  what: 'an algorithm',
  explained: 'a class that extends AbstractAlgorithm (with a body), or ActiveProtocol (without)',
  catalog: ALGORITHMS,
  take: (exported) => {
    if (hasBrand(exported, COMPOSITION)) return robot((exported as Composition).toAlgorithm());
    if (typeof exported !== 'function') return undefined;
    if (hasBrand(exported, ALGORITHM)) return robot(exported as AlgorithmClass);
    // A layer carries the messages of others, and does nothing by itself.
    const isLayer = hasMethod(exported, 'send') && !hasMethod(exported, 'run');
    if (!hasBrand(exported, PROTOCOL) || isLayer) return undefined;
    return { kind: 'process', create: exported as unknown as ProcessClass };
  },
};
