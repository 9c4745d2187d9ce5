/** Cost of adding records to a scene, and of drawing its instants on a canvas that does nothing. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';
import { fit } from '@kineko/ui';
import { type Canvas2d, DEFAULT_STYLE, draw, frameAt, Scene } from '@kineko/viewer';
import { CrowdSight } from '../src/render/crowd/sight.js';

/** Records per call. */
const COUNT = 16_384;
const ROBOTS = 100;

/** Duration of the drawn run in simulated seconds. */
const SECONDS = 60;
/** Frames per simulated second, as in a film. */
const FRAME_RATE = 25;

/** Every loop adds to this sum, so that its work is not optimised away. */
const sink = new Float64Array(1);

const mixtures = [
  { name: 'motions', records: motions(ROBOTS, COUNT) },
  { name: 'messages', records: messages(ROBOTS, COUNT) },
];

const sizes = [1e3, 1e4, 1e5];

export const comparisons: Comparison[] = [
  ...mixtures.map(({ name, records }): Comparison => ({
    name: `taking in ${name}, records`,
    n: COUNT,
    alternatives: [
      { name: 'a plain loop', setUp: () => loop(records) },
      { name: 'Scene.add', setUp: () => taking(records) },
    ],
  })),
  ...sizes.map((robots): Comparison => ({
    name: 'frames of robots that move and talk',
    n: robots,
    alternatives: [
      { name: 'poses alone', setUp: () => poses(sceneOf(robots)) },
      { name: 'frameAt', setUp: () => frames(sceneOf(robots)) },
      { name: 'frameAt and draw', setUp: () => drawing(sceneOf(robots)) },
      { name: 'as numbers for WebGL', setUp: () => crowds(sceneOf(robots)) },
    ],
  })),
  {
    name: 'frames where old messages never arrived',
    n: 1e5,
    alternatives: [
      { name: 'frameAt', setUp: () => frames(stuckScene(1e5, 0)) },
      { name: 'frameAt, with one that hangs', setUp: () => frames(stuckScene(1e5, 1)) },
      { name: 'frameAt, with a thousand that hang', setUp: () => frames(stuckScene(1e5, 1000)) },
    ],
  },
];

function loop(records: readonly TraceRecord[]): Work {
  return () => {
    let sum = 0;
    for (const record of records) sum += record.time;
    sink[0] = sum;
    return records.length;
  };
}

function taking(records: readonly TraceRecord[]): Work {
  return () => {
    const scene = new Scene();
    for (const record of records) scene.add(record);
    sink[0] = scene.end;
    return records.length;
  };
}

function poses(scene: Scene): Work {
  return eachFrame((time) => {
    let sum = 0;
    for (const robot of scene.robots.values()) sum += robot.poseAt(time)?.x ?? 0;
    return sum;
  });
}

function frames(scene: Scene): Work {
  return eachFrame((time) => {
    const frame = frameAt(scene, time);
    return frame.robots.length + frame.messages.length;
  });
}

function drawing(scene: Scene): Work {
  const view = fit({ minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, 800, 800);
  const context = new NoCanvas();
  return eachFrame((time) => {
    draw({ context, scene, frame: frameAt(scene, time), view, style: DEFAULT_STYLE });
    return context.sum;
  });
}

function crowds(scene: Scene): Work {
  const view = fit({ minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, 800, 800);
  const sight = new CrowdSight();
  return eachFrame((time) => sight.at(scene, time, view, DEFAULT_STYLE).places[0]!);
}

/** One frame per call, cycling through the second half of the run. */
function eachFrame(frame: (time: number) => number): Work {
  let k = 0;
  return () => {
    sink[0] = frame((SECONDS + ((k++ / FRAME_RATE) % SECONDS)) / 2);
    return 1;
  };
}

/** Robots that turn and move alternately, each at its own times, with fifty messages in transit. */
function sceneOf(robots: number): Scene {
  const scene = new Scene();
  scene.add({ type: 'world', time: 0, area: [0, 0, 1000, 1000], walled: false, response: 'stop' });
  for (let robot = 0; robot < robots; robot++) {
    const [x, y] = [(robot * 37) % 1000, (robot * 61) % 1000];
    scene.add({ type: 'robot', time: 0, robot, radius: 1, x, y, heading: 0, tag: '' });
  }
  const records = [...motions(robots, 8 * robots, SECONDS), ...messages(robots, robots, SECONDS)];
  for (const record of records.sort((a, b) => a.time - b.time)) scene.add(record);
  return scene;
}

/** Messages that are delivered a second later, except for some of the first ones. */
function stuckScene(count: number, stuck: number): Scene {
  const scene = new Scene();
  for (let robot = 0; robot < ROBOTS; robot++) {
    scene.add({ type: 'robot', time: 0, robot, radius: 1, x: robot, y: robot, heading: 0, tag: '' });
  }
  for (const record of messages(ROBOTS, 2 * count, SECONDS)) {
    if (record.type !== 'deliver' || record.message >= stuck) scene.add(record);
  }
  return scene;
}

/** Turns and moves: a leg and its event. */
function motions(robots: number, count: number, seconds = count / 1000): TraceRecord[] {
  return Array.from({ length: count }, (_, i): TraceRecord => {
    const time = (i * seconds) / count;
    const motion = i >> 1;
    const robot = motion % robots;
    const isTurn = Math.floor(motion / robots) % 2 === 0;
    const [x, y] = [(robot * 37) % 1000, (robot * 61) % 1000];
    const length = (2 * robots * seconds) / count;
    const stretch = { x, y, heading: motion % 6, start: time, end: time + length };
    if (i % 2 === 0) {
      const leg = isTurn
        ? ({ kind: 'turn', ...stretch, turnRate: 0.5 } as const)
        : ({ kind: 'line', ...stretch, vx: 3, vy: 4 } as const);
      return { type: 'leg', time, robot, leg };
    }
    return {
      type: 'motionEvent',
      time,
      robot,
      task: motion,
      kind: 'moveTo',
      phase: isTurn ? 'turn' : 'forward',
      edge: 'start',
      isLast: !isTurn,
      x,
      y,
      heading: stretch.heading,
      toX: isTurn ? x : x + 3 * length,
      toY: isTurn ? y : y + 4 * length,
      turn: isTurn ? 0.5 * length : 0,
      distance: isTurn ? 0 : 5 * length,
      turnRate: isTurn ? 0.5 : 0,
      speed: isTurn ? 0 : 5,
    };
  });
}

/** Messages that are sent, and delivered a while later. */
function messages(robots: number, count: number, seconds = count / 1000): TraceRecord[] {
  const sendings = count / 2;
  /** Number of messages in transit. */
  const ahead = 50;
  const records: TraceRecord[] = [];
  for (let k = 0; k < sendings + ahead; k++) {
    const time = (k * seconds) / sendings;
    const what = (message: number, process: number) =>
      ({ message, to: [process], protocol: 'app', messageType: 'PING', content: null }) as const;
    if (k < sendings) records.push({ type: 'send', time, process: k % robots, ...what(k, (k + 1) % robots) });
    const old = k - ahead;
    if (old < 0) continue;
    const process = (old + 1) % robots;
    records.push({ type: 'deliver', time, process, from: old % robots, ...what(old, process) });
  }
  return records;
}

/** A canvas that only counts calls. */
class NoCanvas implements Canvas2d {
  fillStyle: unknown = '';
  strokeStyle: unknown = '';
  globalAlpha = 1;
  lineWidth = 1;
  lineCap: unknown = '';
  lineJoin: unknown = '';
  font = '';
  textAlign: unknown = '';
  textBaseline: unknown = '';
  sum = 0;
  save(): void {}
  restore(): void {}
  beginPath(): void {}
  closePath(): void {}
  moveTo(x: number): void {
    this.sum += x;
  }
  lineTo(x: number): void {
    this.sum += x;
  }
  arc(x: number): void {
    this.sum += x;
  }
  rect(x: number): void {
    this.sum += x;
  }
  fill(): void {}
  stroke(): void {}
  fillRect(): void {}
  fillText(): void {}
  setLineDash(): void {}
  translate(): void {}
  rotate(): void {}
  clip(): void {}
  drawImage(): void {}
}
