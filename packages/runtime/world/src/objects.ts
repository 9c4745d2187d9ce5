/**
 * A thing in the world that can be sensed: a lamp, a heater, a marker. It is no obstacle: robots pass over it, unless a
 * disc of its size stands among the obstacles.
 */
export interface WorldObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Radius in metres; 0 for a point. */
  readonly size: number;
  readonly tag: string;
  /** Strength as a source of heat, and of light: what a sensor at a distance of one metre reads. */
  readonly heat: number;
  readonly light: number;
}
