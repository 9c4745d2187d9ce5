/** The front end for ChirpSim's worlds. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { messageOf, Random, Simulator } from '@kineko/kernel';
import { type FrontEnd, type OpenOptions, SettingsScenario, type Source, textOf } from '@kineko/run';
import { isRigid, loadRigidPhysics, type RigidPhysics, World, type WorldSpec } from '@kineko/world';
import { CHIRP_FILES } from '../format/files.js';
import { type ChirpReading, readChirpWorld } from '../format/world-reader.js';
import type { ChirpWorld } from '../format/world.js';
import { worldSpecOf } from './bodies.js';
import { ChirpRun, type LiveOptions } from './chirp-run.js';
import { ChirpSettings } from './settings.js';

export function chirp(): FrontEnd {
  return {
    ...CHIRP_FILES,
    load: (source) => Promise.resolve(new ChirpScenario(source)),
  };
}

export class ChirpScenario extends SettingsScenario<ChirpSettings> {
  readonly frontEnd = CHIRP_FILES.name;
  private readonly reading: ChirpReading;
  /** Found once, since the world is built for them. */
  private found?: Promise<readonly Problem[]> | undefined;

  constructor(source: Source) {
    super(source, new ChirpSettings(), 'world');
    this.reading = readChirpWorld(textOf(source.bytes), source.path);
  }

  /** The world of the file; undefined if it is invalid. */
  get world(): ChirpWorld | undefined {
    return this.reading.world;
  }

  protected override settingsChanged(): void {
    this.found = undefined;
  }

  problems(): Promise<readonly Problem[]> {
    return (this.found ??= this.findProblems());
  }

  private async findProblems(): Promise<readonly Problem[]> {
    const problems = [...this.reading.problems, ...this.settings.problemsWith(this.world, this.isStrict)];
    return hasErrors(problems) ? problems : [...problems, ...(await this.problemsOfBodies())];
  }

  /** Problems that only the world and the physics find: corners too far away, hulls that are too thin. */
  private async problemsOfBodies(): Promise<readonly Problem[]> {
    const world = this.world!;
    try {
      const spec = worldSpecOf(world, this.settings.get('dynamics'));
      new World(spec, { simulator: new Simulator(), random: new Random(0), physics: await physicsFor(spec) });
      return [];
    } catch (error) {
      const text = messageOf(error);
      const body = [...world.walls, ...world.pushables].find(({ origin: { path } }) => text.includes(path));
      return [{ severity: 'error', place: body?.origin.place, text }];
    }
  }

  open(options: OpenOptions): Promise<ChirpRun> {
    return this.openFor(options, undefined);
  }

  /** Opens a run for controllers: it does not end when no event is left. */
  openLive(options: OpenOptions, live: LiveOptions): Promise<ChirpRun> {
    return this.openFor(options, live);
  }

  private async openFor(options: OpenOptions, live: LiveOptions | undefined): Promise<ChirpRun> {
    const { world } = this.reading;
    const problems = await this.problems();
    if (world === undefined || hasErrors(problems)) throw new InputError(problems);
    const timeLimit = this.settings.get('simulation.time') ?? Infinity;
    const messageDelay = this.settings.get('message.delay');
    const dynamics = this.settings.get('dynamics');
    const physics = await physicsFor(worldSpecOf(world, dynamics));
    const own = { timeLimit, messageDelay, dynamics, physics, live };
    return new ChirpRun(this.settings.applyTo(world), { ...options, ...own });
  }
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Loaded only if something can be pushed. */
function physicsFor(spec: WorldSpec): Promise<RigidPhysics> | undefined {
  return isRigid(spec) ? loadRigidPhysics() : undefined;
}
