/** Reads a plan or a problem, and the files that belong to it. */
import { expected, InputError, inputError, type Problem } from '@kineko/formats/problem';
import { headOf, type Source } from '@kineko/run';
import { type PlanFormat, planFormatOf } from './files.js';
import { gunzip, isGzip } from './gunzip.js';
import { readLeagueOutput, readLeagueProblem } from './league.js';
import { readLocations, readMap, readScen } from './movingai.js';
import { type PathText, readPathText } from './path-text.js';
import type { Assignment, Grid, Plan, PlanContent, PlanReading } from './plan.js';
import { gridPlanOf, orderOf, type PointOrder, timedPlanOf } from './point-order.js';

/** Names of further files, and decisions that no file states. */
interface PlanOptions {
  readonly map?: string | undefined;
  readonly scen?: string | undefined;
  readonly plan?: string | undefined;
  /** The configuration of the planner, which gives the radius. */
  readonly config?: string | undefined;
  readonly level?: string | undefined;
  readonly order?: PointOrder | undefined;
}

type OptionKey = `plan.${'map' | 'scen' | 'file' | 'config' | 'level' | 'order'}`;

/** The options by the keys of settings. */
function planOptions(valueOf: (key: OptionKey) => string | undefined): PlanOptions {
  const order = valueOf('plan.order');
  return {
    map: valueOf('plan.map'),
    scen: valueOf('plan.scen'),
    plan: valueOf('plan.file'),
    config: valueOf('plan.config'),
    level: valueOf('plan.level'),
    order: order === 'xy' || order === 'rc' ? order : undefined,
  };
}

/** A plan with its problem, as far as the files state them. */
export interface PlanFiles extends Omit<PlanContent, 'names'> {
  readonly problems: readonly Problem[];
}

/**
 * @param valueOf Returns the value of a setting.
 * @param read Reads a file that is named relative to the main one; throws an `InputError`.
 */
export async function readPlanFiles(
  main: Source,
  valueOf: (key: OptionKey) => string | undefined,
  read: (name: string) => Promise<Source>,
): Promise<PlanFiles> {
  const files = new FilesOfPlan(planOptions(valueOf), read);
  try {
    await files.add(main);
    return files.result();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...files.content, problems: [...files.problems, ...error.problems] };
  }
}

/** Formats that hold a plan, whatever else they hold. */
const PLANS: readonly PlanFormat[] = ['paths', 'league-output', 'csv', 'rvo2'];

class FilesOfPlan {
  content: PlanContent = {};
  readonly problems: Problem[] = [];

  constructor(
    private readonly options: PlanOptions,
    private readonly read: (name: string) => Promise<Source>,
  ) {}

  async add(main: Source): Promise<void> {
    const { map, scen, plan, config } = this.options;
    // The environment first: it decides how a plan is to be read.
    if (map !== undefined) await this.take(await this.read(map));
    const opened = { ...(await openedFile(main)), isMain: true };
    const isPlan = PLANS.includes(opened.format) || opened.format === 'ccbs';
    if (!isPlan) await this.takeOpened(opened);
    if (scen !== undefined) await this.take(await this.read(scen));
    if (config !== undefined) await this.take(await this.read(config));
    if (isPlan) await this.takeOpened(opened);
    if (plan !== undefined) await this.take(await this.read(plan));
  }

  result(): PlanFiles {
    return { ...this.content, problems: this.problems };
  }

  private async take(source: Source): Promise<void> {
    await this.takeOpened(await openedFile(source));
  }

  private async takeOpened(file: OpenedFile): Promise<void> {
    const reading = file.format === 'paths' ? this.pathText(file) : await this.reading(file);
    this.problems.push(...reading.problems);
    const { names, ...found } = reading.content;
    const given = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as PlanContent;
    this.content = { ...this.content, ...given };
    if (reading.problems.some(({ severity }) => severity === 'error')) return;
    if (names?.map !== undefined && this.content.grid === undefined) await this.takeNamed(names.map, file);
    if (names?.agents !== undefined) await this.takeNamed(names.agents, file);
    if (names?.tasks !== undefined) await this.takeNamed(names.tasks, file);
  }

  /** A file that another one names: beside it, else beside the main file. Maps of scenarios often lie elsewhere. */
  private async takeNamed(name: string, by: OpenedFile): Promise<void> {
    const folderEnd = Math.max(by.path.lastIndexOf('/'), by.path.lastIndexOf('\\')) + 1;
    const beside = by.path.slice(0, folderEnd) + name;
    const source = await this.read(by.isMain ? name : beside).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      return by.isMain ? error : this.read(name).catch((second: unknown) => second as InputError);
    });
    if (!(source instanceof InputError)) await this.take(source);
    else if (by.format !== 'scen') throw source;
    else this.problems.push(...source.problems.map((each) => ({ ...each, severity: 'warning' as const })));
  }

  private async reading({ format, bytes, path }: OpenedFile): Promise<PlanReading> {
    switch (format) {
      case 'map':
        return readMap(bytes, path);
      case 'scen':
        return readScen(bytes, path);
      case 'league-output':
        return readLeagueOutput(bytes, path);
      case 'league-problem':
        return readLeagueProblem(bytes, path);
      case 'league-agents':
      case 'league-tasks':
        return this.locations(format, bytes, path);
      case 'ccbs':
        return (await import('./ccbs.js')).readCcbs(bytes, path, this.content.roadmap);
      case 'graphml':
        return (await import('./ccbs.js')).readGraphMl(bytes, path);
      case 'csv':
        return (await import('./trajectories.js')).readCsv(bytes, path);
      case 'rvo2':
        return (await import('./trajectories.js')).readRvo2(bytes, path);
      case 'building':
        return (await import('./building.js')).readBuilding(bytes, path, this.options.level);
      case 'paths':
      case 'gzip':
        throw inputError('expected one layer of compression, got two', path);
    }
  }

  private pathText({ bytes, path }: OpenedFile): PlanReading {
    const { text, reader } = readPathText(bytes, path);
    if (text === undefined) return { content: {}, problems: reader.problems };
    return { content: { plan: this.orderedPlan(text, path) }, problems: reader.problems };
  }

  private orderedPlan(text: PathText, file: string): Plan {
    const { grid, assignments } = this.content;
    const order = this.options.order ?? orderOf(text, assignments, grid);
    if (order === undefined) {
      const why =
        'the file does not state whether a point is (x,y) or (row,column), and neither --scen nor --map decides it';
      throw inputError(`expected --order xy or --order rc; ${why}`, { file, line: 1 });
    }
    return text.times === undefined ? gridPlanOf(text, order) : timedPlanOf(text, order);
  }

  private locations(format: 'league-agents' | 'league-tasks', bytes: Uint8Array, path: string): PlanReading {
    const { grid } = this.content;
    if (grid === undefined)
      throw inputError('expected the map of these locations; name it with --map', { file: path, line: 1 });
    const { lines, reader } = readLocations(bytes, path, grid);
    const cells = lines.map((line) => line.map((location) => cellOf(location, grid)));
    const isTasks = format === 'league-tasks';
    const assignments = isTasks
      ? this.content.assignments
      : cells.map(([start]): Assignment => ({ start: start!, goals: [] }));
    return { content: isTasks ? { tasks: cells } : { assignments }, problems: reader.problems };
  }
}

function cellOf(location: number, { width }: Grid): Assignment['start'] {
  return { row: Math.floor(location / width), column: location % width };
}

interface OpenedFile extends Source {
  readonly format: PlanFormat;
  readonly isMain?: boolean;
}

async function openedFile(source: Source): Promise<OpenedFile> {
  const bytes = isGzip(source.bytes) ? await gunzip(source.bytes, source.path) : source.bytes;
  if (bytes !== source.bytes && isGzip(bytes)) {
    throw inputError('expected one layer of compression, got two', source.path);
  }
  const format = planFormatOf(headOf({ ...source, bytes }), source.path.replace(/\.gz$/i, ''));
  if (format === undefined) {
    throw inputError(expected('a map, a scenario, tasks, a plan or a configuration', 'another file'), source.path);
  }
  return { ...source, bytes, format };
}
