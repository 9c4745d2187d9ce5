/** The visible robots of a crowd as numbers. */
import type { View } from '@kineko/ui';
import { type FrameRobot, type Mutable, robotAt, type RobotState } from '../../scene/frame.js';
import type { Scene, SceneRobot } from '../../scene/scene.js';
import type { Sample } from '../../scene/track.js';
import { colorOf, isTransparent, rgbOf } from '../color.js';
import { CROWD, isInSight } from '../drawing.js';
import { MIN_WITH_LABEL } from '../layers/labels.js';
import { drawnRadius } from '../layers/robots.js';
import type { Style } from '../style.js';
import { ROW } from './shaders.js';

// Columns of a robot: pixels from the centre of the picture (small at any zoom), radians, pixels.
const [X, Y, HEADING, RADIUS] = [0, 1, 2, 3];
const WIDTH = 4;

/** Limit on the named robots; more would overlap. */
const MAX_NAMED = 4000;

/** The visible robots of a crowd at an instant; reused buffers, valid until the next call. */
export interface Sight {
  readonly count: number;
  /** x, y, heading and radius of the visible robots, grouped by colour; the buffer may be longer. */
  readonly places: Float32Array<ArrayBuffer>;
  /** Red, green, blue and alpha. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** The largest radius in pixels. */
  readonly largest: number;
  /** Whether a visible robot has a light. */
  readonly isLit: boolean;
  /** Robots with a mark: crashed, suspected or selected. */
  readonly marked: readonly FrameRobot[];
  /** Robots for layers that draw them one by one: all visible ones if they are few, or the large ones. */
  readonly named: readonly FrameRobot[];
}

export class CrowdSight {
  private room = 0;
  private unsorted = new Float32Array(0);
  private groups = new Uint16Array(0);
  private places = new Float32Array(0);
  private colors = new Uint32Array(0);
  private readonly sample: Sample = { x: 0, y: 0, heading: 0, activity: 'idle' };
  /** The properties on which the colour of a robot depends. */
  private readonly probe: Mutable<FrameRobot> = {
    id: 0,
    x: 0,
    y: 0,
    heading: 0,
    radius: 0,
    tag: '',
    light: '',
    className: '',
    state: 'idle',
    destination: undefined,
  };

  at(scene: Scene, time: number, view: View, style: Style): Sight {
    this.makeRoom(scene.robots.size);
    const { sample, probe, unsorted, groups, colors } = this;
    const { pixelsPerMetre: scale, width, height } = view;
    const palette = new Palette();
    const marked: FrameRobot[] = [];
    const large: SceneRobot[] = [];
    const few: SceneRobot[] = [];
    let count = 0;
    let largest = 0;
    let isLit = false;
    for (const robot of scene.robots.values()) {
      if (time < robot.entered || !robot.track.sampleAt(time, sample)) continue;
      const x = (sample.x - view.x) * scale;
      const y = (view.y - sample.y) * scale;
      const radius = drawnRadius(robot.radius, view);
      if (!isInSight(view, x + width / 2, y + height / 2, radius + 1)) continue;
      probe.id = robot.id;
      probe.tag = robot.tags.at(time);
      probe.light = robot.lights.at(time);
      isLit ||= probe.light !== '';
      probe.className = scene.classOf(robot.id);
      probe.state = stateOf(scene, robot.id, time, sample.activity);
      const color = colorOf(probe, style);
      if (!isTransparent(color)) {
        const at = count * WIDTH;
        unsorted[at + X] = x;
        unsorted[at + Y] = y;
        unsorted[at + HEADING] = sample.heading;
        unsorted[at + RADIUS] = radius;
        groups[count++] = palette.groupOf(color);
      }
      if (radius > largest) largest = radius;
      if (few.length < CROWD) few.push(robot);
      if (radius >= MIN_WITH_LABEL && large.length <= MAX_NAMED) large.push(robot);
      if (probe.state === 'crashed' || probe.state === 'suspected' || robot.id === style.selected) {
        marked.push(robotAt(scene, robot, time, sample)!);
      }
    }
    palette.sort(unsorted, groups, count, this.places, colors);
    const distinct = count <= CROWD ? few : large.length > MAX_NAMED ? [] : large;
    const named = distinct.map((robot) => robotAt(scene, robot, time, sample)!);
    return { count, places: this.places, colors: new Uint8Array(colors.buffer), largest, isLit, marked, named };
  }

  private makeRoom(robots: number): void {
    if (robots <= this.room) return;
    // Rounded up to whole rows of a texture.
    this.room = Math.ceil((robots + (robots >>> 2)) / ROW) * ROW;
    this.unsorted = new Float32Array(this.room * WIDTH);
    this.places = new Float32Array(this.room * WIDTH);
    this.colors = new Uint32Array(this.room);
    this.groups = new Uint16Array(this.room);
  }
}

function stateOf(scene: Scene, id: number, time: number, activity: Sample['activity']): RobotState {
  return scene.isCrashed(id, time) ? 'crashed' : scene.isSuspected(id, time) ? 'suspected' : activity;
}

const MAX_GROUPS = 0xffff;

/** Colours in order of first use; where robots overlap, the later colour is on top. */
class Palette {
  private readonly groups = new Map<string, number>();
  private readonly packed: number[] = [];
  private readonly counts: number[] = [];
  private last = '';
  private lastGroup = -1;

  groupOf(color: string): number {
    if (color !== this.last || this.lastGroup < 0) {
      let group = this.groups.get(color);
      if (group === undefined) {
        group = Math.min(this.packed.length, MAX_GROUPS);
        this.groups.set(color, group);
        this.packed[group] = pack(color);
        this.counts[group] = 0;
      }
      this.last = color;
      this.lastGroup = group;
    }
    this.counts[this.lastGroup]!++;
    return this.lastGroup;
  }

  sort(unsorted: Float32Array, groups: Uint16Array, count: number, sorted: Float32Array, colors: Uint32Array): void {
    let next = 0;
    const places = this.counts.map((size) => {
      next += size;
      return next - size;
    });
    for (let k = 0; k < count; k++) {
      const group = groups[k]!;
      const place = places[group]!++;
      for (let column = 0; column < WIDTH; column++) {
        sorted[place * WIDTH + column] = unsorted[k * WIDTH + column]!;
      }
      colors[place] = this.packed[group]!;
    }
  }
}

/** Red, green, blue and alpha from the lowest byte up. */
export function pack(color: string): number {
  const [red, green, blue] = rgbOf(color) ?? [0, 0, 0];
  const alpha = color.length === 9 ? parseInt(color.slice(7), 16) : 0xff;
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0;
}
