/** Reads the answers of an environment, field by field, into the state that the page shows. */
import type { Communications } from '../../format/model.js';
import type { Answer } from './client.js';
import { type StateName, STATES } from './rights.js';

export const PORTS = ['viewer', 'robot', 'panel', 'web'] as const;
export type PortName = (typeof PORTS)[number];

export interface ListedObject {
  readonly name: string;
  readonly isRobot: boolean;
  /** Whether a robot has a controller. */
  readonly isConnected: boolean | undefined;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly orientation: number;
  readonly heat: number;
  readonly ir: number;
}

/** Values are undefined if the environment has none, as before a model is loaded. */
export interface Report {
  readonly state: StateName;
  readonly isPaused: boolean;
  readonly step: number;
  readonly millisPerStep: number | undefined;
  readonly stepPauseTime: number | undefined;
  readonly ports: Readonly<Record<PortName, number | undefined>>;
  readonly communications: Communications | undefined;
  readonly objects: readonly ListedObject[];
}

export const QUESTIONS = [
  { method: 'getstate', params: [] },
  { method: 'getstep', params: [] },
  { method: 'getmillisperstep', params: [] },
  { method: 'getsteppausetime', params: [] },
  { method: 'getcommunications', params: [] },
  { method: 'getobjects', params: [] },
  ...PORTS.map((port) => ({ method: 'getport', params: [port] })),
];

type Fields = Readonly<Record<string, unknown>>;

/** The report from the answers to `QUESTIONS`; undefined without a known state. */
export function reportOf(answers: readonly Answer[]): Report | undefined {
  const [state, step, millis, pause, communications, objects, ...ports] = answers.map(valueOf);
  const read = fieldsOf(state);
  const name = STATES[numberOf(read?.['state']) ?? -1];
  if (name === undefined) return undefined;
  return {
    state: name,
    isPaused: read?.['paused'] === true,
    step: numberOf(step) ?? 0,
    millisPerStep: numberOf(millis),
    stepPauseTime: numberOf(pause),
    communications: communicationsOf(communications),
    objects: Array.isArray(objects) ? objects.flatMap(objectOf) : [],
    ports: Object.fromEntries(PORTS.map((port, k) => [port, numberOf(ports[k])])) as Report['ports'],
  };
}

function valueOf(answer: Answer): unknown {
  return answer.ok ? answer.value : undefined;
}

function communicationsOf(value: unknown): Communications | undefined {
  const read = fieldsOf(value);
  if (read === undefined) return undefined;
  const { enabled, network, delay, loss, range } = read;
  return {
    enabled: enabled === true,
    network: network as Communications['network'],
    delay: numberOf(delay) ?? 0,
    loss: numberOf(loss) ?? 0,
    range: numberOf(range),
  };
}

function objectOf(value: unknown): ListedObject[] {
  const read = fieldsOf(value);
  if (read === undefined || typeof read['name'] !== 'string') return [];
  const number = (key: string): number => numberOf(read[key]) ?? 0;
  return [
    {
      name: read['name'],
      isRobot: read['kind'] === 'robot',
      isConnected: typeof read['connected'] === 'boolean' ? read['connected'] : undefined,
      x: number('x'),
      y: number('y'),
      z: number('z'),
      orientation: number('orientation'),
      heat: number('heat'),
      ir: number('ir'),
    },
  ];
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** All facts of one object, as pairs of a name and a text. */
export function factsOf(value: unknown): readonly (readonly [name: string, text: string])[] {
  const read = fieldsOf(value) ?? {};
  return Object.entries(read).flatMap(([key, each]) => factLines(key, each, read));
}

function factLines(key: string, value: unknown, whole: Fields): (readonly [string, string])[] {
  if (Array.isArray(value) && value.some((each) => fieldsOf(each) !== undefined)) {
    return value.map((each, k) => [`${key.replace(/s$/, '')} ${k + 1}`, textOf(withoutRepeated(each, whole))] as const);
  }
  return [[key, textOf(value)]];
}

/** Leaves out the facts that a part shares with its whole. */
function withoutRepeated(part: unknown, whole: Fields): unknown {
  const read = fieldsOf(part);
  if (read === undefined) return part;
  return Object.fromEntries(Object.entries(read).filter(([key, each]) => textOf(each) !== textOf(whole[key])));
}

export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toFixed(4)));
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  const read = fieldsOf(value);
  if (read === undefined) return 'none';
  return Object.entries(read)
    .map(([key, each]) => `${key} ${textOf(each)}`)
    .join(', ');
}
