/** A check of a scenario: seeds, then a search if requested; then the counterexample is shrunk and saved. */
import { escapeText, InputError } from '@kineko/formats/problem';
import { type CliContext, counted, EXIT, type ExitCode, programName, shownPath } from '@kineko/run/console';
import { shellWord } from '@kineko/run/node';
import type { JudgeRequest, Judgement } from '../judging.js';
import { LimitError, type RunLimits } from '../limits.js';
import { type CheckOutcome, type FoundViolation, type LimitedRun, runCheck } from '../node/check.js';
import {
  foundOf,
  requestOfCase,
  type ShrinkBudget,
  shrinkRun,
  type ShrunkRun,
  type ViolatingRun,
} from '../node/counterexample.js';
import { type LabSite, Opening } from '../node/opening.js';
import { RunPool } from '../node/run-pool.js';
import { saveCase, type SavedCase } from '../node/save-case.js';
import type { Property } from '../properties/property.js';
import type { ScenarioRequest } from '../requests.js';
import { search } from '../search/search.js';
import type { Found, Knobs, LabFrontEnd, Variation } from '../shrink/knobs.js';
import { describeLongest } from './longest.js';
import {
  describeAllLimited,
  describeCounterexample,
  describeLimited,
  describeResults,
  describeViolation,
  exitCodeOfResults,
  type ReportedCounterexample,
} from './report.js';
import type { Seeds } from './seeds.js';

/** The arguments of `kineko check` that a check of a scenario needs. */
interface CheckArguments {
  /** An exhaustive search replaces the seeds. */
  readonly search: 'swarm' | 'guided' | 'exhaustive' | undefined;
  readonly timeLimit: string | undefined;
  readonly keepGoing: boolean;
  readonly plugin?: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Shows how far a check has come. */
interface Progress {
  done(): void;
  /** Prints a line above the bars. */
  print(line: string): void;
  end(): void;
}

interface ProgressOptions {
  readonly title: string;
  /** Number of runs. */
  readonly total: number;
  /** Whether the total is an upper bound. */
  readonly isAtMost: boolean;
  /** More about the current state, or an empty string. */
  readonly status: () => string;
}

interface CheckParts {
  readonly scenario: ScenarioRequest;
  readonly frontEnd: LabFrontEnd;
  readonly properties: readonly Property[];
  readonly seeds: Seeds;
  readonly until: number | undefined;
  /** Limits of each run. */
  readonly limits: RunLimits;
  /** Maximum number of runs of a search. */
  readonly runs: number;
  readonly variations: ReadonlySet<Variation>;
  /** Whether the scenario is a saved counterexample, run with its own seed. */
  readonly isReplay: boolean;
  readonly shrinks: boolean;
  readonly budget: ShrinkBudget;
  /** The folder for counterexamples. */
  readonly out: string;
  readonly site: LabSite;
  /** The file of the threads. */
  readonly worker: URL;
  /** Number of threads; default: one per core. */
  readonly jobs: number | undefined;
  readonly progress: (options: ProgressOptions) => Promise<Progress>;
  readonly args: CheckArguments;
  readonly context: CliContext;
}

/** Maximum number of lines about single runs; the report counts all runs. */
const MAX_LINES = 20;
/** A run that takes longer is named in the progress (seconds). */
const LONG_RUN_SECONDS = 5;

export class ScenarioCheck {
  private readonly pool: RunPool<JudgeRequest, Judgement>;
  private lines = 0;

  constructor(private readonly parts: CheckParts) {
    this.pool = new RunPool(parts.worker, 'judge', parts.jobs);
  }

  async run(): Promise<ExitCode> {
    try {
      return await this.check();
    } finally {
      await this.pool.close();
    }
  }

  private async check(): Promise<ExitCode> {
    const { seeds, args, context } = this.parts;
    const { stdout, stderr } = context;
    const outcome = await this.checkSeeds();
    const [failure] = outcome.failures;
    if (failure !== undefined && outcome.failures.length === outcome.runs)
      await this.requireInput(seeds.at(failure.run));
    // Before a search or shrinking, which may take long.
    if (this.printsText) {
      stdout.write(describeResults(outcome.results, this.nameOf));
      stdout.write(describeAllLimited(outcome.limited, outcome.runs, this.nameOf));
    }
    let violating: ViolatingRun | undefined;
    if (outcome.violated !== undefined) {
      violating = { ...outcome.violated, request: this.requestOf(seeds.at(outcome.violated.run)) };
    }
    let searched: string | undefined;
    if (
      violating === undefined &&
      args.search !== undefined &&
      args.search !== 'exhaustive' &&
      !outcome.isInterrupted &&
      outcome.failures.length === 0
    ) {
      [violating, searched] = await this.search(args.search);
      if (this.printsText) stdout.write(`${searched}\n`);
    }
    const kept = violating === undefined ? undefined : await this.keep(violating);
    if (args.json) stdout.write(`${JSON.stringify(this.jsonOf(outcome, kept, searched))}\n`);
    else if (kept !== undefined && this.printsText) stdout.write(describeCounterexample(kept));
    for (const { run, message } of outcome.failures.slice(0, 5))
      stderr.write(`${this.nameOf(run)} failed: ${escapeText(message)}\n`);
    return exitCodeOf(outcome, violating !== undefined, stderr);
  }

  /** Progress and early findings go to stderr: stdout must not depend on the order in which runs end. */
  private async checkSeeds(): Promise<CheckOutcome> {
    const { properties, seeds, args, context } = this.parts;
    let violations = 0;
    const progress = await this.progress('check', seeds.length, () => this.statusOf(violations));
    try {
      return await runCheck(this.pool, {
        properties,
        requestOf: (run) => this.requestOf(seeds.at(run)),
        runs: seeds.length,
        keepGoing: args.keepGoing,
        signal: context.signal,
        onRun: () => progress.done(),
        onViolation: (found: FoundViolation) => {
          violations++;
          this.printLine(progress, describeViolation(found, this.nameOf));
        },
        onLimit: (limited: LimitedRun) => this.printLine(progress, describeLimited(limited, this.nameOf)),
      });
    } finally {
      progress.end();
    }
  }

  private readonly nameOf = (run: number): string => `seed ${this.parts.seeds.at(run)}`;

  private get printsText(): boolean {
    return !this.parts.args.quiet && !this.parts.args.json;
  }

  private progress(title: string, total: number, status: () => string, isAtMost = false): Promise<Progress> {
    return this.parts.progress({ title, total, isAtMost, status });
  }

  private printLine(progress: Progress, line: string): void {
    if (!this.printsText) return;
    this.lines++;
    if (this.lines <= MAX_LINES) progress.print(line);
    else if (this.lines === MAX_LINES + 1) progress.print('… the report counts further runs');
  }

  /** Violations so far, and the run that takes longest. */
  private statusOf(violations: number): string {
    const longest = describeLongest(this.pool.underWay(), LONG_RUN_SECONDS, ({ seed }) => `seed ${seed}`);
    return [violations === 0 ? [] : counted(violations, 'violation'), longest].flat().join('; ');
  }

  private requestOf(seed: number): JudgeRequest {
    const { scenario, properties, until, limits } = this.parts;
    return { scenario, seed, properties: properties.map(({ text }) => text), from: scenario.path, until, limits };
  }

  /** Throws the `InputError` of a run that failed because of its input; threads report it like any other error. */
  private async requireInput(seed: number): Promise<void> {
    const { scenario, site } = this.parts;
    try {
      const run = await (await new Opening(site).scenario(scenario)).open({ seed });
      await run.close();
    } catch (error) {
      if (error instanceof InputError) throw error;
    }
  }

  /** Starts from the first seed, property by property. */
  private async search(kind: 'swarm' | 'guided'): Promise<[ViolatingRun | undefined, string]> {
    const { properties, seeds, runs, variations, frontEnd, context } = this.parts;
    const knobs = await frontEnd.knobs?.(variations, {});
    if (knobs === undefined) return [undefined, `search: ${frontEnd.name} scenarios have nothing to vary`];
    const request = this.requestOf(seeds.at(0));
    let judgement: Judgement;
    try {
      judgement = await this.pool.run(request, context.signal);
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      return [undefined, `search: the first run, ${this.nameOf(0)}, ${error.message}`];
    }
    const lines: string[] = [];
    for (const [property, { text, isSometimes }] of properties.entries()) {
      if (isSometimes) continue;
      const first = foundOf({ request, property, judgement, verdict: judgement.verdicts[property]! });
      const progress = await this.progress(`search (${kind})`, runs, () => this.statusOf(0));
      const attempt = async (candidate: Found['case']): Promise<Found | undefined> => {
        try {
          const judged = await this.pool.run(requestOfCase(request, property, candidate), context.signal);
          return { case: candidate, judgement: judged, verdict: judged.verdicts[0]! };
        } catch {
          return undefined;
        }
      };
      const outcome = await search(first, {
        kind,
        knobs,
        attempt,
        maxRuns: runs,
        seed: seeds.at(0),
        signal: context.signal,
        onRun: () => progress.done(),
      }).finally(() => progress.end());
      const { found } = outcome;
      if (found !== undefined) {
        const scenario = { ...request.scenario, settings: [...found.case.settings] };
        const violating = {
          request: { ...request, scenario, seed: found.case.seed },
          property,
          judgement: found.judgement,
          verdict: found.verdict,
        };
        return [violating, `search (${kind}): ${text}: violated after ${counted(outcome.runs, 'run')}`];
      }
      const nearest = outcome.best === null ? '' : `; smallest margin ${Number(outcome.best.toPrecision(6))}`;
      const runsOf = `${counted(outcome.runs, 'run')}, ${outcome.refused} invalid`;
      lines.push(`search (${kind}): ${text}: no violation found (${runsOf})${nearest}`);
    }
    return [undefined, lines.join('\n')];
  }

  private async keep(violating: ViolatingRun): Promise<ReportedCounterexample> {
    const { frontEnd, args, variations, shrinks, isReplay, out, site, context } = this.parts;
    const { request, property, verdict, judgement } = violating;
    const text = request.properties[property]!;
    const { violation } = verdict;
    const found = { property: text, seed: request.seed, time: violation!.time, text: violation!.text };
    const limit = limitOf(judgement, request.until);
    const knobs = shrinks ? await frontEnd.knobs?.(variations, { limit, property: text }) : undefined;
    const asFound = (): ReportedCounterexample => {
      const settings = request.scenario.settings
        .map(([key, value]) => ` --set ${shellWord(`${key}=${value}`)}`)
        .join('');
      const scenario = shownPath(request.scenario.path, context.cwd);
      const plugins = (args.plugin ?? []).map((name) => ` --plugin ${shellWord(name)}`).join('');
      const run = isReplay ? '' : ` --seeds ${request.seed} --no-shrink`;
      const replay = this.replay(scenario, text, `${run}${settings}${plugins}`);
      return { ...found, robots: judgement.n, messages: judgement.sent, scenario, replay };
    };
    if (knobs === undefined) return asFound();
    const { signal } = context;
    const small = await this.shrink(violating, knobs);
    let saved: SavedCase;
    try {
      saved = await saveCase(violating, small.found, { out, knobs, pool: this.pool, site, signal });
    } catch (error) {
      // The run that writes the trace may take long.
      if (signal.aborted) return asFound();
      throw error;
    }
    const shown = (path: string): string => shownPath(path, context.cwd);
    const { time, text: words } = saved.verdict.violation!;
    return {
      ...found,
      seed: small.found.case.seed,
      time,
      text: words,
      robots: small.found.judgement.n,
      messages: small.found.judgement.sent,
      messagesBefore: judgement.sent,
      scenario: shown(saved.scenario),
      trace: shown(saved.trace),
      ...(saved.copies !== undefined && { copies: shown(saved.copies) }),
      hash: saved.hash,
      replay: this.replay(shown(saved.scenario), saved.property, ''),
      view: `${programName(context.env)} view ${shellWord(shown(saved.trace))} --at ${time}`,
      shrinkRuns: small.runs,
      isMinimal: small.isComplete,
      shrinkCutOff: small.cutOff,
    };
  }

  private async shrink(violating: ViolatingRun, knobs: Knobs): Promise<ShrunkRun> {
    const { budget, context } = this.parts;
    let now = '';
    const progress = await this.progress('shrinking', budget.runs ?? Infinity, () => now, true);
    try {
      return await shrinkRun(violating, knobs, this.pool, {
        budget,
        signal: context.signal,
        onProgress: ({ what, found: { judgement } }) => {
          now = `${counted(judgement.n, 'process', 'processes')}, ${counted(judgement.sent, 'message')}; trying: ${what}`;
          progress.done();
        },
      });
    } finally {
      progress.end();
    }
  }

  private replay(scenario: string, property: string, options: string): string {
    const { args, context } = this.parts;
    const { timeLimit } = args;
    const limit = timeLimit === undefined ? '' : ` --time-limit ${timeLimit}`;
    return `${programName(context.env)} check ${shellWord(scenario)}${options}${limit} -p ${shellWord(property)}`;
  }

  private jsonOf(
    { results, runs, failures, limited, isInterrupted }: CheckOutcome,
    counterexample: ReportedCounterexample | undefined,
    searched: string | undefined,
  ): object {
    const { seeds } = this.parts;
    return {
      results,
      runs,
      failures,
      limited: limited.map(({ run, exceeded, isViolating }) => ({ seed: seeds.at(run), ...exceeded, isViolating })),
      interrupted: isInterrupted,
      ...(searched !== undefined && { searched }),
      ...(counterexample && { counterexample }),
    };
  }
}

/** The time limit of the scenario or the command line, in simulated seconds. */
function limitOf({ config, stoppedBy, end }: Judgement, until = Infinity): number {
  const own = config['simulation.time'];
  return Math.min(until, own !== undefined && own !== '' ? Number(own) : stoppedBy === 'time' ? end : Infinity);
}

function exitCodeOf(
  { results, failures, limited, isInterrupted, runs }: CheckOutcome,
  isFound: boolean,
  stderr: CliContext['stderr'],
): ExitCode {
  if (isFound) return EXIT.violated;
  if (failures.length > 0) return EXIT.failed;
  if (isInterrupted) {
    stderr.write(`kineko: interrupted after ${counted(runs, 'run')}\n`);
    return EXIT.interrupted;
  }
  if (limited.length > 0) return EXIT.limit;
  return exitCodeOfResults(results);
}
