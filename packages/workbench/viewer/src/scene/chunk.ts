/** A part of a scene as numbers, transferred from a worker to the page without copying. */
import type { Pose } from '@kineko/geometry';
import { EVENT_KINDS, type EventKind } from './event-kinds.js';
import type { RunDescription } from './run-description.js';
import { type Knots, LEG_WIDTH } from './packed-leg.js';
import type { Area, SceneObject, SceneSink } from './scene-sink.js';
import type { SceneShape } from './shapes.js';

export interface SceneChunk {
  /** Codes of the calls of the sink, in order. */
  readonly steps: Uint8Array<ArrayBuffer>;
  /** Numeric arguments of the calls, in order. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Other arguments, each once; the numbers are indexes into it. */
  readonly values: readonly Value[];
}

type Value = string | Knots | SceneShape | SceneObject | Area | RunDescription;

// Codes of the calls.
const WORLD = 1;
const OBSTACLE = 2;
const OBJECT = 3;
const ROBOT = 4;
const LEG = 5;
const AMENDMENT = 6;
const DESTINATION = 7;
const NO_DESTINATION = 8;
const TAG = 9;
const CONTACT = 10;
const LOOK = 11;
const SENT = 12;
const ENDED = 13;
const CRASHED = 14;
const SUSPECTED = 15;
const FACTS = 16;
const STATUS = 17;
const CUT = 18;
const OBSTACLE_LEG = 19;
const LIGHT = 20;
const PHASE = 21;
/** … of the first kind of events; the other kinds follow. */
const HAPPENED = 32;

/** Stands for a missing value. */
const NONE = -1;

export class ChunkWriter implements SceneSink {
  private steps = new Uint8Array(1 << 12);
  private numbers = new Float64Array(1 << 14);
  private stepCount = 0;
  private count = 0;
  private values: Value[] = [];
  private texts = new Map<string, number>();

  /** Count of numbers waiting to be taken. */
  get length(): number {
    return this.count;
  }

  /** Returns everything since the last call; the caller owns it. */
  take(): SceneChunk {
    const { values } = this;
    const chunk = { steps: this.steps.slice(0, this.stepCount), numbers: this.numbers.slice(0, this.count), values };
    this.stepCount = 0;
    this.count = 0;
    this.values = [];
    this.texts.clear();
    return chunk;
  }

  happened(time: number, kind: EventKind): void {
    this.call(HAPPENED + EVENT_KINDS.indexOf(kind), time);
  }

  world(area: Area | undefined, isWalled: boolean): void {
    this.call(WORLD, area === undefined ? NONE : this.value(area), Number(isWalled));
  }

  obstacle(id: number, shape: SceneShape): void {
    this.call(OBSTACLE, id, this.value(shape));
  }

  obstacleLeg(id: number, { x, y, heading }: Pose, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    this.call(OBSTACLE_LEG, x, y, heading);
    this.packedLeg(id, numbers, at, knots);
  }

  object(time: number, object: SceneObject): void {
    this.call(OBJECT, time, this.value(object));
  }

  facts(facts: RunDescription): void {
    this.call(FACTS, this.value(facts));
  }

  status(time: number, text: string): void {
    this.call(STATUS, time, this.text(text));
  }

  cut(time: number, from: number, to: number, isCut: boolean): void {
    this.call(CUT, time, from, to, Number(isCut));
  }

  robot(id: number, radius: number, tag: string, time: number): void {
    this.call(ROBOT, id, radius, this.text(tag), time);
  }

  leg(robot: number, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    this.call(LEG);
    this.packedLeg(robot, numbers, at, knots);
  }

  amendment(robot: number, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    this.call(AMENDMENT);
    this.packedLeg(robot, numbers, at, knots);
  }

  destination(robot: number, time: number, x: number, y: number): void {
    this.call(DESTINATION, robot, time, x, y);
  }

  noDestination(robot: number, time: number): void {
    this.call(NO_DESTINATION, robot, time);
  }

  tag(robot: number, time: number, tag: string): void {
    this.call(TAG, robot, time, this.text(tag));
  }

  light(robot: number, time: number, color: string): void {
    this.call(LIGHT, robot, time, this.text(color));
  }

  phase(robot: number, time: number, event: string): void {
    this.call(PHASE, robot, time, this.text(event));
  }

  contact(time: number, robot: number, other: number, isObstacle: boolean): void {
    this.call(CONTACT, time, robot, other, Number(isObstacle));
  }

  look(time: number, robot: number, metres: number, beams: string): void {
    this.call(LOOK, time, robot, metres, this.text(beams));
  }

  sent(time: number, from: number, to: number, type: string): void {
    this.call(SENT, time, from, to, this.text(type));
  }

  ended(copy: number, time: number, isLost: boolean): void {
    this.call(ENDED, copy, time, Number(isLost));
  }

  crashed(process: number, time: number, isCrashed: boolean): void {
    this.call(CRASHED, process, time, Number(isCrashed));
  }

  suspected(other: number, process: number, time: number, isSuspected: boolean): void {
    this.call(SUSPECTED, other, process, time, Number(isSuspected));
  }

  private packedLeg(id: number, numbers: Float64Array, at: number, knots: Knots | undefined): void {
    this.number(id);
    this.number(knots === undefined ? NONE : this.value(knots));
    for (let k = 0; k < LEG_WIDTH; k++) this.number(numbers[at + k]!);
  }

  /** Optional parameters instead of a rest parameter, which would allocate. */
  private call(step: number, a?: number, b?: number, c?: number, d?: number): void {
    if (this.stepCount === this.steps.length) this.steps = grown(this.steps, new Uint8Array(2 * this.stepCount));
    this.steps[this.stepCount++] = step;
    if (a !== undefined) this.number(a);
    if (b !== undefined) this.number(b);
    if (c !== undefined) this.number(c);
    if (d !== undefined) this.number(d);
  }

  private number(value: number): void {
    if (this.count === this.numbers.length) this.numbers = grown(this.numbers, new Float64Array(2 * this.count));
    this.numbers[this.count++] = value;
  }

  private value(value: Value): number {
    return this.values.push(value) - 1;
  }

  private text(text: string): number {
    let place = this.texts.get(text);
    if (place === undefined) this.texts.set(text, (place = this.value(text)));
    return place;
  }
}

function grown<T extends Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Repeats the recorded calls on a sink. */
export function replayChunk({ steps, numbers, values }: SceneChunk, sink: SceneSink): void {
  let at = 0;
  const number = (): number => numbers[at++]!;
  const value = (): Value | undefined => values[numbers[at++]!];
  const leg = (take: SceneSink['leg']): void => {
    const id = number();
    const knots = value() as Knots | undefined;
    take.call(sink, id, numbers, at, knots);
    at += LEG_WIDTH;
  };
  for (const step of steps) {
    const kind = EVENT_KINDS[step - HAPPENED];
    if (kind !== undefined) {
      sink.happened(number(), kind);
      continue;
    }
    switch (step) {
      case WORLD:
        sink.world(value() as Area | undefined, number() === 1);
        break;
      case OBSTACLE:
        sink.obstacle(number(), value() as SceneShape);
        break;
      case OBSTACLE_LEG: {
        const origin = { x: number(), y: number(), heading: number() };
        leg((id, ...packed) => sink.obstacleLeg(id, origin, ...packed));
        break;
      }
      case OBJECT:
        sink.object(number(), value() as SceneObject);
        break;
      case ROBOT:
        sink.robot(number(), number(), value() as string, number());
        break;
      case LEG:
        leg(sink.leg);
        break;
      case AMENDMENT:
        leg(sink.amendment);
        break;
      case DESTINATION:
        sink.destination(number(), number(), number(), number());
        break;
      case NO_DESTINATION:
        sink.noDestination(number(), number());
        break;
      case TAG:
        sink.tag(number(), number(), value() as string);
        break;
      case LIGHT:
        sink.light(number(), number(), value() as string);
        break;
      case PHASE:
        sink.phase(number(), number(), value() as string);
        break;
      case CONTACT:
        sink.contact(number(), number(), number(), number() === 1);
        break;
      case LOOK:
        sink.look(number(), number(), number(), value() as string);
        break;
      case SENT:
        sink.sent(number(), number(), number(), value() as string);
        break;
      case ENDED:
        sink.ended(number(), number(), number() === 1);
        break;
      case CRASHED:
        sink.crashed(number(), number(), number() === 1);
        break;
      case SUSPECTED:
        sink.suspected(number(), number(), number(), number() === 1);
        break;
      case FACTS:
        sink.facts(value() as RunDescription);
        break;
      case STATUS:
        sink.status(number(), value() as string);
        break;
      case CUT:
        sink.cut(number(), number(), number(), number() === 1);
        break;
      default:
        throw new RangeError(`unknown step ${step} in a chunk`);
    }
  }
}
