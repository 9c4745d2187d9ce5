/** Classes for `own-classes.xml`: a shepherd that calls, and sheep that come when they hear it. */
import {
  Action,
  Coordinates,
  DEECoRobot,
  Ensemble,
  process,
  squaredDistance,
  subjectiveAngleBetween,
  Wheels,
} from 'kineko/deeco';

/** Moves to its target, one cycle at a time. */
class Legs extends Wheels {
  speed = 0;
  turn = 0;

  override setAction(speed: number, turn: number): void {
    this.speed = speed;
    this.turn = turn;
  }

  override sendCurrentAction(): Action {
    return new Action(this.speed, this.turn);
  }
}

abstract class Animal extends DEECoRobot {
  override wheels = new Legs();
  position: Coordinates | null = null;

  constructor() {
    super();
    this.sensor.registerSensor('coords');
  }
}

/** Moves in a circle and calls. */
export class Shepherd extends Animal {
  call = 'come!';

  static override readonly processes = [
    process<Shepherd>()({ name: 'walk', in: ['sensor'], inout: ['wheels'], out: ['position'] }, (own) => {
      own.position = own.sensor.getInputFromSensor('coords', Coordinates);
      own.wheels.setAction(0.5, 0.05);
    }),
  ];
}

/** Comes when it is called, and stops nearby. */
export class Sheep extends Animal {
  caller: Coordinates | null = null;

  static override readonly processes = [
    process<Sheep>()({ name: 'come', in: ['sensor', 'caller'], inout: ['wheels'], out: ['position', 'tag'] }, (own) => {
      const here = own.sensor.getInputFromSensor('coords', Coordinates);
      own.position = here;
      own.tag = own.caller === null ? '' : 'hears';
      if (here === null || own.caller === null) return own.wheels.setAction(0, 0);
      const { x, y } = own.caller;
      if (squaredDistance(here.x, here.y, x, y) < 144) return own.wheels.setAction(0, 0);
      own.wheels.setAction(1, subjectiveAngleBetween(here.x, here.y, here.angle, x, y));
    }),
  ];
}

/** Sheep in range hear the call, and know its origin. */
export class Calling extends Ensemble<Shepherd, Sheep> {
  readonly roles = { coord: ['call', 'position'], member: ['caller', 'position'] } as const;
  readonly exchanged = { coord: { in: ['position'] }, member: { out: ['caller'] } } as const;

  membership({ position: one }: Shepherd, { position: other }: Sheep): boolean {
    return one !== null && other !== null && squaredDistance(one.x, one.y, other.x, other.y) < 2500;
  }

  exchange({ position }: Shepherd, sheep: Sheep): void {
    sheep.caller = position;
  }
}
