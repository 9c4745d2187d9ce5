/** The algorithms that a configuration can name, with robots and without. */
import { nearestName } from '@kineko/formats/problem';
import { type NekoProcess, PROTOCOL } from '@kineko/neko';
import { BroadcastTest } from '../algorithms/broadcast-test.js';
import { CircleFormation } from '../algorithms/circle-formation.js';
import { Driven } from '../algorithms/driven.js';
import { Flocking } from '../algorithms/flocking.js';
import { Gathering } from '../algorithms/gathering.js';
import { PathReservation } from '../algorithms/path-reservation.js';
import { ProtocolTest } from '../algorithms/protocol-test.js';
import { RandomMovement } from '../algorithms/random-movement.js';
import { TestCommunication } from '../algorithms/test-communication.js';
import { ALGORITHM, COMPOSITION, hasBrand, PARAMETERS } from '../brand.js';
import type { Composition } from '../composition.js';
import type { ParameterTable } from '../parameters.js';
import type { AlgorithmClass, Launchable } from '../routine.js';
import { Catalog, type CatalogEntry } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';

/** A class of protocols that a process without a body runs on top of its stack. */
export type ProcessClass = new (process: NekoProcess) => Launchable;

export type AlgorithmItem =
  | { readonly kind: 'robot'; readonly create: AlgorithmClass }
  | { readonly kind: 'process'; readonly create: ProcessClass };

const robot = (create: AlgorithmClass): AlgorithmItem => ({ kind: 'robot', create });
/** An algorithm of the Neko robot engine has its Java name as well. */
const entry = (name: string, item: AlgorithmItem, doc: string, isJava = false) => ({
  name,
  aliases: isJava ? [`lse.neko.robotsim.algorithm.${name}`] : [],
  doc,
  parameters: (item.create as { readonly [PARAMETERS]?: ParameterTable })[PARAMETERS] ?? {},
  item,
});

export const ALGORITHMS = new Catalog<AlgorithmItem>('algorithm', [
  entry('RandomMovement', robot(RandomMovement), 'moves to one random point after the other', true),
  entry('Gathering', robot(Gathering), 'moves to the centroid of all robots repeatedly; needs ghost_mode = true', true),
  entry(
    'TestCommunication',
    robot(TestCommunication),
    'sends all others to random points, and moves to the points that it receives',
    true,
  ),
  entry(
    'PathReservation',
    robot(PathReservation),
    'moves at random along paths that it has reserved by an atomic broadcast, without collisions',
    true,
  ),
  entry('CircleFormation', robot(CircleFormation), 'forms a circle with all others, evenly spaced'),
  entry('Flocking', robot(Flocking), 'moves with the robots in reach, by their messages'),
  entry('Driven', robot(Driven), 'stands until commands from outside drive it: kineko serve --rosbridge'),
  entry(
    'BroadcastTest',
    { kind: 'process', create: BroadcastTest },
    'without robots: all processes send to all, and end when everything has arrived',
  ),
  entry(
    'ProtocolTest',
    { kind: 'process', create: ProtocolTest },
    'without robots: all processes use the protocols that are called, and end when everything has happened',
  ),
]);

/** The method that Kineko calls, by the kind of algorithm. */
const HOOKS = { robot: 'doMotion', process: 'run' } as const;

/** An algorithm of another package, which configurations can name. */
export interface AlgorithmEntry extends Pick<CatalogEntry<AlgorithmClass>, 'name' | 'doc' | 'parameters'> {
  readonly create: AlgorithmClass;
}

export type MoreAlgorithms = () => Promise<readonly AlgorithmEntry[]>;

/** The built-in algorithms and those of other packages. */
export function algorithmsWith(more: readonly AlgorithmEntry[]): Catalog<AlgorithmItem> {
  const others = more.map(({ create, ...entry }) => ({ ...entry, item: robot(create) }));
  return more.length === 0 ? ALGORITHMS : new Catalog('algorithm', [...ALGORITHMS.entries, ...others]);
}

export const ALGORITHM_WANTED: Wanted<AlgorithmItem> = {
  what: 'an algorithm',
  explained: 'a class that extends AbstractAlgorithm (with a body), or ActiveProtocol (without)',
  catalog: ALGORITHMS,
  take: (exported) => {
    if (hasBrand(exported, COMPOSITION)) return robot((exported as Composition).toAlgorithm());
    if (typeof exported !== 'function') return undefined;
    if (hasBrand(exported, ALGORITHM)) return robot(exported as AlgorithmClass);
    // A layer only carries the messages of others.
    const isLayer = hasMethod(exported, 'send') && !hasMethod(exported, 'run');
    if (!hasBrand(exported, PROTOCOL) || isLayer) return undefined;
    return { kind: 'process', create: exported as unknown as ProcessClass };
  },
  misspelt: (exported, { kind }) => {
    const hook = HOOKS[kind];
    if (typeof exported !== 'function' || hasMethod(exported, hook)) return undefined;
    const found = nearestName(hook, Object.getOwnPropertyNames(exported.prototype));
    return found === undefined ? undefined : { found, meant: hook };
  },
};
