/** A robot with its sensors, effectors and requests of the step. */
import type { Pose } from '@kineko/geometry';
import type { Effector, World } from '@kineko/world';
import type { Catalogue } from '../world/catalogue.js';
import type { EffectorRequest, EffectorSite } from '../world/effector-kinds.js';
import type { FittedSensor, SensorResponse } from '../world/sensor-kinds.js';
import type { Thing, Things } from '../world/things.js';
import { Mover } from './mover.js';

/** The rest of the last move that the map cut short; undefined once the map would allow it. */
export interface RefusedMove {
  move: { readonly step: number; readonly heading: number; readonly distance: number } | undefined;
}

export interface EquippedRobot {
  readonly id: number;
  readonly thing: Thing;
  readonly sensors: ReadonlyMap<number, FittedSensor & { readonly responseType: string }>;
  readonly effectors: ReadonlyMap<string, Effector<EffectorRequest>>;
  readonly mover: Mover;
  readonly refusal: RefusedMove;
  /** Requests that are done at the end of the step. */
  readonly effects: { readonly action: string; readonly amount: number }[];
  readonly questions: number[];
  readonly responses: SensorResponse[];
  /** The pose that viewers were sent last. */
  readonly shown: { -readonly [Key in keyof Pose]: Pose[Key] };
}

export function equippedRobot(
  thing: Thing,
  id: number,
  things: Things,
  world: World,
  catalogue: Catalogue,
  site: EffectorSite,
): EquippedRobot {
  const refusal: RefusedMove = { move: undefined };
  const sensors = things.robots[id]!.sensors.map((spec) => {
    const kind = catalogue.sensors.get(spec.type)!;
    const fitted = kind.fit(spec, {
      robot: id,
      radius: world.radiusOf(id),
      things: things.all,
      refusedHeading: () => refusal.move?.heading,
      heading: () => world.poseOf(id).heading,
    });
    world.sensors.equip(id, fitted.sensor);
    const { sensor, request } = fitted;
    const { responseType } = kind;
    return [spec.id, { sensor, request, reading: (reply: unknown) => fitted.reading(reply), responseType }] as const;
  });
  const effectors = [...catalogue.effectors.values()].map(
    ({ action, make }) => [action, world.effectors.equip(id, make(site))] as const,
  );
  return {
    id,
    thing,
    sensors: new Map(sensors),
    effectors: new Map(effectors),
    mover: new Mover(id, world),
    refusal,
    effects: [],
    questions: [],
    responses: [],
    shown: { ...world.poseOf(id) },
  };
}
