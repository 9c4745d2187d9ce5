/** The result of a run, as text and as JSON. */
import { escapeText } from '@kineko/formats/problem';
import { shellWord } from '../node/shell-word.js';
import { type RunSummary, WHY_STOPPED } from '../scenario.js';
import type { CliContext } from './cli-context.js';
import { counted, duration, grouped } from './numbers.js';

export interface RunResult {
  readonly scenario: string;
  readonly seed: number;
  readonly summary: RunSummary;
  readonly wallSeconds: number;
  readonly metrics: ReadonlyMap<string, number>;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Undefined if it was not computed. */
  readonly hash: string | undefined;
  /** Paths relative to the current folder. */
  readonly log: string | undefined;
  readonly trace: string | undefined;
  readonly folder: string | undefined;
}

/** The output of `--json`; the names are part of the interface. */
export function jsonOf(result: RunResult): object {
  const { seed, summary, wallSeconds, metrics, details, hash, log, trace, folder } = result;
  const { robots, processes, simulatedSeconds, events, motionRequests, collisions, delays, messages, stoppedBy } =
    summary;
  return {
    seed,
    robots,
    processes,
    simulatedSeconds,
    wallSeconds,
    events,
    motionRequests,
    collisions,
    delays,
    messages,
    stoppedBy,
    hash: hash ?? null,
    log: log ?? null,
    trace: trace ?? null,
    folder: folder ?? null,
    ...(metrics.size > 0 && { metrics: Object.fromEntries(metrics) }),
    ...(summary.remarks.length > 0 && { remarks: summary.remarks }),
    ...details,
  };
}

export function describeRun({ scenario, seed, summary, wallSeconds, metrics, hash, log, trace }: RunResult): string {
  const { robots, processes, simulatedSeconds, events, messages, remarks } = summary;
  const bodies = robots > 0 ? counted(robots, 'robot') : counted(processes, 'process', 'processes');
  const missed = summary.hasGoal && summary.stoppedBy === 'time' ? ' before the goal' : '';
  const why = `${WHY_STOPPED[summary.stoppedBy ?? 'interrupted']}${missed}`;
  const { sent, delivered, dropped } = messages;
  const traffic = `${counted(sent, 'message')} sent, ${grouped(delivered)} delivered, ${grouped(dropped)} dropped`;
  const all: (readonly [string, string | undefined])[] = [
    ['run', `${scenario}, ${bodies}, seed ${seed}`],
    ['ended', `at t = ${Number(simulatedSeconds.toFixed(3))} s: ${why}`],
    ['took', `${duration(wallSeconds)}, ${counted(events, 'event')}`],
    ['moved', robots > 0 ? movedText(summary) : undefined],
    ['talked', sent > 0 ? traffic : undefined],
    ...[...metrics].map(([name, value]) => [name, String(Number(value.toPrecision(6)))] as const),
    ...remarks.map((remark) => ['note', remark] as const),
    ['log', log],
    ['trace', trace],
    ['hash', hash],
  ];
  const lines = all.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  const width = lines.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return lines.map(([name, text]) => `${escapeText(name).padEnd(width)}  ${escapeText(text)}\n`).join('');
}

/** A hint on the next step with the results. @param program The command in the hint: `kineko`, or `npx kineko`. */
export function hintOf({ log, trace, folder }: RunResult, program: string): string {
  // A folder first: its trace is exact, if there is one.
  const next = log === undefined && trace === undefined ? undefined : (folder ?? trace ?? log);
  return next === undefined
    ? 'save the results: add --out <folder>'
    : `analyze the results: ${program} analyze ${shellWord(next)}`;
}

function movedText({ motionRequests, collisions, delays }: RunSummary): string {
  const held = delays === 0 ? '' : `, ${counted(delays, 'delay')}`;
  return `${counted(motionRequests, 'motion')}, ${counted(collisions, 'collision')}${held}`;
}

/** The command with which the program was started. */
export function programName(env: CliContext['env']): string {
  return env['npm_execpath'] === undefined ? 'kineko' : 'npx kineko';
}
