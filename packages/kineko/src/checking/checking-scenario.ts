/** A check of a scenario: seeds, then a search if one is asked for, then the counterexample made small and kept. */
import { shellWord } from '@kineko/run/node';
import {
  type Found,
  type JudgeOrder,
  type Judgement,
  type Property,
  type PropertyResult,
  type ScenarioOrder,
  search,
  type Variation,
} from '@kineko/lab';
import {
  type CheckOutcome,
  foundOf,
  type JudgePool,
  orderOfCase,
  runCheck,
  saveCase,
  type SavedCase,
  shrinkRun,
  type ViolatingRun,
} from '@kineko/lab/node';
import { knobsOf } from '../doors.js';
import { shownPath } from '../scenario-options.js';
import type { Seeds } from '../seeds.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { cellsProgress } from '../terminal/cells-progress.js';
import type { CheckArguments } from './check-arguments.js';
import { describeResults } from './report.js';

export interface CheckingParts {
  readonly scenario: ScenarioOrder;
  readonly door: string;
  readonly properties: readonly Property[];
  readonly seeds: Seeds;
  readonly until: number | undefined;
  /** Of a search. */
  readonly runs: number;
  readonly variations: ReadonlySet<Variation>;
  readonly pool: JudgePool;
  readonly args: CheckArguments;
  readonly surroundings: Surroundings;
}

/** What is told of a counterexample. */
interface Kept {
  readonly property: string;
  readonly seed: number;
  readonly time: number;
  readonly text: string;
  readonly robots: number;
  readonly scenario: string;
  readonly trace?: string;
  readonly hash?: string;
  readonly replay: string;
  readonly view?: string;
  readonly shrinkRuns?: number;
}

export class CheckingScenario {
  constructor(private readonly parts: CheckingParts) {}

  async run(): Promise<ExitCode> {
    const { pool, properties, seeds, args, surroundings } = this.parts;
    const { stdout, stderr, signal } = surroundings;
    const progress = await cellsProgress(stderr, this.isTalkative, seeds.length);
    let outcome: CheckOutcome;
    try {
      outcome = await runCheck(pool, {
        properties,
        orderOf: (run) => this.orderOf(seeds.at(run)),
        runs: seeds.length,
        keepGoing: args.keepGoing,
        signal,
        onRun: () => progress.done(),
      });
    } finally {
      progress.end();
    }
    const nameOf = (run: number): string => `seed ${seeds.at(run)}`;
    let violating: ViolatingRun | undefined;
    if (outcome.violated !== undefined) {
      violating = { ...outcome.violated, order: this.orderOf(seeds.at(outcome.violated.run)) };
    }
    let searched: string | undefined;
    if (
      violating === undefined &&
      args.search !== undefined &&
      !outcome.isInterrupted &&
      outcome.failures.length === 0
    ) {
      [violating, searched] = await this.search(args.search);
    }
    const kept = violating === undefined ? undefined : await this.keep(violating);
    if (args.json) stdout.write(`${JSON.stringify(jsonOf(outcome, kept, searched))}\n`);
    else if (!args.quiet) {
      stdout.write(describeResults(outcome.results, nameOf));
      if (searched !== undefined) stdout.write(`${searched}\n`);
      if (kept !== undefined) stdout.write(describeKept(kept));
    }
    for (const { run, message } of outcome.failures.slice(0, 5))
      stderr.write(`${nameOf(run)} could not be run to its end: ${message}\n`);
    return exitCodeOf(outcome, violating !== undefined, stderr);
  }

  private get isTalkative(): boolean {
    return !this.parts.args.quiet && !this.parts.args.json;
  }

  private orderOf(seed: number): JudgeOrder {
    const { scenario, properties, until } = this.parts;
    return { scenario, seed, properties: properties.map(({ text }) => text), from: scenario.path, until };
  }

  /** Goes on from the first seed, property by property. */
  private async search(kind: 'swarm' | 'guided'): Promise<[ViolatingRun | undefined, string]> {
    const { pool, properties, seeds, runs, variations, door, surroundings } = this.parts;
    const knobs = await knobsOf(door, variations);
    if (knobs === undefined) return [undefined, `search: there is nothing to vary in scenarios of ${door}`];
    const order = this.orderOf(seeds.at(0));
    const judgement = await pool.judge(order, surroundings.signal);
    const lines: string[] = [];
    for (const [property, { text, isSometimes }] of properties.entries()) {
      if (isSometimes) continue;
      const first = foundOf({ order, property, judgement, verdict: judgement.verdicts[property]! });
      const progress = await cellsProgress(surroundings.stderr, this.isTalkative, runs);
      const attempt = async (candidate: Found['case']): Promise<Found | undefined> => {
        try {
          const judged = await pool.judge(orderOfCase(order, property, candidate), surroundings.signal);
          return { case: candidate, judgement: judged, verdict: judged.verdicts[0]! };
        } catch {
          return undefined;
        }
      };
      const outcome = await search(first, {
        kind,
        knobs,
        attempt,
        mostRuns: runs,
        seed: seeds.at(0),
        signal: surroundings.signal,
        onRun: () => progress.done(),
      });
      progress.end();
      const { found } = outcome;
      if (found !== undefined) {
        const scenario = { ...order.scenario, settings: [...found.case.settings] };
        const violating = {
          order: { ...order, scenario, seed: found.case.seed },
          property,
          judgement: found.judgement,
          verdict: found.verdict,
        };
        return [violating, `search (${kind}): ${text} is violated, after ${outcome.runs} runs`];
      }
      const nearest = outcome.best === null ? '' : `; the nearest came to ${Number(outcome.best.toPrecision(6))}`;
      lines.push(
        `search (${kind}): nothing found against ${text} in ${outcome.runs} runs (${outcome.refused} made no sense)${nearest}`,
      );
    }
    return [undefined, lines.join('\n')];
  }

  private async keep(violating: ViolatingRun): Promise<Kept> {
    const { pool, door, args, variations, surroundings } = this.parts;
    const { order, property, verdict, judgement } = violating;
    const text = order.properties[property]!;
    const knobs = args.shrink ? await knobsOf(door, variations, limitOf(judgement, order.until)) : undefined;
    const told = { property: text, seed: order.seed, time: verdict.violation!.time, text: verdict.violation!.text };
    const asFound = (): Kept => {
      const settings = order.scenario.settings.map(([key, value]) => ` --set ${shellWord(`${key}=${value}`)}`).join('');
      const scenario = shownPath(order.scenario.path, surroundings.cwd);
      const plugins = (args.plugin ?? []).map((name) => ` --plugin ${shellWord(name)}`).join('');
      const replay = this.replay(scenario, order.seed, text, settings + plugins);
      return { ...told, robots: judgement.n, scenario, replay };
    };
    if (knobs === undefined) return asFound();
    const { signal } = surroundings;
    const { found, runs } = await shrinkRun(violating, knobs, pool, { signal });
    let saved: SavedCase;
    try {
      saved = await saveCase(violating, found, knobs, pool, signal);
    } catch (error) {
      // The run that makes the trace may take long.
      if (signal.aborted) return asFound();
      throw error;
    }
    const shown = (path: string): string => shownPath(path, surroundings.cwd);
    const { seed } = found.case;
    const { time, text: words } = saved.verdict.violation!;
    return {
      ...told,
      seed,
      time,
      text: words,
      robots: found.judgement.n,
      scenario: shown(saved.scenario),
      trace: shown(saved.trace),
      hash: saved.hash,
      replay: this.replay(shown(saved.scenario), seed, text, ''),
      view: `kineko view ${shellWord(shown(saved.trace))} --at ${time}`,
      shrinkRuns: runs,
    };
  }

  private replay(scenario: string, seed: number, property: string, settings: string): string {
    const { timeLimit } = this.parts.args;
    const limit = timeLimit === undefined ? '' : ` --time-limit ${timeLimit}`;
    return `kineko check ${shellWord(scenario)} --seeds ${seed} --no-shrink${settings}${limit} -p ${shellWord(property)}`;
  }
}

/** Simulated seconds that the scenario, or the command line, gives to a run. */
function limitOf({ config, stoppedBy, end }: Judgement, until = Infinity): number {
  const own = config['simulation.time'];
  return Math.min(until, own !== undefined && own !== '' ? Number(own) : stoppedBy === 'time' ? end : Infinity);
}

function exitCodeOf(
  { results, failures, isInterrupted, runs }: CheckOutcome,
  isFound: boolean,
  stderr: Surroundings['stderr'],
): ExitCode {
  if (isFound) return EXIT.violated;
  if (failures.length > 0) return EXIT.failed;
  if (isInterrupted) {
    stderr.write(`kineko: interrupted after ${runs} runs\n`);
    return EXIT.interrupted;
  }
  return results.every(({ verdict }) => verdict === 'holds') ? EXIT.ok : EXIT.violated;
}

function jsonOf(
  { results, runs, failures, isInterrupted }: CheckOutcome,
  counterexample: Kept | undefined,
  searched: string | undefined,
): object {
  const told: readonly PropertyResult[] = results;
  return {
    results: told,
    runs,
    failures,
    interrupted: isInterrupted,
    ...(searched !== undefined && { searched }),
    ...(counterexample && { counterexample }),
  };
}

function describeKept({ time, robots, scenario, trace, replay, view, seed, text, shrinkRuns }: Kept): string {
  const what =
    trace === undefined
      ? 'counterexample'
      : `counterexample, made small in ${shrinkRuns} runs: ${robots} ${robots === 1 ? 'process' : 'processes'}`;
  return [
    `${what}, seed ${seed}, t = ${time}: ${text}`,
    ...(trace === undefined ? [] : [`  saved   ${scenario}, ${trace}`]),
    `  replay  ${replay}`,
    ...(view === undefined ? [] : [`  see it  ${view}`]),
    '',
  ].join('\n');
}
