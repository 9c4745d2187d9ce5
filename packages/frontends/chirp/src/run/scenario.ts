/** The front end for ChirpSim's worlds. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { type FrontEnd, type OpenOptions, SettingsScenario, type Source, textOf } from '@kineko/run';
import { loadRigidPhysics } from '@kineko/world';
import { CHIRP_FILES } from '../format/files.js';
import { type ChirpReading, readChirpWorld } from '../format/world-reader.js';
import type { ChirpWorld } from '../format/world.js';
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

  constructor(source: Source) {
    super(source, new ChirpSettings(), 'world');
    this.reading = readChirpWorld(textOf(source.bytes), source.path);
  }

  /** The world of the file; undefined if it is invalid. */
  get world(): ChirpWorld | undefined {
    return this.reading.world;
  }

  problems(): Promise<readonly Problem[]> {
    return Promise.resolve([...this.reading.problems, ...this.settings.problemsWith(this.world, this.isStrict)]);
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
    if (world === undefined || problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
    const timeLimit = this.settings.get('simulation.time') ?? Infinity;
    const messageDelay = this.settings.get('message.delay');
    const dynamics = this.settings.get('dynamics');
    const needsPhysics = dynamics === 'rigid' || world.pushables.length > 0;
    // Loaded only if something can be pushed.
    const physics = needsPhysics ? await loadRigidPhysics() : undefined;
    const own = { timeLimit, messageDelay, dynamics, physics, live };
    return new ChirpRun(this.settings.applyTo(world), { ...options, ...own });
  }
}
