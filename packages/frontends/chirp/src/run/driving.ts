/** Drives a robot on two wheels: `setspeed` becomes arcs, several in a row with noise or at a wall. */
import { type Agenda, EventClass, type Handle, type Random, type RandomStream } from '@kineko/kernel';
import { type ArcRequest, MotionError, type ExactOutcome, type TurnRequest, type World } from '@kineko/world';
import type { ChirpRobot } from '../format/world.js';

/** Seconds between draws of noise, and between attempts of a blocked robot that turns. */
export const FRAME_SECONDS = 1 / 60;
/** Seconds between attempts of a blocked robot that goes straight. */
const RETRY_SECONDS = 0.1;

export interface WheelSpeeds {
  readonly left: number;
  readonly right: number;
}

export class Drive {
  /** The requested speeds, within the limits. */
  private wheels: WheelSpeeds = { left: 0, right: 0 };
  private readonly noise: RandomStream;
  private retry: Handle | undefined;
  /** The number of requested motions. */
  requests = 0;

  /** @param slides Whether the dynamics handles contacts: the robot keeps pushing, and slides along walls. */
  constructor(
    private readonly robot: ChirpRobot,
    private readonly world: World,
    private readonly agenda: Agenda,
    random: Random,
    private readonly slides: boolean,
  ) {
    this.noise = random.stream(`robot/${robot.id}/wheels`);
  }

  /** Sets the speeds, limited to the robot's maximum. */
  setSpeed({ left, right }: WheelSpeeds): void {
    const { maxspeed } = this.robot;
    this.wheels = { left: within(maxspeed, left), right: within(maxspeed, right) };
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
    // A robot that is blocked by what it pushes may not reach the end of a leg, so a timer draws the noise.
    if (noisemax > 0 && this.slides) this.goAgainIn(FRAME_SECONDS);
    const [l, r] = sensible(this.noisy(left), this.noisy(right), axle);
    if (l === 0 && r === 0) {
      this.world.motions.stop(id);
      return;
    }
    // Checked first to avoid a motion that ends at once.
    if (!this.slides && this.world.isHeldUp(id, (l + r) / 2)) {
      this.slip((r - l) / axle);
      return;
    }
    this.requests++;
    const drive = { kind: 'arc', left: l, right: r, axle } as const;
    const request = noisemax > 0 && !this.slides ? { ...drive, duration: FRAME_SECONDS } : drive;
    this.request(request, (outcome) => this.over(outcome, request));
  }

  private over({ status }: ExactOutcome, request: ArcRequest & WheelSpeeds & { readonly axle: number }): void {
    if (status === 'finished') this.go();
    else if (status === 'collided') this.slip((request.right - request.left) / request.axle);
  }

  /** At an immovable body the wheels slip: the robot turns in place, and tries again. */
  private slip(turnRate: number): void {
    if (turnRate === 0) {
      this.goAgainIn(RETRY_SECONDS);
      return;
    }
    this.requests++;
    const request: TurnRequest = { kind: 'turn', angle: turnRate * FRAME_SECONDS, turnRate: Math.abs(turnRate) };
    this.request(request, ({ status }) => {
      if (status === 'finished') this.go();
    });
  }

  /** A request that the world refuses, as at the end of its domain, is recorded as a warning; the run continues. */
  private request(request: ArcRequest | TurnRequest, onEnd: (outcome: ExactOutcome) => void): void {
    const { motions } = this.world;
    try {
      motions.request(this.robot.id, request, onEnd);
    } catch (error) {
      if (!(error instanceof MotionError)) throw error;
      motions.stop(this.robot.id);
      this.world.warn(error.message, this.robot.id);
    }
  }

  private goAgainIn(seconds: number): void {
    const { id } = this.robot;
    this.retry = this.agenda.schedule(this.agenda.now + seconds, {
      class: EventClass.WakeUp,
      low: id,
      high: id,
      run: () => this.go(),
      describe: () => `robot ${id} continues`,
    });
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

/** Units or radians per second; slower motions count as rest. */
const SLOWEST = 1e-8;

function within(most: number, speed: number): number {
  return Math.max(-most, Math.min(most, speed));
}

/** Rounds speeds that are nearly equal, or nearly 0. */
function sensible(left: number, right: number, axle: number): readonly [left: number, right: number] {
  const mean = (left + right) / 2;
  const half = Math.abs(right - left) < SLOWEST * axle ? 0 : (right - left) / 2;
  const speed = Math.abs(mean) < SLOWEST ? 0 : mean;
  return [speed - half, speed + half];
}
