/** Plans a run: finds all classes and files that a configuration names, and collects all problems. */
import { oneOf, type Place, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { type FaultSchedule, type Lie, parseTopology, type Topology, TopologyError, topologyOf } from '@kineko/neko';
import { grouped, type Host, type Source, textOf } from '@kineko/run';
import { type AnyMotionModule, loadEquations, type RobotSpec, type WorldSpec } from '@kineko/world';
import type { NekoConfig } from '../../format/config.js';
import { isFile } from '../../format/checks/class-names.js';
import type { PerKey } from '../../format/keys/keys.js';
import { ALGORITHM_WANTED, type AlgorithmItem, algorithmsWith, type MoreAlgorithms } from './algorithms.js';
import { type ClassContext, findClass, type FoundClass, type Wanted } from './classes.js';
import { CONSENSUS } from './consensus.js';
import { type AlgorithmFamily, familyOf, type StartFamily } from './family.js';
import { faultsOf, LIE_WANTED } from './faults.js';
import { collided, finishedRobots, gathered, type Goal, GOAL_WANTED, messaged } from './finish.js';
import { type AuthorInitializer, BUILT_IN, INITIALIZER_WANTED } from './initializers.js';
import { LAYER_WANTED, type NamedPart, planStack, type StackPlan } from './stack.js';
import { METRIC_WANTED, type Metric } from './metrics.js';
import { MOTION_WANTED, type MotionMaker } from './motions.js';
import { channelsOf, NETWORK_WANTED, type NetworkPart } from './networks.js';
import { isMentioned, parameterProblems } from './parameter-check.js';
import { PerProcess } from './per-process.js';
import type { ProgramAlgorithms } from './program-algorithms.js';
import { ADDED_LINKS } from './protocols.js';
import { SENSOR_WANTED, type SensorMaker } from './sensors.js';
import { type Places, placesOf, robotsOf, worldSpecOf } from './world.js';

/** Default time limit (simulated seconds). */
const DEFAULT_TIME_LIMIT = 1000;

export interface Plan {
  readonly config: NekoConfig;
  readonly n: number;
  /** Undefined if an author's initializer creates it. */
  readonly algorithms: PerProcess<FoundClass<AlgorithmItem> | undefined>;
  /** Undefined for the built-in initializer. */
  readonly initializers: PerProcess<AuthorInitializer | undefined>;
  /** Undefined if processes have no bodies. */
  readonly world: Omit<WorldSpec, 'robots'> | undefined;
  /** Makes the list of the robots of the world, for a run that has to place them. */
  readonly robots: () => readonly RobotSpec[];
  /** Undefined if the run has to find them. */
  readonly places: Places | undefined;
  /** Undefined if processes have no bodies. */
  readonly motions: PerProcess<readonly AnyMotionModule[]> | undefined;
  /** By name; undefined if processes have no bodies. */
  readonly sensors: PerProcess<ReadonlyMap<string, SensorMaker>> | undefined;
  /** Undefined if the algorithms are of no family. */
  readonly family: StartFamily | undefined;
  readonly stack: StackPlan;
  readonly networks: readonly NetworkPart[];
  readonly topology: ((seed: number) => Topology) | undefined;
  readonly faults: FaultSchedule;
  /** Behaviours of Byzantine processes that authors wrote, by the name of their file. */
  readonly lies: ReadonlyMap<string, Lie>;
  readonly goals: readonly Goal[];
  /** Simulated seconds between two checks of the goals. */
  readonly goalInterval: number;
  readonly metrics: readonly FoundClass<Metric>[];
  readonly timeLimit: number;
  readonly maxEvents: number;
  /** Bytes that are available; undefined if that is not known. */
  readonly memory: number | undefined;
}

/** Algorithms besides the built-in ones and those in files. */
export interface AlgorithmSources {
  /** Those of packages that are built on this one. */
  readonly algorithms?: MoreAlgorithms | undefined;
  /** Those of an external program. */
  readonly program?: ProgramAlgorithms | undefined;
}

export interface Planned {
  readonly problems: readonly Problem[];
  /** Undefined if there are errors among the problems. */
  readonly plan: Plan | undefined;
}

export async function planOf(
  config: NekoConfig,
  source: Source,
  host: Host,
  options: AlgorithmSources & { readonly strict: boolean; readonly seed: number },
): Promise<Planned> {
  const { strict, seed } = options;
  const context: ClassContext = { host, problems: [...config.problems({ strict })], loaded: [...ADDED_LINKS] };
  const excess = problemOfMemory(config, host);
  if (excess !== undefined) return { problems: [...context.problems, excess], plan: undefined };
  const plan = await new Planner(config, source, context, options).plan(seed);
  const problems = [...context.problems, ...parameterProblems(config, context.loaded, strict)];
  return { problems, plan: problems.some(({ severity }) => severity === 'error') ? undefined : plan };
}

/**
 * Bytes that a robot takes with its algorithm and its motion: measured 3,000 in runs of RandomMovement with a million robots,
 * while they are set up.
 */
const BYTES_PER_ROBOT = 3000;

/** Refuses more robots than fit into the memory before any is created. */
function problemOfMemory(config: NekoConfig, host: Host): Problem | undefined {
  const n = config.get('process.num');
  const memory = host.memory?.() ?? Infinity;
  if (n * BYTES_PER_ROBOT <= memory) return undefined;
  const most = grouped(Math.floor(memory / BYTES_PER_ROBOT));
  const text =
    `process.num: expected at most ${most} in ${(memory / 1e9).toPrecision(2)} GB of memory ` +
    `(${grouped(BYTES_PER_ROBOT)} bytes each), got ${grouped(n)}; --max-old-space-size in NODE_OPTIONS sets the limit of Node`;
  return { severity: 'error', place: config.originOf('process.num').place, text };
}

function withoutRobots({ robots: _robots, ...world }: WorldSpec): Omit<WorldSpec, 'robots'> {
  return world;
}

/** Uses of motions by equations in the text of a class. */
const FOLLOWS = /\bfollow\b|['"`]equation['"`]/;

/** Groups of keys that only one family of algorithms uses. */
const FAMILY_KEYS: readonly string[] = ['lcm'];

/** Looks up each class once, however many robots name it. */
class Planner {
  private readonly found = new Map<string, Promise<FoundClass<unknown> | undefined>>();
  private lacksAlgorithm = false;

  constructor(
    private readonly config: NekoConfig,
    private readonly source: Source,
    readonly context: ClassContext,
    private readonly sources: AlgorithmSources,
  ) {}

  async plan(seed: number): Promise<Plan> {
    const { config, context } = this;
    const n = config.get('process.num');
    const initializers = await this.perProcess(['process.initializer'], (id) => this.initializerOf(id));
    const algorithms = await this.perProcess(['robot.algorithm', 'process.initializer'], (id) =>
      this.algorithmOf(id, initializers.of(id) !== undefined),
    );
    const hasBodies = this.hasBodies(algorithms.values);
    const faults = faultsOf(config, n, context);
    const networks = await this.networks();
    const stack = await this.stackOf(networks, faults);
    const robots = hasBodies ? robotsOf(config, n) : () => [];
    const world = hasBodies ? await worldSpecOf(config, robots(), context, (path) => this.sourceOf(path)) : undefined;
    const isPlaceable = !context.problems.some(({ severity }) => severity === 'error');
    const places = world !== undefined && isPlaceable ? await placesOf(world, seed, config, context) : undefined;
    const goals = await this.goals(hasBodies);
    return {
      config,
      n,
      algorithms,
      initializers,
      world: world && withoutRobots(world),
      robots,
      places,
      motions: hasBodies ? await this.motions() : undefined,
      sensors: hasBodies ? await this.perProcess(['robot.sensors'], (id) => this.sensorsOf(id)) : undefined,
      family: await this.familyOf(algorithms.values, world),
      stack,
      networks,
      topology: await this.topologyOf(n),
      faults,
      lies: await this.lies(faults),
      goals,
      goalInterval: config.get('finish.interval'),
      metrics: await this.metrics(),
      timeLimit: this.timeLimit(goals.length > 0),
      maxEvents: config.get('simulation.events') ?? Infinity,
      memory: context.host.memory?.(),
    };
  }

  private async initializerOf(id: number): Promise<AuthorInitializer | undefined> {
    const name = this.config.of(id, 'process.initializer');
    if (name === undefined) return undefined;
    const found = await this.find(name, INITIALIZER_WANTED, 'process.initializer', id);
    return found === undefined || found.item === BUILT_IN ? undefined : found.item;
  }

  private async algorithmOf(id: number, hasOwnInitializer: boolean): Promise<FoundClass<AlgorithmItem> | undefined> {
    const outside = this.sources.program?.choose(this.config, id);
    if (typeof outside === 'string') {
      if (!this.lacksAlgorithm) this.fail('robot.algorithm', outside);
      this.lacksAlgorithm = true;
      return undefined;
    }
    if (outside !== undefined) {
      this.context.loaded.push({ name: outside.name });
      return outside;
    }
    const name = this.config.of(id, 'robot.algorithm');
    if (name !== undefined) return this.find(name, await this.algorithmWanted(name), 'robot.algorithm', id);
    if (!hasOwnInitializer && !this.lacksAlgorithm) {
      // Once, however many robots there are.
      this.lacksAlgorithm = true;
      const names = (await this.algorithmWanted()).catalog.entries.map((entry) => entry.name);
      const text = `robot.algorithm: expected ${oneOf([...names, 'your own file, such as ./own.ts'])}, got nothing`;
      this.problem('error', undefined, `${text} for p${id}`);
    }
    return undefined;
  }

  /** Other packages are loaded only for a name that is not built in. */
  private async algorithmWanted(name = ''): Promise<Wanted<AlgorithmItem>> {
    const isKnown = /[./\\]/.test(name) || ALGORITHM_WANTED.catalog.find(name) !== undefined;
    const more = isKnown ? undefined : await this.sources.algorithms?.();
    return more === undefined ? ALGORITHM_WANTED : { ...ALGORITHM_WANTED, catalog: algorithmsWith(more) };
  }

  /** The shared code of a family of algorithms; all robots must then have the same algorithm. */
  private async familyOf(
    algorithms: readonly (FoundClass<AlgorithmItem> | undefined)[],
    world: WorldSpec | undefined,
  ): Promise<StartFamily | undefined> {
    const { config, context } = this;
    const found = algorithms.find((each) => familyOf(each?.item.create) !== undefined);
    const family = familyOf(found?.item.create);
    // An unknown algorithm has been reported.
    if (algorithms.every((each) => each !== undefined)) this.warnOfFamilyKeys(family);
    if (found === undefined || family === undefined || world === undefined || found.item.kind !== 'robot')
      return undefined;
    if (algorithms.some((each) => each?.item.create !== found.item.create)) {
      this.fail('robot.algorithm', `robot.algorithm: expected the same ${family.title} algorithm for all robots`);
      return undefined;
    }
    return family.plan({
      config,
      create: found.item.create,
      name: found.name,
      world,
      readText: async (key, path) => textOf(await context.host.readBytes(path, this.sourceOf(config.fileOf(key)))),
      fail: (key, text) => this.fail(key, text),
      warn: (key, text) => this.problem('warning', config.originOf(key).place, text),
    });
  }

  private warnOfFamilyKeys(family: AlgorithmFamily | undefined): void {
    const unused = [...this.config.known()].find(({ group }) => FAMILY_KEYS.includes(group) && group !== family?.keys);
    if (unused === undefined) return;
    const text = `${unused.key}: not used, since robot.algorithm names no algorithm of that kind (${unused.group})`;
    this.problem('warning', this.config.placeOf(unused.key), text);
  }

  /** Without algorithms, the keys decide: keys of robots imply bodies. */
  private hasBodies(algorithms: readonly (FoundClass<AlgorithmItem> | undefined)[]): boolean {
    const { config } = this;
    const kinds = new Set(algorithms.flatMap((algorithm) => (algorithm === undefined ? [] : [algorithm.item.kind])));
    if (kinds.size > 1) {
      const names = [...new Set(algorithms.flatMap((each) => each?.name ?? []))].join(', ');
      this.fail('robot.algorithm', `some of the algorithms (${names}) need bodies and some do not: all or none`);
    }
    if (!kinds.has('robot')) return kinds.size === 0 && config.hasRobots;
    if (!config.get('simulation')) {
      this.fail(
        'simulation',
        'simulation = false: robots need simulation; run protocols without bodies (an ActiveProtocol as the ' +
          'algorithm) over real networks, or set simulation = true',
      );
    } else if (!config.hasRobots) {
      // With any key of robots, their positions have already been checked.
      const text =
        'the robots have no positions: set bornpoint.random = true, or one for each robot, such as bornpoint1 = 10, 20';
      this.fail('robot.algorithm', text);
    }
    return true;
  }

  private networks(): Promise<NetworkPart[]> {
    const { config } = this;
    // Names of real networks are not those of channel classes.
    if (config.get('simulation') === false) return Promise.resolve([]);
    return this.list(config.get('network'), NETWORK_WANTED, 'network');
  }

  private async stackOf(networks: readonly NetworkPart[], faults: FaultSchedule): Promise<StackPlan> {
    const { config } = this;
    const consensus = config.get('consensus.initializer');
    if (CONSENSUS.find(consensus) === undefined) {
      this.fail('consensus.initializer', `unknown consensus '${consensus}': ${CONSENSUS.describe()}`);
    }
    const parts: NamedPart[] = await this.list(config.get('protocol'), LAYER_WANTED, 'protocol');
    return planStack(parts, channelsOf(config, networks[0], faults), (name) => config.parameters(name));
  }

  private async lies(faults: FaultSchedule): Promise<ReadonlyMap<string, Lie>> {
    const lies = new Map<string, Lie>();
    for (const fault of faults) {
      if (fault.kind !== 'byzantine' || !isFile(fault.behaviour)) continue;
      const found = await this.find(fault.behaviour, LIE_WANTED, 'faults');
      if (found !== undefined) lies.set(fault.behaviour, found.item);
    }
    return lies;
  }

  /** Creates each module once, however many robots have it. */
  private async motions(): Promise<PerProcess<readonly AnyMotionModule[]>> {
    const made = new Map<MotionMaker, Promise<AnyMotionModule | undefined>>();
    const once = (make: MotionMaker): Promise<AnyMotionModule | undefined> => {
      const module = made.get(make) ?? make();
      made.set(make, module);
      return module;
    };
    const lists = await this.perProcess(['robot.motion'], async (id): Promise<readonly AnyMotionModule[]> => {
      const makers = await this.list(this.config.of(id, 'robot.motion'), MOTION_WANTED, 'robot.motion', id);
      const own = await Promise.all([...new Set(makers)].map(once));
      const modules = own.filter((module) => module !== undefined);
      const kinds = modules.map(({ kind }) => kind);
      for (const kind of new Set(kinds.filter((each, index) => kinds.indexOf(each) !== index))) {
        const text = `robot ${id} has two motion modules of the kind '${kind}': expected one of each kind`;
        this.fail(this.givenKey('robot.motion', id), text);
      }
      return modules;
    });
    // Every robot may `follow` equations, also in handlers, which cannot wait until the parser is loaded.
    const named = lists.values.flat().find(({ kind }) => kind === 'equation');
    const equation = named ?? (isMentioned(FOLLOWS, this.context.loaded) ? await loadEquations() : undefined);
    return equation === undefined ? lists : lists.map((own) => [...new Set([equation, ...own])]);
  }

  private async sensorsOf(id: number): Promise<ReadonlyMap<string, SensorMaker>> {
    const names = this.config.of(id, 'robot.sensors');
    const entries = SENSOR_WANTED.catalog.entries.map(({ name, item }) => [name, item] as const);
    if (names === undefined) return new Map(entries);
    const makers = await this.list(names, SENSOR_WANTED, 'robot.sensors', id);
    return new Map(makers.map((make) => [make().name, make]));
  }

  private async topologyOf(n: number): Promise<Plan['topology']> {
    const { config, context } = this;
    const choice = config.get('network.topology');
    if (choice === undefined) return undefined;
    try {
      if (choice.kind !== 'file') {
        this.checkSize(topologyOf(choice, n, 0), n);
        return (seed) => topologyOf(choice, n, seed);
      }
      const bytes = await context.host.readBytes(choice.file, this.sourceOf(config.fileOf('network.topology')));
      const topology = parseTopology(textOf(bytes), choice.file);
      this.checkSize(topology, n);
      return () => topology;
    } catch (error) {
      const texts = error instanceof TopologyError ? error.problems : [messageOf(error)];
      for (const each of texts) this.fail('network.topology', each);
      return undefined;
    }
  }

  private checkSize(topology: Topology, n: number): void {
    if (topology.n === n) return;
    this.fail('network.topology', `the topology is for ${topology.n} processes; there are ${n}`);
  }

  private async goals(hasBodies: boolean): Promise<Goal[]> {
    const { config } = this;
    const ofRobots = ['finish.gathered', 'finish.collisions', 'finish.robots'].filter((key) => config.has(key));
    for (const key of hasBodies ? [] : ofRobots) {
      this.fail(key, `${key} needs robots: processes without bodies end a run by shutdown()`);
    }
    const ifGiven = <T>(value: T | undefined, goal: (value: T) => Goal): Goal[] =>
      value === undefined ? [] : [goal(value)];
    const condition = config.get('finish.condition');
    const own = condition === undefined ? undefined : await this.find(condition, GOAL_WANTED, 'finish.condition');
    return [
      ...ifGiven(config.get('finish.gathered'), gathered),
      ...ifGiven(config.get('finish.collisions'), collided),
      ...ifGiven(config.get('finish.messages'), messaged),
      ...ifGiven(config.get('finish.robots'), finishedRobots),
      ...(own === undefined ? [] : [own.item]),
    ];
  }

  private async metrics(): Promise<FoundClass<Metric>[]> {
    const found = await this.each(this.config.get('metrics'), (name) => this.find(name, METRIC_WANTED, 'metrics'));
    return found.filter((metric) => metric !== undefined);
  }

  private timeLimit(hasGoals: boolean): number {
    const { config } = this;
    const given = config.get('simulation.time');
    if (given !== undefined) return given;
    const isReal = !config.get('simulation');
    // Events and goals are not checked over real networks.
    if (config.has('simulation.time') || (!isReal && (hasGoals || config.has('simulation.events')))) return Infinity;
    const text = isReal
      ? `simulation.time is not given: over real networks, the run ends when all algorithms have ended, ` +
        `or at ${DEFAULT_TIME_LIMIT} s; finish conditions do not apply`
      : `neither simulation.time nor a finish condition is given: the run ends at ${DEFAULT_TIME_LIMIT} s`;
    this.problem('warning', undefined, text);
    return DEFAULT_TIME_LIMIT;
  }

  private async list<T>(names: readonly string[], wanted: Wanted<T>, key: string, id?: number): Promise<T[]> {
    const found = await this.each(names, (name) => this.find(name, wanted, key, id));
    return found.flatMap((each) => (each === undefined ? [] : [each.item]));
  }

  private find<T>(name: string, wanted: Wanted<T>, key: string, id?: number): Promise<FoundClass<T> | undefined> {
    const given = this.givenKey(key, id);
    const from = this.sourceOf(this.config.fileOf(given));
    // The same path may refer to different files if the configurations are in different folders.
    const known = JSON.stringify([wanted.what, name, from.path]);
    let found = this.found.get(known) as Promise<FoundClass<T> | undefined> | undefined;
    if (found === undefined) {
      found = findClass(name, wanted, { place: this.config.originOf(given).place, from }, this.context);
      this.found.set(known, found);
    }
    return found;
  }

  /** The key that gives the value of one process: `robot.3.algorithm`, or else `robot.algorithm`. */
  private givenKey(key: string, id: number | undefined): string {
    const own = id === undefined ? key : key.replace('.', `.${id}.`);
    return this.config.has(own) ? own : key;
  }

  /** Makes a value that depends on keys for single processes, once for all processes that share these keys. */
  private perProcess<T>(keys: readonly PerKey[], make: (id: number) => Promise<T>): Promise<PerProcess<T>> {
    const { config } = this;
    return PerProcess.of(config.get('process.num'), config.singledOut(keys), make);
  }

  /** Sequentially, so that problems are reported in the order of the configuration. */
  private async each<A, B>(items: readonly A[], make: (item: A) => Promise<B>): Promise<B[]> {
    const made: B[] = [];
    for (const item of items) made.push(await make(item));
    return made;
  }

  private sourceOf(path: string): Source {
    return path === this.source.path ? this.source : { ...this.source, path };
  }

  /** Reports an error at the position of a key, or of the key from which its value is derived. */
  private fail(key: string, text: string): void {
    this.problem('error', this.config.originOf(key).place, text);
  }

  private problem(severity: Problem['severity'], place: Place | undefined, text: string): void {
    this.context.problems.push({ severity, place: place ?? { file: this.source.path }, text });
  }
}
