/** Two wheels a robot: what `setspeed` asks for becomes arcs, one after the other where noise or a wall wants that. */
import type { ChirpRobot } from '@kineko/formats/chirp';
import { cos, sin } from '@kineko/geometry';
import { type Agenda, EventClass, type Handle, type Random, type RandomStream } from '@kineko/kernel';
import type { ArcRequest, MotionOutcome, TurnRequest, World } from '@kineko/world';

/** Seconds from one draw of noise to the next, and between two attempts of a robot that is held up and turns. */
export const FRAME_SECONDS = 1 / 60;
/** Seconds between two attempts of a robot that is held up and goes straight. */
const HELD_UP_SECONDS = 0.1;

export interface WheelSpeeds {
  readonly left: number;
  readonly right: number;
}

export class Drive {
  /** As they were asked for, within the limits. */
  private wheels: WheelSpeeds = { left: 0, right: 0 };
  private readonly noise: RandomStream;
  private retry: Handle | undefined;
  /** How many motions it has asked for. */
  requests = 0;

  constructor(
    private readonly robot: ChirpRobot,
    private readonly world: World,
    private readonly agenda: Agenda,
    random: Random,
  ) {
    this.noise = random.stream(`robot/${robot.id}/wheels`);
  }

  /** From now on; speeds beyond the robot's are cut. */
  setSpeed({ left, right }: WheelSpeeds): void {
    const { maxspeed } = this.robot;
    const within = (speed: number): number => Math.max(-maxspeed, Math.min(maxspeed, speed));
    this.wheels = { left: within(left), right: within(right) };
    this.go();
  }

  private go(): void {
    const { id, wheelbase: axle, noisemax } = this.robot;
    const { left, right } = this.wheels;
    this.forgetRetry();
    if (left === 0 && right === 0) {
      this.world.motions.stop(id);
      return;
    }
    const duration = noisemax > 0 ? { duration: FRAME_SECONDS } : {};
    const [l, r] = [this.noisy(left), this.noisy(right)];
    if (this.isHeldUp((l + r) / 2)) {
      this.slip((r - l) / axle);
      return;
    }
    this.requests++;
    const request: ArcRequest = { kind: 'arc', left: l, right: r, axle, ...duration };
    this.world.motions.request(id, request, (outcome) => this.over(outcome, request));
  }

  private over({ status }: MotionOutcome, request: ArcRequest & WheelSpeeds & { readonly axle: number }): void {
    if (status === 'finished') this.go();
    else if (status === 'collided') this.slip((request.right - request.left) / request.axle);
  }

  /** Against something that does not give way the wheels slip: the robot turns where it is, and tries again. */
  private slip(turnRate: number): void {
    const { id } = this.robot;
    if (turnRate === 0) {
      this.retry = this.agenda.schedule(this.agenda.now + HELD_UP_SECONDS, {
        class: EventClass.WakeUp,
        low: id,
        high: id,
        run: () => this.go(),
        describe: () => `robot ${id}, which is held up, tries to go on`,
      });
      return;
    }
    this.requests++;
    const request: TurnRequest = { kind: 'turn', angle: turnRate * FRAME_SECONDS, turnRate: Math.abs(turnRate) };
    this.world.motions.request(id, request, ({ status }) => {
      if (status === 'finished') this.go();
    });
  }

  /** Looked at first, since a motion that ends as it begins is a lot of trouble for nothing. */
  private isHeldUp(speed: number): boolean {
    const { heading } = this.world.poseOf(this.robot.id);
    return this.world.isHeldUp(this.robot.id, { x: speed * cos(heading), y: speed * sin(heading) });
  }

  private noisy(speed: number): number {
    const { noisemax } = this.robot;
    return noisemax > 0 ? speed * (1 + this.noise.uniform(-noisemax, noisemax)) : speed;
  }

  private forgetRetry(): void {
    if (this.retry?.state === 'pending') this.agenda.cancel(this.retry);
    this.retry = undefined;
  }
}
