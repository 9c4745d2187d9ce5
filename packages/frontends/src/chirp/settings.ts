/** The few values of a Chirp run that are not the world's own: how long, how fast, on which dynamics. */
import type { ChirpTraits, ChirpWorld } from '@kineko/formats/chirp';
import { nearestName, type Problem } from '@kineko/formats/problem';
import type { ConfigEntry, Origin } from '@kineko/run';

interface Row {
  readonly fallback: string;
  /** What is right, if the value is not. */
  readonly right: string;
  readonly accepts: (text: string) => boolean;
}

export type DynamicsChoice = 'auto' | 'analytic' | 'rigid';

const isNumber = (text: string, least: number, most = Infinity): boolean =>
  /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number(text) >= least && Number(text) <= most;
const positive: Row['accepts'] = (text) => isNumber(text, Number.MIN_VALUE, 1e9);
const notNegative: Row['accepts'] = (text) => isNumber(text, 0, 1e9);

const ROWS = {
  seed: {
    fallback: '',
    right: 'a whole number',
    accepts: (text) => /^-?\d{1,15}$/.test(text),
  },
  'simulation.time': {
    fallback: 'Infinity',
    right: 'seconds, 0 or more',
    accepts: (text) => text === 'Infinity' || notNegative(text),
  },
  'simulation.speed': {
    fallback: '',
    right: 'simulated seconds per second, above 0',
    accepts: (text) => text === 'Infinity' || positive(text),
  },
  dynamics: {
    fallback: 'auto',
    right: 'auto, analytic or rigid',
    accepts: (text) => ['auto', 'analytic', 'rigid'].includes(text),
  },
  'message.delay': { fallback: '0.001', right: 'seconds, 0 or more', accepts: notNegative },
  maxspeed: {
    fallback: '',
    right: 'units a second, above 0 and at most 2000,',
    accepts: (text) => isNumber(text, Number.MIN_VALUE, 2000),
  },
  noisemax: { fallback: '', right: 'a number from 0 to 1', accepts: (text) => isNumber(text, 0, 1) },
  deadman: { fallback: '', right: 'simulated seconds, 0 for never', accepts: notNegative },
  'animation.logpath': { fallback: '', right: 'a path', accepts: () => true },
} as const satisfies Readonly<Record<string, Row>>;

type Key = keyof typeof ROWS;

const TRAITS = ['maxspeed', 'noisemax', 'deadman'] as const satisfies readonly (Key & keyof ChirpTraits)[];

export class ChirpSettings {
  private readonly given = new Map<string, { readonly text: string; readonly origin: Origin }>();

  set(key: string, text: string, origin: Origin): void {
    this.given.set(key, { text: text.trim(), origin });
  }

  knows(key: string): boolean {
    return Object.hasOwn(ROWS, key);
  }

  entries(): ConfigEntry[] {
    return (Object.keys(ROWS) as Key[]).flatMap((key): ConfigEntry[] => {
      const given = this.given.get(key);
      const value = given?.text ?? ROWS[key].fallback;
      return value === '' ? [] : [{ key, value, origin: given?.origin ?? { kind: 'default' } }];
    });
  }

  problems(world: ChirpWorld | undefined): Problem[] {
    const problems = [...this.given].flatMap(([key, { text, origin }]): Problem[] => {
      const row: Row | undefined = this.knows(key) ? ROWS[key as Key] : undefined;
      if (row?.accepts(text)) return [];
      const meant = nearestName(key, Object.keys(ROWS));
      const known = meant === undefined ? `known are ${Object.keys(ROWS).join(', ')}` : `did you mean ${meant}?`;
      const wrong =
        row === undefined
          ? `there is no key '${key}' for a Chirp world; ${known}`
          : `${key} = ${JSON.stringify(text)}: ${row.right} is right`;
      return [{ severity: 'error', place: origin.place, text: wrong }];
    });
    const pushable = world?.pushables[0];
    if (this.dynamics === 'analytic' && pushable !== undefined) {
      const text = `dynamics = analytic: ${pushable.origin.path} can be pushed, which only the rigid dynamics can do`;
      problems.push({ severity: 'error', place: this.given.get('dynamics')?.origin.place, text });
    }
    return problems;
  }

  /** With what was said for all robots. */
  applyTo(world: ChirpWorld): ChirpWorld {
    const own = TRAITS.filter((trait) => this.given.has(trait)).map((trait) => [trait, this.number(trait)] as const);
    if (own.length === 0) return world;
    const traits = Object.fromEntries(own) as Partial<ChirpTraits>;
    return { ...world, robots: world.robots.map((robot) => ({ ...robot, ...traits })) };
  }

  get seed(): number | undefined {
    return this.given.has('seed') ? this.number('seed') : undefined;
  }

  get timeLimit(): number {
    return this.number('simulation.time');
  }

  get dynamics(): DynamicsChoice {
    return (this.given.get('dynamics')?.text ?? ROWS.dynamics.fallback) as DynamicsChoice;
  }

  get messageDelay(): number {
    return this.number('message.delay');
  }

  private number(key: Key): number {
    return Number(this.given.get(key)?.text ?? ROWS[key].fallback);
  }
}
