/** What can be said of a run besides its components: by its file, and by whoever starts it. */
import type { Placed, ScenarioFile } from '@kineko/formats/deeco';
import { nearestName, type Place, type Problem } from '@kineko/formats/problem';
import { MAX_TIME } from '@kineko/geometry';
import type { ConfigEntry, Origin } from '@kineko/run';
import { ENGINE_KINDS } from '../engine/engines.js';

const GENERATORS = ['kineko', 'java'] as const;
const NETWORKS = ['none', 'basic', 'random'] as const;

export interface Values {
  readonly cycles: number;
  readonly logfile: string;
  readonly processingTime: number;
  readonly bitmap?: string | undefined;
  readonly sizeX?: number | undefined;
  readonly sizeY?: number | undefined;
  /** By its name. */
  readonly engine: string;
  readonly random: (typeof GENERATORS)[number];
  readonly seed?: number | undefined;
  /** What ensembles exchange their knowledge over; none: it is simply there. */
  readonly network: (typeof NETWORKS)[number];
  readonly 'network.lambda': number;
  readonly 'network.loss': number;
  readonly 'network.reach'?: number | undefined;
  readonly 'network.period'?: number | undefined;
  readonly 'simulation.time'?: number | undefined;
  readonly 'simulation.speed'?: number | undefined;
}

type Key = keyof Values;

interface Row {
  /** What would be right, for people. */
  readonly right: string;
  /** Undefined if the text is no such value. */
  readonly read: (text: string) => string | number | undefined;
}

const MAX_WHOLE = 2_147_483_647;
const TEXT: Row = { right: 'a file', read: (text) => (text === '' ? undefined : text) };
const WHOLE: Row = { right: `a whole number, 1 to ${MAX_WHOLE}`, read: (text) => within(text, 1, MAX_WHOLE) };
const POSITIVE: Row = {
  right: 'a number above 0',
  read: (text) => (/^\s*$/.test(text) || !(Number(text) > 0 && Number(text) < Infinity) ? undefined : Number(text)),
};

/** As far as the geometry's time goes. */
const END: Row = {
  right: 'a number of seconds above 0, at most 2147483648 (2^31)',
  read: (text) => {
    const seconds = POSITIVE.read(text);
    return seconds === undefined || Number(seconds) > MAX_TIME ? undefined : seconds;
  },
};

const DURATION: Row = { right: 'a number of cycles, 0 or more', read: (text) => between(text, 0, MAX_WHOLE) };
const PROBABILITY: Row = { right: 'a number from 0 to 1', read: (text) => between(text, 0, 1) };

const ROWS: Readonly<Record<Key, Row>> = {
  cycles: WHOLE,
  logfile: TEXT,
  processingTime: WHOLE,
  bitmap: TEXT,
  sizeX: WHOLE,
  sizeY: WHOLE,
  engine: oneOf(ENGINE_KINDS.map(({ name }) => name)),
  random: oneOf(GENERATORS),
  seed: {
    right: 'a whole number between -2^53 and 2^53',
    read: (text) => within(text, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  },
  network: oneOf(NETWORKS),
  'network.lambda': DURATION,
  'network.loss': PROBABILITY,
  'network.reach': POSITIVE,
  'network.period': WHOLE,
  'simulation.time': END,
  'simulation.speed': POSITIVE,
};

const KEYS = Object.keys(ROWS) as Key[];

const DEFAULTS: readonly (readonly [Key, string])[] = [
  ['engine', 'original'],
  ['random', 'kineko'],
  ['network', 'none'],
  ['network.lambda', '1'],
  ['network.loss', '0'],
];

interface Setting {
  readonly text: string;
  readonly origin: Origin;
}

/** How much an origin counts: later ones win over earlier ones. */
const WEIGHTS: Readonly<Record<Origin['kind'], number>> = { default: 0, file: 1, environment: 2, set: 3, flag: 4 };

export class Settings {
  readonly #settings = new Map<Key, Setting>();
  readonly #unknown: Problem[] = [];

  constructor(file: ScenarioFile) {
    this.#take('cycles', file.cycles);
    this.#take('logfile', file.logfile);
    this.#take('processingTime', file.processingTime);
    const { field } = file;
    if ('bitmap' in field) this.#take('bitmap', field.bitmap);
    else {
      this.#take('sizeX', field.width);
      this.#take('sizeY', field.height);
    }
    for (const [key, text] of DEFAULTS) this.#settings.set(key, { text, origin: { kind: 'default' } });
  }

  set(key: string, text: string, origin: Origin): void {
    const known = KEYS.find((name) => name === key);
    if (known === undefined) {
      const meant = nearestName(key, KEYS);
      const right = meant === undefined ? `known are ${KEYS.join(', ')}` : `did you mean ${meant}?`;
      this.#unknown.push({
        severity: 'warning',
        place: origin.place,
        text: `there is no key ${key} in a DEECo scenario; ${right}`,
      });
      return;
    }
    const earlier = this.#settings.get(known);
    if (earlier !== undefined && WEIGHTS[earlier.origin.kind] > WEIGHTS[origin.kind]) return;
    this.#settings.set(known, { text, origin });
  }

  /** Those that the environment has for it. */
  useEnvironment(environment: Readonly<Record<string, string | undefined>>): void {
    for (const key of KEYS) {
      const name = `KINEKO_${key
        .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
        .replaceAll('.', '_')
        .toUpperCase()}`;
      const text = environment[name];
      if (text !== undefined) this.set(key, text, { kind: 'environment', place: { file: name } });
    }
  }

  entries(): ConfigEntry[] {
    return KEYS.flatMap((key) => {
      const setting = this.#settings.get(key);
      return setting === undefined ? [] : [{ key, value: setting.text, origin: setting.origin }];
    });
  }

  get seed(): number | undefined {
    const text = this.#settings.get('seed')?.text;
    const seed = text === undefined ? undefined : ROWS.seed.read(text);
    return typeof seed === 'number' ? seed : undefined;
  }

  placeOf(key: Key): Place | undefined {
    return this.#settings.get(key)?.origin.place;
  }

  /** Whether whoever started the run has chosen it, not the file. */
  isChosen(key: Key): boolean {
    const { kind = 'default' } = this.#settings.get(key)?.origin ?? {};
    return kind !== 'file' && kind !== 'default';
  }

  /** What is wrong with them. */
  problems(isStrict: boolean): Problem[] {
    const problems = this.#unknown.map((problem): Problem => (isStrict ? { ...problem, severity: 'error' } : problem));
    for (const [key, { text, origin }] of this.#settings) {
      if (ROWS[key].read(text) !== undefined) continue;
      const why = `${key} is ${JSON.stringify(text)}; right would be ${ROWS[key].right}`;
      problems.push({ severity: 'error', place: origin.place, text: why });
    }
    return problems;
  }

  /** Of settings without problems. */
  values(): Values {
    const values = [...this.#settings].map(([key, { text }]) => [key, ROWS[key].read(text)] as const);
    return Object.fromEntries(values) as unknown as Values;
  }

  #take(key: Key, { value, place }: Placed<string | number>): void {
    this.#settings.set(key, { text: String(value), origin: { kind: 'file', place } });
  }
}

function within(text: string, low: number, high: number): number | undefined {
  if (!/^\s*[+-]?\d{1,16}\s*$/.test(text)) return undefined;
  const value = Number(text);
  return value >= low && value <= high ? value : undefined;
}

function between(text: string, low: number, high: number): number | undefined {
  const value = /^\s*$/.test(text) ? Number.NaN : Number(text);
  return value >= low && value <= high ? value : undefined;
}

function oneOf(words: readonly string[]): Row {
  return { right: words.join(' or '), read: (text) => (words.includes(text) ? text : undefined) };
}
