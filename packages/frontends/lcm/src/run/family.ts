/** Look-Compute-Move as a family of algorithms: plans a run, and starts its scheduler. */
import { describeProblem, expected, InputError, nearestName } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { type AlgorithmFamily, FAMILY, type FamilyRequest, type FamilyRun } from '@kineko/robotsim/extension';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { findViolation } from '../format/schedule-check.js';
import { readSchedule, robotsOf } from '../format/schedule-file.js';
import { randomActivations, scheduledActivations, valueOf } from './activations.js';
import { Execution } from './execution.js';
import { frameOf } from './frames.js';
import { describeModel, type LcmModel, modelOf } from './model.js';
import { decide, type LcmClass } from './oblivious.js';

export const LCM_FAMILY: AlgorithmFamily = {
  title: 'Look-Compute-Move',
  keys: 'lcm',
  plan: async (request) => {
    const create = request.create as LcmClass;
    if (!checkClass(create, request)) return undefined;
    const { config, world, fail } = request;
    const model = modelOf(request, create, config.get('process.num'));
    checkNeeds(create, request, model);
    if (model.obstruction === 'discs' && world.robots.some(({ radius }) => radius === 0)) {
      fail(
        'lcm.obstruction',
        'lcm.obstruction = discs: expected robot.size above 0; for points, lcm.obstruction = points',
      );
    }
    const file = config.get('lcm.schedule');
    if (file === undefined) return startOf(request, create, model);
    const schedule = await scheduleIn(file, request, model);
    return schedule && startOf(request, create, playing(model, schedule, config.has('lcm.frames')), { file, schedule });
  },
};

interface NamedSchedule {
  readonly file: string;
  readonly schedule: ActivationSchedule;
}

function startOf(request: FamilyRequest, create: LcmClass, model: LcmModel, played?: NamedSchedule) {
  const { schedule, file } = played ?? {};
  return (run: FamilyRun) =>
    new Execution(run, {
      model,
      className: request.name,
      compute: (blind, snapshot) => decide(create, blind, snapshot),
      isExact: create.isExact === true,
      activations: (random) =>
        schedule === undefined ? randomActivations(model, random) : scheduledActivations(schedule),
      schedule,
      frames: schedule && new Map(Array.from(schedule.frames, ([robot, frame]) => [robot, frameOf(frame)])),
      isPlaced: request.config.get('bornpoint.random') !== true,
      hasFaults: [...request.config.known()].some(({ key }) => /^faults$|\.crash\./.test(key)),
      algorithm: request.config.get('robot.algorithm') ?? request.name,
      settings: modelSettings(request),
      describe: (isExact) =>
        describeModel(model, file === undefined ? 'random activations' : `activation schedule ${file}`, isExact),
    });
}

/** The keys of the configuration that a replay of a schedule needs: those that it does not determine, and parameters. */
function modelSettings({ config, name }: FamilyRequest): ReadonlyMap<string, string> {
  const own = config.entries().filter(({ key, origin }) => {
    const isModel = key.startsWith('lcm.') && !/^lcm\.(?:schedule|scheduler|frames.*|unit|lights\.initial)$/.test(key);
    return origin.kind !== 'default' && (isModel || key.startsWith(`${name}.`));
  });
  return new Map(own.map(({ key, value }) => [key, value]));
}

/** The model with the parts that a schedule determines. */
function playing(model: LcmModel, { scheduler, delta, robots }: ActivationSchedule, keepsFrames: boolean): LcmModel {
  const [first] = model.palette;
  return {
    ...model,
    scheduler,
    ...(delta === undefined ? { isRigid: true } : { isRigid: false, delta: valueOf(delta) }),
    ...(robots.some(({ light }) => light !== undefined) && { initial: robots.map(({ light = first! }) => light) }),
    ...(!keepsFrames && { frames: 'full' }),
  };
}

/** Reads a schedule and compares it with the configuration; undefined if there are problems. */
async function scheduleIn(
  file: string,
  { config, readText, fail, world, name }: FamilyRequest,
  { scheduler, palette }: LcmModel,
): Promise<ActivationSchedule | undefined> {
  let schedule: ActivationSchedule;
  try {
    schedule = await readSchedule(await readText(KEY, file), file, name);
  } catch (error) {
    const problems = error instanceof InputError ? error.problems.map(describeProblem) : [messageOf(error)];
    for (const problem of problems) fail(KEY, problem);
    return undefined;
  }
  const problems: string[] = [];
  const n = world.robots.length;
  const count = robotsOf(schedule);
  if (schedule.robots.length > 0 ? count !== n : count > n) {
    problems.push(`expected a schedule for ${n} robots, as process.num says, got one for ${count}`);
  } else {
    const violation = config.has('lcm.scheduler') ? findViolation({ ...schedule, scheduler }, n) : undefined;
    if (violation !== undefined) problems.push(`${violation.text} (lcm.scheduler is ${scheduler.name})`);
    for (const [robot, { at }] of schedule.robots.entries()) {
      const [x, y] = [valueOf(at[0]), valueOf(at[1])];
      const born = world.robots[robot]!;
      if (born.x === x && born.y === y) continue;
      problems.push(`expected bornpoint${robot + 1} = ${x}, ${y}, where the schedule places it`);
    }
    const unknown = [...schedule.robots.flatMap(({ light }) => light ?? []), ...schedule.reads.values()].find(
      // The colour of a table with a single one is no light.
      (color) => !palette.includes(color) && (palette.length > 0 || schedule.table === undefined),
    );
    const colors =
      palette.length === 0
        ? 'no colour, since the algorithm has no lights'
        : `a colour of ${name} (${palette.join(', ')})`;
    if (unknown !== undefined) problems.push(expected(colors, unknown));
  }
  for (const problem of problems) fail(KEY, `${file}: ${problem}`);
  return problems.length === 0 ? schedule : undefined;
}

const KEY = 'lcm.schedule';

/** Reports a class that Kineko cannot use. */
function checkClass(create: LcmClass, { name, fail }: FamilyRequest): boolean {
  const own = classesOf(create).map(({ prototype }) => Object.getOwnPropertyNames(prototype));
  const problems: string[] = [];
  if (own.some((names) => names.includes('doMotion'))) {
    problems.push('doMotion: expected compute only, since the scheduler decides when robots move');
  }
  if (!own.some((names) => names.includes('compute'))) {
    const near = nearestName('compute', own.flat());
    problems.push(`expected a method compute, got none${near === undefined ? '' : `; did you mean it by '${near}'?`}`);
  }
  const { lights } = create as { readonly lights: unknown };
  const isPalette = Array.isArray(lights) && lights.every((color) => typeof color === 'string' && color !== '');
  if (!isPalette) problems.push('static lights: expected a list of names of colours');
  else if (new Set(lights).size < lights.length) problems.push('static lights: expected each colour once');
  for (const problem of problems) fail('robot.algorithm', `${name}: ${problem}`);
  return problems.length === 0;
}

/** Compares the model with the requirements of a built-in algorithm. */
function checkNeeds({ needs = {} }: LcmClass, { name, fail, warn, world }: FamilyRequest, model: LcmModel): void {
  const { robots, multiplicity, range } = needs;
  const n = world.robots.length;
  if (robots !== undefined && n !== robots) fail('process.num', `${name}: expected ${robots} robots, got ${n}`);
  const { multiplicity: given, isMultiplicityLocal, visibility } = model;
  if (multiplicity !== undefined && (given !== multiplicity || isMultiplicityLocal)) {
    const got = `${given}${isMultiplicityLocal ? ' (local)' : ''}`;
    warn('lcm.multiplicity', `${name}: expected lcm.multiplicity = ${multiplicity}, got ${got}`);
  }
  if (range === true && visibility === Infinity) {
    warn('lcm.visibility', `${name}: expected lcm.visibility in metres, got unlimited`);
  }
}

/** A class and its base classes, up to LookComputeMove. */
function classesOf(create: LcmClass): { readonly prototype: object }[] {
  const classes: { readonly prototype: object }[] = [];
  for (let each: LcmClass = create; !Object.hasOwn(each, FAMILY); each = Object.getPrototypeOf(each) as LcmClass) {
    classes.push(each);
  }
  return classes;
}
