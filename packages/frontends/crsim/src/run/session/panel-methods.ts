/** The methods that panels may call: a map, so that no name is looked up on an object. */
import { described, integerFrom, numberFrom, readMessage } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { MAX_STEP_MILLIS } from '../../format/limits.js';
import { type Communications, NETWORK_NAMES } from '../../format/model.js';
import { type Thing, viewerObjects } from '../world/things.js';
import type { Session } from './session.js';
import { Refusal, STATE } from './states.js';

const PORT_NAMES = ['viewer', 'robot', 'panel', 'web'] as const;
export type PortName = (typeof PORT_NAMES)[number];

export interface Ports {
  get(which: PortName): number | undefined;
  /** Listens on another port; resolves to it. Open connections stay. */
  set(which: PortName, port: number): Promise<number>;
}

interface MethodContext {
  readonly session: Session;
  readonly ports: Ports;
  /** The robot that a robot panel follows. */
  readonly robot: string | undefined;
}

interface Method {
  /** Whether it changes the environment: only the master may. */
  readonly changes: boolean;
  run(params: readonly unknown[], context: MethodContext): unknown;
}

const asks = (run: Method['run']): Method => ({ changes: false, run });
const changes = (run: Method['run']): Method => ({ changes: true, run });

export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['load', changes(async ([file], { session }) => session.load(text(file, 'the file')))],
  ['start', changes(async (_, { session }) => session.start())],
  ['stop', changes(async (_, { session }) => session.stop())],
  ['pause', changes((_, { session }) => session.pause())],
  ['step', changes(async (_, { session }) => session.stepOnce())],
  ['getstate', asks((_, { session }) => ({ state: session.state, paused: session.isPaused }))],
  ['getstep', asks((_, { session }) => session.step)],
  ['getmillisperstep', asks((_, { session }) => session.millisPerStep)],
  [
    'setmillisperstep',
    changes(([millis], { session }) => {
      session.millisPerStep = whole(millis, 'the time-step', 1, MAX_STEP_MILLIS);
    }),
  ],
  ['getsteppausetime', asks((_, { session }) => session.stepPauseTime)],
  [
    'setsteppausetime',
    changes(([millis], { session }) => {
      session.stepPauseTime = whole(millis, 'the pause after a step', 0, MAX_STEP_MILLIS);
    }),
  ],
  ['getport', asks(([which], { ports }) => ports.get(portName(which)) ?? null)],
  [
    'setport',
    changes(async ([which, port], { session, ports }) => {
      const name = portName(which);
      session.requireState('setport', STATE.loaded);
      const number = await ports.set(name, whole(port, 'the port', 0, 65_535));
      session.reportStatus(`Port for ${name}s is ${number}`);
      return number;
    }),
  ],
  ['getcommunications', asks((_, { session }) => session.communications)],
  [
    'setcommunications',
    changes(([values], { session }) => {
      session.communications = communicationsOf(values, session.communications);
      return session.communications;
    }),
  ],
  ['getobjects', asks((_, context) => things(context).map((thing) => describeThing(thing, context)))],
  ['getobject', asks(([name], context) => describeThing(thingNamed(name ?? context.robot, context), context, true))],
  [
    'getrobots',
    asks(
      (_, { session }) => session.slots?.names.map((name) => ({ name, connected: session.slots!.isTaken(name) })) ?? [],
    ),
  ],
]);

function things({ session }: MethodContext): readonly Thing[] {
  return session.environment?.things.all ?? session.initialThings();
}

function thingNamed(name: unknown, context: MethodContext): Thing {
  const wanted = text(name, 'the name of the object');
  const thing = things(context).find((each) => each.name === wanted);
  if (thing === undefined) throw new Refusal('unknown object; getobjects lists them');
  return thing;
}

function describeThing(thing: Thing, { session }: MethodContext, isFull = false): object {
  const { name, robot, spec, heat, at } = thing;
  const pose = session.environment?.poseOf(thing) ?? at;
  const { x, y, heading } = pose;
  const isRobot = robot !== undefined;
  const short = {
    name,
    kind: isRobot ? 'robot' : 'object',
    x,
    y: spec.y,
    z: 0 - y,
    orientation: heading,
    heat,
    ir: spec.ir,
  };
  const connected = isRobot && { connected: session.slots?.isTaken(name) === true };
  if (!isFull) return { ...short, ...connected };
  const sensors = isRobot && {
    sensors: session.model?.robots[robot]?.sensors.map(({ place: _place, params: _params, ...sensor }) => sensor),
  };
  return { ...short, ...connected, ...sensors, color: spec.color, shapes: viewerObjects(thing, pose) };
}

const communications = z.strictObject({
  enabled: z.optional(z.boolean()),
  network: z.optional(z.enum(NETWORK_NAMES)),
  delay: z.optional(numberFrom(0, 1e6)),
  loss: z.optional(numberFrom(0, 1)),
  range: z.nullish(numberFrom(1e-6, 1e6)),
});

const string = z
  .string()
  .check(z.minLength(1, described('a string')), z.maxLength(1024, described('a string of at most 1024')));

/** Checks a parameter of a method; throws a `Refusal`. */
function given<S extends z.ZodMiniType>(shape: S, value: unknown, what: string): z.output<S> {
  return readMessage(shape, value, (problem) => new Refusal(`${what}: ${problem}`));
}

function portName(value: unknown): PortName {
  return given(z.enum(PORT_NAMES), value, 'the port');
}

function communicationsOf(value: unknown, before: Communications): Communications {
  const { range = before.range, ...changed } = given(communications, value, 'communications');
  return { ...before, ...(changed as Partial<Communications>), range: range ?? undefined };
}

function text(value: unknown, what: string): string {
  return given(string, value, what);
}

function whole(value: unknown, what: string, min: number, max: number): number {
  return given(integerFrom(min, max), value, what);
}
