import { atan2, type CurveLeg, curveLeg, DomainError, MAX_COORDINATE, MAX_TIME, type Pose } from '@kineko/geometry';
import { expected } from '@kineko/formats/problem';
import { MotionError, type MotionModule, type MotionRequest, type Phase } from './motion-module.js';
import { type Algebra, loadAlgebra } from './equation/algebra.js';
import { type Coordinate, coordinateOf, type Path, pathOf, reachOf } from './equation/path.js';
import { describe } from './equation/read-equation.js';

/**
 * Follow x(t), y(t), given as text: `{ kind: 'equation', x: '2 * cos(t)', y: '2 * sin(t)', duration: 10 }`.
 *
 * The path is translated, not rotated, to begin where the robot is, so the robot never jumps; a robot at (x(0), y(0))
 * follows the equations to the last bit. It heads in the direction of its motion from the first instant on.
 */
export interface EquationRequest extends MotionRequest {
  readonly kind: 'equation';
  /** Metres, as a function of t, the seconds since the motion began. */
  readonly x: string;
  readonly y: string;
  /** Seconds. */
  readonly duration: number;
}

/** Loads the parser and returns the module; call it before a run. */
export async function loadEquations(): Promise<MotionModule<EquationRequest>> {
  return new Equations(await loadAlgebra());
}

const CACHE_SIZE = 256;

class Equations implements MotionModule<EquationRequest> {
  readonly kind = 'equation';

  /** Caches of parsed texts and paths, which affect only the time that a plan takes. */
  private readonly coordinates = new Map<string, Coordinate>();
  private readonly paths = new Map<string, Path>();

  constructor(private readonly algebra: Algebra) {}

  plan(request: EquationRequest, from: Pose, start: number): readonly Phase[] {
    checkText('x', request.x);
    checkText('y', request.y);
    checkTimes(request.duration, start);
    const path = this.pathOf(request);
    const offset = { x: offsetOf(path, 'x', from), y: offsetOf(path, 'y', from) };
    return [{ name: 'equation', leg: legOf(path, offset, from, start) }];
  }

  private pathOf({ x, y, duration }: EquationRequest): Path {
    return cached(this.paths, JSON.stringify([x, y, duration]), () =>
      pathOf(this.coordinateOf('x', x), this.coordinateOf('y', y), duration),
    );
  }

  private coordinateOf(name: 'x' | 'y', text: string): Coordinate {
    return cached(this.coordinates, `${name} ${text}`, () => coordinateOf(this.algebra, { name, text }));
  }
}

/** A least recently used cache. */
function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const value = cache.get(key) ?? make();
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!);
  return value;
}

/** Rejects values that are not texts: a configuration may contain anything. */
function checkText(name: string, text: unknown): void {
  if (typeof text === 'string') return;
  throw new MotionError(`the ${name} of an equation: ${expected('a text such as "2 * cos(t)"', text)}`);
}

function checkTimes(duration: number, start: number): void {
  if (!(Number.isFinite(duration) && duration > 0)) {
    throw new MotionError(`the duration of an equation: ${expected('a finite number of seconds above 0', duration)}`);
  }
  if (!(start >= 0 && start + duration <= MAX_TIME)) {
    throw new MotionError(
      `the end of an equation from t = ${start} for ${duration} s: expected 0 to 2^31 s, got ${start + duration}`,
    );
  }
}

/** Offset from the start of the equations to the robot: exactly 0 if the two positions are equal. */
function offsetOf(path: Path, axis: 'x' | 'y', from: Pose): number {
  const offset = from[axis] - path.position(0)[axis];
  const { duration } = path;
  if (Math.abs(offset) + path.reach[axis] > MAX_COORDINATE) reachOf(path[axis], offset, duration);
  return offset;
}

function legOf(path: Path, offset: { readonly x: number; readonly y: number }, from: Pose, start: number): CurveLeg {
  const { duration, velocity, maxSpeed, maxAcceleration } = path;
  // The end is rounded, and bounds hold only for the duration.
  const secondsAt = (t: number): number => Math.min(Math.max(t - start, 0), duration);
  const spec = {
    start,
    end: start + duration,
    position: (t: number) => {
      const seconds = secondsAt(t);
      // Rounding must not move a robot at the start.
      if (seconds === 0) return { x: from.x, y: from.y };
      const { x, y } = path.position(seconds);
      return { x: x + offset.x, y: y + offset.y };
    },
    velocity: (t: number) => velocity(secondsAt(t)),
    headingAt: (t: number) => headingOf(path, secondsAt(t), from.heading),
    maxSpeed,
    maxAcceleration,
    // The error bound of a position allows for many more roundings than that of a sum.
    magnitude: (path.terms + Math.abs(offset.x) + Math.abs(offset.y)) / 8,
  };
  try {
    return curveLeg(spec);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new MotionError(`${describe(path.x)}, ${describe(path.y)}: ${error.message}`, { cause: error });
  }
}

/** The direction of the velocity; at rest, of the acceleration; otherwise the heading before the motion. */
function headingOf(path: Path, seconds: number, before: number): number {
  const velocity = path.velocity(seconds);
  const isStanding = velocity.x === 0 && velocity.y === 0;
  const { x, y } = isStanding ? path.acceleration(seconds) : velocity;
  // Adding 0 turns -0 into 0, which would turn π into -π.
  return x === 0 && y === 0 ? before : atan2(y + 0, x);
}
