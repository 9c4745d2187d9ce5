/** What can be said about a run of an environment besides its file: one table of keys. */
import {
  type Communications,
  type CrsimModel,
  MAX_STEP_MILLIS,
  NETWORK_NAMES,
  type NetworkName,
} from '@kineko/formats/crsim';
import { nearestName, type Place, type Problem } from '@kineko/formats/problem';
import { MAX_TIME } from '@kineko/geometry';
import type { ConfigEntry, Origin } from '@kineko/run';

interface Key {
  /** What would be right; undefined if this is. */
  readonly wrong: (text: string) => string | undefined;
  readonly fallback: (model: CrsimModel) => string;
}

const number =
  (right: string, holds: (value: number) => boolean) =>
  (text: string): string | undefined =>
    /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim()) && holds(Number(text)) ? undefined : right;
const anything = (): undefined => undefined;
const orNothing =
  (wrong: (text: string) => string | undefined) =>
  (text: string): string | undefined =>
    text === '' ? undefined : wrong(text);

const KEYS: ReadonlyMap<string, Key> = new Map<string, Key>([
  [
    'seed',
    {
      wrong: orNothing(number('a whole number from 0 to 2^53 - 1', (n) => Number.isSafeInteger(n) && n >= 0)),
      fallback: () => '',
    },
  ],
  [
    'timeStepMillis',
    {
      wrong: number(
        `a whole number from 1 to ${MAX_STEP_MILLIS}`,
        (n) => Number.isInteger(n) && n >= 1 && n <= MAX_STEP_MILLIS,
      ),
      fallback: ({ timeStepMillis }) => String(timeStepMillis),
    },
  ],
  [
    'simulation.time',
    {
      wrong: orNothing(number('seconds, a number above 0 and at most 2^31', (n) => n > 0 && n <= MAX_TIME)),
      fallback: () => '',
    },
  ],
  ['simulation.speed', { wrong: orNothing(number('a number above 0', (n) => n > 0)), fallback: () => '' }],
  [
    'communications.enabled',
    {
      wrong: (text) => (['true', 'false'].includes(text) ? undefined : 'true or false'),
      fallback: ({ communications }) => String(communications.enabled),
    },
  ],
  [
    'communications.network',
    {
      wrong: (text) => (NETWORK_NAMES.some((name) => name === text) ? undefined : `one of ${NETWORK_NAMES.join(', ')}`),
      fallback: ({ communications }) => communications.network,
    },
  ],
  [
    'communications.delay',
    {
      wrong: number('seconds, a number from 0 on', (n) => n >= 0 && n <= 1e6),
      fallback: ({ communications }) => String(communications.delay),
    },
  ],
  [
    'communications.loss',
    {
      wrong: number('a number from 0 to 1', (n) => n >= 0 && n <= 1),
      fallback: ({ communications }) => String(communications.loss),
    },
  ],
  [
    'communications.range',
    {
      wrong: orNothing(number('a number above 0', (n) => n > 0)),
      fallback: ({ communications }) => String(communications.range ?? ''),
    },
  ],
  [
    'deadline',
    {
      wrong: number('milliseconds, a whole number from 1 on', (n) => Number.isInteger(n) && n >= 1),
      fallback: () => '5000',
    },
  ],
  ['plugin', { wrong: anything, fallback: () => '' }],
  ['spawn', { wrong: anything, fallback: () => '' }],
]);

/** `robot.r1`: the program of a robot; `robot.*` that of all others. */
const ROBOT = /^robot\.(.+)$/s;

export class Settings {
  readonly #model: CrsimModel;
  readonly #file: string;
  readonly #given = new Map<string, { readonly text: string; readonly origin: Origin }>();

  constructor(model: CrsimModel, file: string) {
    this.#model = model;
    this.#file = file;
  }

  set(key: string, text: string, origin: Origin): void {
    this.#given.set(key, { text: text.trim(), origin });
  }

  /** As it would be written; '' if nobody said anything. */
  text(key: string): string {
    return this.#given.get(key)?.text ?? KEYS.get(key)?.fallback(this.#model) ?? '';
  }

  number(key: string): number | undefined {
    const text = this.text(key);
    return text === '' ? undefined : Number(text);
  }

  placeOf(key: string): Place | undefined {
    return this.#given.get(key)?.origin.place;
  }

  get communications(): Communications {
    return {
      enabled: this.text('communications.enabled') === 'true',
      network: this.text('communications.network') as NetworkName,
      delay: this.number('communications.delay') ?? 0,
      loss: this.number('communications.loss') ?? 0,
      range: this.number('communications.range'),
    };
  }

  /** The file of a robot's program, if it has one. */
  programOf(robot: string): { readonly file: string; readonly place: Place | undefined } | undefined {
    const key = [`robot.${robot}`, 'robot.*'].find((each) => this.#given.has(each));
    return key === undefined ? undefined : { file: this.text(key), place: this.placeOf(key) };
  }

  entries(): ConfigEntry[] {
    const known = [...KEYS.keys()].flatMap((key) => {
      const value = this.text(key);
      if (value === '') return [];
      const isOfFile = key === 'timeStepMillis' || key.startsWith('communications.');
      const otherwise: Origin = isOfFile ? { kind: 'file', place: { file: this.#file } } : { kind: 'default' };
      return [{ key, value, origin: this.#given.get(key)?.origin ?? otherwise }];
    });
    const robots = [...this.#given].filter(([key]) => ROBOT.test(key));
    return [...known, ...robots.map(([key, { text: value, origin }]) => ({ key, value, origin }))];
  }

  problems(isStrict: boolean): Problem[] {
    return [...this.#given].flatMap(([key, { text, origin }]): Problem[] => {
      const { place } = origin;
      const row = KEYS.get(key);
      if (row !== undefined) {
        const right = row.wrong(text);
        return right === undefined
          ? []
          : [{ severity: 'error', place, text: `${key} is "${text}"; right would be ${right}` }];
      }
      const [, robot] = ROBOT.exec(key) ?? [];
      const names = this.#model.robots.map(({ name }) => name);
      if (robot !== undefined) {
        if (robot === '*' || names.includes(robot)) return [];
        const meant = nearestName(robot, names);
        const right = meant === undefined ? `there are ${names.join(', ') || 'none'}` : `did you mean ${meant}?`;
        return [{ severity: 'error', place, text: `there is no robot "${robot}" in ${this.#file}; ${right}` }];
      }
      const meant = nearestName(key, [...KEYS.keys()]);
      const right =
        meant === undefined ? `known are ${[...KEYS.keys()].join(', ')} and robot.<name>` : `did you mean ${meant}?`;
      return [{ severity: isStrict ? 'error' : 'warning', place, text: `there is no key "${key}"; ${right}` }];
    });
  }
}
