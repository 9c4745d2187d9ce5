/** A submission behaves outside the engine as inside: the same random numbers, the same order, the same records. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readTrace, type TraceRecord } from '@kineko/formats/trace';
import { gradeAlgorithm, gradePool } from '@kineko/lab/node';
import { overlapping } from '@kineko/tools/kits/overlapping';
import { GRADE_WORKER, labSite, SUBMISSION_PROGRAM } from '../src/lab-site.js';
import { SUBMISSION_MODULES } from '../src/submission/modules.js';
import { Workspace } from './command-line.js';

interface Case {
  readonly config?: string;
  readonly code: string;
}

interface Traces {
  readonly inside: readonly TraceRecord[];
  readonly outside: readonly TraceRecord[];
  /** Error output of the run in the engine. */
  readonly printed: string;
  /** Reason for the lost points. */
  readonly reason: string | undefined;
}

const SEED = 7;

const world = `
process.num = 6
robot.size = 1
world.width = 60
world.height = 60
bornpoint.random = true
network = BasicNetwork
BasicNetwork.lambda = 0.3
simulation.time = 25
`;

const algorithm = (body: string, before = ''): string => `
import { AbstractAlgorithm, all, centroid, compose, first, Latch, Mailbox, RandomMovement, Gathering, timeout, TIMED_OUT } from 'kineko';
${before}
export default class Student extends AbstractAlgorithm<any> {
${body}
}
`;

const cases: Readonly<Record<string, Case>> = {
  'random movement that is built in': {
    code: `import { RandomMovement } from 'kineko';\nexport class Student extends RandomMovement {}`,
  },
  gathering: {
    config: 'ghost_mode = true',
    code: `import { Gathering } from 'kineko';\nexport class Student extends Gathering {}`,
  },
  'flocking by messages, with parameters': {
    config: 'network.range.reach = 30\nStudent.speed = 2',
    code: `import { Flocking } from 'kineko';\nexport class Student extends Flocking {}`,
  },
  'a circle': { code: `import { CircleFormation } from 'kineko';\nexport class Student extends CircleFormation {}` },
  'reservations on an atomic broadcast': {
    config: 'protocol = LamportBroadcast',
    code: `import { PathReservation } from 'kineko';\nexport class Student extends PathReservation {}`,
  },
  'requests to move': {
    code: `import { TestCommunication } from 'kineko';\nexport class Student extends TestCommunication {}`,
  },
  'every kind of motion': {
    code: algorithm(`
  async doMotion() {
    const { actuator } = this;
    await actuator.forward(3, 2 + this.random());
    await actuator.turn(45, -90);
    await actuator.arc(2, 30, { duration: 1.5 });
    await actuator.drive(1, 1.5, 0.5, { duration: 2 });
    await actuator.follow({ x: '2 * cos(t)', y: '2 * sin(t)', duration: 2 });
    const outcome = await timeout(actuator.moveTo({ x: 30 * this.random(), y: 30 }, 4, 90), 3);
    if (outcome === TIMED_OUT) actuator.stop();
    else this.logger.info(\`\${outcome.status} at \${outcome.at}: \${JSON.stringify(outcome.pose)}\`);
  }`),
  },
  'sensors, noise, push sensors and their handlers': {
    code: algorithm(`
  private met = 0;
  async doMotion() {
    this.proximitySensor.activate(6, { interval: 0.5, onEvent: (seen) => {
      this.met += seen.length;
      this.actuator.turn(90, 30 + this.met);
    } });
    this.contactSensor.activate({ exact: true }, () => void this.logger.warn('touched'));
    const [here, heading] = [await this.gps.getSelfPosition(0.5), await this.compass.getHeading(1)];
    const seen = await this.viewSensor.getRobotsInView(20);
    const rays = await this.ringSensor.getDistances(8, 20);
    const ahead = await this.sonarSensor.getDistance(15, { direction: 10, openingAngle: 20 });
    this.logger.debug(JSON.stringify([here, heading, seen, rays, ahead, this.robot.futureEvents()]));
    this.tag('met ' + this.met);
    await this.actuator.moveTo({ x: here.x + 20 * (this.random() - 0.5), y: here.y + 20 * (this.random() - 0.5) }, 5, 120);
  }`),
  },
  'messages, inboxes, handlers, timers and latches': {
    code: algorithm(`
  private readonly told = new Latch<void>('told');
  private readonly box = new Mailbox<number>('numbers');
  private ticks = 0;
  protected override readonly handlers = {
    PING: (n: number, from: number) => { this.send(from, 'PONG', { n, at: this.clock, zero: -0, none: undefined }); this.box.put(n); },
    TOLD: () => this.told.fire(),
  };
  async doMotion() {
    if (this.ticks === 0) this.robot.timer(() => { this.ticks++; this.broadcast('TOLD', null); }, 'tick').every(3);
    this.ticks ||= 1;
    this.broadcast('PING', this.robot.random('own').integer(1, 100));
    const answer = await this.receive(1 + this.random());
    const both = await first(this.waitFor(this.box), this.sleep(0.7));
    this.logger.info(JSON.stringify([answer, both, this.clock]));
    if (this.robot.id === 1) await this.waitFor(this.told);
    await all(this.actuator.forward(2, 1), this.sleep(0.2));
  }`),
  },
  'nested algorithms and compositions': {
    code: algorithm(
      `
  async doMotion() {
    await this.run(RandomMovement).for(2.5);
    await this.run(Gathering).times(2);
    await this.run(staged).toEnd();
    const stop = this.sleep(1.25);
    await this.run(RandomMovement).until(stop);
  }`,
      'const staged = compose(RandomMovement).times(1).then(Gathering).for(1.5);',
    ),
  },
  'crashes, and promises of its own': {
    config: '',
    code: algorithm(`
  private settle: (() => void) | undefined;
  protected override readonly handlers = { GO: () => this.settle?.() };
  async doMotion() {
    if (this.robot.id === 2 && this.clock < 10) this.robot.crash();
    if (this.robot.id === 3) this.robot.timer(() => this.robot.recover()).schedule(0.5);
    const went = new Promise<void>((resolve) => (this.settle = resolve));
    this.broadcast('GO', this.clock);
    await Promise.all([went, this.actuator.forward(2, 3)]);
    this.logger.info('resumed at ' + this.clock);
    await this.actuator.turn(90, 45);
    if (this.clock > 20) this.finish();
  }`),
  },
  'crashes and recoveries by a schedule': {
    config: 'faults = faults.yaml',
    code: algorithm(`
  async doMotion() {
    await this.sleep(0.5);
    this.broadcast('HELLO', this.random());
    const heard = await this.receive(2);
    this.logger.info(JSON.stringify(heard ?? null));
    await this.actuator.moveTo({ x: 30, y: 30 + this.random() }, 2, 90);
  }`),
  },
  'processes without bodies': {
    config: 'bodiless',
    code: `
import { ActiveProtocol } from 'kineko';
export class Student extends ActiveProtocol<any> {
  protected async run() {
    for (let i = 0; i < 20; i++) {
      this.sendTo([(this.process.id + 1) % this.process.n], 'TOKEN', i + this.random());
      const { content, from } = await this.receive();
      this.note('got', { content, from });
      await this.sleep(this.randomStream.exponential(0.5));
    }
    this.process.shutdown('enough');
  }
}`,
  },
};

/** Shared, because each thread loads the engine. */
const pool = gradePool(GRADE_WORKER, 3);
afterAll(() => pool.close());

/** Grades the case, and makes its run in the engine. */
async function graded(name: string): Promise<() => Promise<Traces>> {
  const { config = '', code } = cases[name]!;
  const text =
    config === 'bodiless' ? 'process.num = 4\nnetwork = BasicNetwork\nsimulation.time = 25\n' : world + config;
  const key = config === 'bodiless' ? 'algorithm' : 'robot.algorithm';
  const place = new Workspace({
    'course/a.config': text,
    'course/faults.yaml':
      '- { kind: crash, process: 1, at: 5 }\n- { kind: recover, process: 1, at: 12.5 }\n- { kind: crash, process: 4, at: 3 }\n',
    'course/student.ts': code,
    'student.ts': code,
    'course/a.yaml': `scenario: a.config\nalgorithm: ${key}\nseeds: [${SEED}]\nlimits: { seconds: 1200 }\ntasks: [{ property: ./never.ts#never }]\n`,
    // A violated property, so that a trace is written.
    'course/never.ts': `export const never = () => ({ premises: 1, violations: [{ time: 0, text: 'never' }] });\n`,
  });
  const { grade } = await gradeAlgorithm({
    assignment: place.of('course/a.yaml'),
    algorithm: place.of('student.ts'),
    site: labSite({}),
    pool,
    program: { file: fileURLToPath(SUBMISSION_PROGRAM), modules: SUBMISSION_MODULES },
    signal: new AbortController().signal,
    replay: place.of('out.trace'),
  });
  return async () => {
    const set = ['--set', `${key}=./student.ts`, '--seed', String(SEED)];
    const inside = await place.kineko(['run', 'course/a.config', ...set, '--out', 'in', '--log', 'trace', '--quiet']);
    return {
      inside: records(place.of('in/trace.bin')),
      outside: records(place.of('out.trace')),
      printed: inside.stderr,
      reason: grade.tasks[0]!.worst?.text,
    };
  };
}

function records(file: string): TraceRecord[] {
  return [...readTrace(readFileSync(file), file)];
}

describe('a run with its algorithm outside the engine has the same hash', () => {
  const names = Object.keys(cases);
  // Only one run at a time is in this process.
  const gradings = overlapping(names, graded);

  test.each(names)('%s', async (name) => {
    const inEngine = await gradings(name);
    const { inside, outside, printed, reason } = await inEngine();
    expect(printed).not.toContain('failed');
    expect(reason).toBe('never');
    expect(inside.length).toBeGreaterThan(40);
    expect(outside).toEqual(inside);
  });
});
