/** A convoy: one robot leads, the others move to its last known position. */
import {
  Action,
  angleBetween,
  CollisionData,
  COLLISIONS,
  Coordinates,
  DEECoRobot,
  Ensemble,
  normalizeAngle,
  process,
  squaredDistance,
  Wheels,
} from 'kineko/deeco';

/** Follows its last target. */
class SteeredWheels extends Wheels {
  speed = 0;
  rotation = 0;

  override sendCurrentAction(): Action {
    return new Action(this.speed, this.rotation);
  }

  override setAction(speed: number, rotation: number): void {
    this.speed = speed;
    this.rotation = rotation;
  }
}

abstract class Traveller extends DEECoRobot {
  override wheels = new SteeredWheels();
  position: Coordinates | null = null;

  constructor() {
    super();
    this.sensor.registerSensor('coords');
  }
}

/** Moves in a circle of fifty pixels. */
export class Leader extends Traveller {
  leads = true;

  static override readonly processes = [
    process<Leader>()({ name: 'lead', in: ['sensor'], inout: ['wheels', 'position'] }, (own) => {
      own.position = own.sensor.getInputFromSensor('coords', Coordinates);
      own.wheels.setAction(0.5, -0.01);
    }),
  ];
}

/** Moves to the last known position of the leader, and waits at a distance. */
export class Follower extends Traveller {
  leaderPosition: Coordinates | null = null;

  static override readonly processes = [
    process<Follower>()(
      { name: 'follow', in: ['sensor', 'leaderPosition'], inout: ['wheels', 'position'], out: ['tag'] },
      (own) => {
        const here = own.sensor.getInputFromSensor('coords', Coordinates);
        const there = own.leaderPosition;
        own.position = here;
        own.tag = there === null ? 'has heard nothing' : '';
        if (here === null || there === null) return;
        const [bump] = own.sensor.getInputFromSensor(COLLISIONS, CollisionData)?.collisionPoints ?? [];
        const ahead = normalizeAngle(angleBetween(here.x, here.y, there.x, there.y) - here.angle);
        const isFar = squaredDistance(here.x, here.y, there.x, there.y) > 12 * 12;
        // Passes an obstacle on the right; otherwise moves straight.
        if (bump !== undefined) own.wheels.setAction(0.8, bump - 1.8);
        else own.wheels.setAction(isFar ? 0.8 : 0, ahead);
      },
    ),
  ];
}

type Lead = Pick<Leader, 'leads' | 'position'>;
type Following = Pick<Follower, 'leaderPosition'>;

/** Informs the followers of the leader's position. */
export class Convoy extends Ensemble<Lead, Following> {
  readonly roles = { coord: ['leads', 'position'], member: ['leaderPosition'] } as const;
  readonly exchanged = { coord: { in: ['position'] }, member: { out: ['leaderPosition'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange(leader: Lead, follower: Following): void {
    follower.leaderPosition = leader.position;
  }
}
