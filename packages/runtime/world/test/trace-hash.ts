/** A hash of all callbacks of a run: runs that differ in a last bit anywhere have different ones. */
import { createHash } from 'node:crypto';
import type { Leg } from '@kineko/geometry';
import type { AnalyticOptions } from '../src/dynamics/analytic.js';
import type { BodySpec } from '../src/dynamics/dynamics.js';
import { startEngine } from './engine-run.js';
import type { World } from './random-world.js';

export interface Hashed {
  readonly hash: string;
  readonly lines: number;
  /** Number of lines of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
}

export interface Watched {
  readonly body: number;
  readonly range: number;
}

export async function hashOf(
  world: World,
  seconds: number,
  options: AnalyticOptions = {},
  watches: readonly Watched[] = [],
  order: readonly BodySpec[] = world.bodies,
): Promise<Hashed> {
  const hash = createHash('sha256');
  const kinds: Record<string, number> = {};
  let lines = 0;
  const tell = (kind: string, ...numbers: readonly (number | string)[]): void => {
    hash.update(`${kind} ${numbers.join(' ')}\n`);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    lines++;
  };
  const { simulator, dynamics } = startEngine(
    world,
    options,
    {
      onLeg: (id, leg, now) => tell(leg.kind, id, now, ...numbersOf(leg)),
      onTouch: (low, high, now) => tell('touch', low, high, now),
      onRelease: (low, high, now) => tell('release', low, high, now),
      onFixtureTouch: (id, fixture, now) => tell('fixture-touch', id, fixture, now),
      onFixtureRelease: (id, fixture, now) => tell('fixture-release', id, fixture, now),
      onDone: (id, end, now) => tell('done', id, JSON.stringify(end), now),
    },
    order,
  );
  for (const [watch, { body, range }] of watches.entries()) {
    dynamics.watch(body, range, 0, (other, now) => tell('entry', watch, other, now));
  }
  await simulator.run({ until: seconds });
  for (const { id } of world.bodies) {
    const { x, y, heading } = dynamics.poseOf(id, seconds);
    tell('pose', id, x, y, heading);
  }
  return { hash: hash.digest('hex'), lines, kinds };
}

function numbersOf(leg: Leg): number[] {
  const { x, y, heading, start, end } = leg;
  const common = [x, y, heading, start, end];
  switch (leg.kind) {
    case 'rest':
    case 'curve':
      return common;
    case 'turn':
      return [...common, leg.turnRate];
    case 'line':
      return [...common, leg.vx, leg.vy];
    case 'arc':
      return [...common, leg.speed, leg.turnRate];
  }
}
