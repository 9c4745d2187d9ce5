/** A run of a plan by the clock: every robot follows its knots, and passes through the others. */
import { MIN_SPEED } from '@kineko/geometry';
import { EventClass, Random, Simulator } from '@kineko/kernel';
import { counted, KernelRun, type OpenOptions, type RunSummary } from '@kineko/run';
import { World } from '@kineko/world';
import type { PlanAudit } from './audit-plan.js';
import type { ClockedPlan } from './clocked-plan.js';
import { recordContacts } from './contact-records.js';
import { metricsOf } from './execution-facts.js';
import { follow, type FollowRequest } from './follow.js';
import type { PlaneOfPlan } from './placed-plan.js';

export interface PlanRunOptions extends Pick<OpenOptions, 'seed' | 'emit' | 'gate'> {
  readonly timeLimit: number;
  readonly radiusOf: (agent: number) => number;
}

export class PlanRun extends KernelRun {
  protected readonly simulator = new Simulator();
  private readonly world: World;
  private requests = 0;
  private slowLegs = 0;

  /** @param clocked Without it the robots of a problem stand at their starts. */
  constructor(
    plane: PlaneOfPlan,
    private readonly audit: PlanAudit | undefined,
    private readonly clocked: ClockedPlan | undefined,
    options: PlanRunOptions,
  ) {
    super(options);
    const { simulator } = this;
    const { emit, seed } = options;
    this.world = new World(
      {
        robots: plane.robots(options.radiusOf),
        obstacles: plane.obstacles(),
        objects: plane.objects(),
        response: 'none',
      },
      { simulator, random: new Random(seed), modules: [follow], ...(emit !== undefined && { emit }) },
    );
    if (clocked === undefined) return;
    for (const robot of this.world.robots) {
      const { time } = clocked.knots.knot(robot, 0);
      simulator.schedule(time, {
        class: EventClass.Motion,
        low: robot,
        high: robot,
        run: () => this.goOn(robot, 0),
        describe: () => `robot ${robot} starts`,
      });
    }
    if (emit !== undefined) recordContacts(simulator, emit, clocked.contacts());
  }

  summary(): RunSummary {
    return {
      robots: this.world.robots.length,
      processes: 0,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: this.requests,
      collisions: 0,
      delays: 0,
      messages: { sent: 0, delivered: 0, dropped: 0 },
      stoppedBy: this.stoppedBy,
      remarks: [...this.endRemarks, ...this.remarks()],
      hasGoal: false,
    };
  }

  override metrics(): ReadonlyMap<string, number> {
    const { audit, clocked } = this;
    return audit === undefined || clocked === undefined ? new Map() : metricsOf(audit, clocked.facts);
  }

  private remarks(): string[] {
    const { clocked, slowLegs } = this;
    const contacts = clocked?.facts.contacts ?? 0;
    const hint = clocked?.facts.delayed === 0 ? '; kineko check lists them' : '';
    return [
      ...(contacts === 0 ? [] : [`${counted(contacts, 'contact')} by the clock${hint}`]),
      ...(slowLegs === 0
        ? []
        : [`${counted(slowLegs, 'leg')} slower than 2^-30 m/s: the robot rests, and its next leg makes up for it`]),
    ];
  }

  /** Starts the leg from a knot to the next one. */
  private goOn(robot: number, index: number): void {
    const { knots } = this.clocked!;
    if (index + 1 >= knots.knotsOf(robot)) return;
    const { time: until, x, y, degrees } = knots.knot(robot, index + 1);
    const from = this.world.poseOf(robot);
    const length = Math.sqrt((x - from.x) * (x - from.x) + (y - from.y) * (y - from.y));
    if (length > 0 && length < MIN_SPEED * (until - this.now)) this.slowLegs++;
    this.requests++;
    const request: FollowRequest = { kind: 'follow', x, y, until, degrees };
    this.world.motions.request(robot, request, () => this.goOn(robot, index + 1));
  }
}
