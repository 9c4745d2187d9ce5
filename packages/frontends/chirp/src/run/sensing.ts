/** The sensors of a Chirp at the present instant. They read the world and change nothing. */
import { cos, pointDistance, pointSegmentDistance, sin } from '@kineko/geometry';
import { type RingHit, ringHits, type WorldView } from '@kineko/world';
import type { ChirpLine, ChirpPoint, ChirpRobot, ChirpSource, ChirpWorld } from '../format/world.js';

/** Distance sensors around the rim: the first ahead, then anticlockwise. */
export const SENSORS = 8;
/** Their angles from the heading. */
const ANGLES: readonly number[] = Array.from({ length: SENSORS }, (_, sensor) => (2 * Math.PI * sensor) / SENSORS);
/** Line sensors are at the front: left, middle, right, this fraction of the radius apart. */
const LINE_SPREAD = 0.4;

export type SensorKind = 'distance' | ChirpSource['kind'] | 'line';

export class Sensing {
  private readonly robots: ReadonlyMap<number, ChirpRobot>;

  constructor(
    private readonly world: ChirpWorld,
    private readonly around: WorldView,
  ) {
    this.robots = new Map(world.robots.map((robot) => [robot.id, robot]));
  }

  /** The values of all sensors of a kind. */
  read(robot: number, kind: SensorKind): number[] {
    switch (kind) {
      case 'distance':
        return this.hits(robot).map(({ distance }) => Math.min(distance, this.robots.get(robot)!.range));
      case 'line':
        return this.lineSensors(robot).map((place) => (this.world.lines.some((line) => isOn(line, place)) ? 1 : 0));
      default:
        return this.rimPlaces(robot).map((place) => this.intensity(kind, place));
    }
  }

  /** The robots that one sensor (1 to 8) or any sensor sees, by id. */
  seen(robot: number, sensor?: number): number[] {
    const hits = this.hits(robot);
    const asked = sensor === undefined ? hits : hits.slice(sensor - 1, sensor);
    const ids = new Set(asked.flatMap((hit) => hit.robot ?? []));
    return [...ids].sort((a, b) => a - b);
  }

  private hits(robot: number): RingHit[] {
    const { range } = this.robots.get(robot)!;
    return ringHits({ rays: ANGLES, range, fromRim: true }, this.around, robot);
  }

  private rimPlaces(robot: number): ChirpPoint[] {
    const { radius } = this.robots.get(robot)!;
    const { x, y, heading } = this.around.poseOf(robot);
    return ANGLES.map((angle) => ({
      x: x + radius * cos(heading + angle),
      y: y + radius * sin(heading + angle),
    }));
  }

  private lineSensors(robot: number): ChirpPoint[] {
    const { radius } = this.robots.get(robot)!;
    const { x, y, heading } = this.around.poseOf(robot);
    const [ahead, aside] = [cos(heading), sin(heading)];
    return [LINE_SPREAD, 0, -LINE_SPREAD].map((share) => ({
      x: x + radius * (ahead - share * aside),
      y: y + radius * (aside + share * ahead),
    }));
  }

  private intensity(kind: ChirpSource['kind'], place: ChirpPoint): number {
    let sum = 0;
    for (const source of this.world.sources) if (source.kind === kind) sum += intensityOf(source, place);
    return sum;
  }
}

/** Light falls with the square of the distance from one unit on; heat and gas fall linearly to 0 at the radius. */
function intensityOf({ kind, position, radius, strength }: ChirpSource, place: ChirpPoint): number {
  const distance = pointDistance(position, place);
  if (distance >= radius) return 0;
  return kind === 'light' ? strength / Math.max(1, distance * distance) : strength * (1 - distance / radius);
}

function isOn({ points, width }: ChirpLine, place: ChirpPoint): boolean {
  for (let i = 0; i + 1 < points.length; i++) {
    const { x: ax, y: ay } = points[i]!;
    const { x: bx, y: by } = points[i + 1]!;
    if (pointSegmentDistance(place, { ax, ay, bx, by }) <= width / 2) return true;
  }
  return false;
}
