/** The result of a run, as text and as JSON. */
import { escapeText } from '@kineko/formats/problem';
import { shellWord } from '../node/shell-word.js';
import { type RunSummary, WHY_STOPPED } from '../scenario.js';
import type { CliContext } from './cli-context.js';
import { duration, grouped } from './numbers.js';

export interface RunResult {
  readonly scenario: string;
  readonly seed: number;
  readonly summary: RunSummary;
  readonly wallSeconds: number;
  readonly metrics: ReadonlyMap<string, number>;
  /** Undefined if it was not computed. */
  readonly hash: string | undefined;
  /** Paths relative to the current folder. */
  readonly log: string | undefined;
  readonly trace: string | undefined;
  readonly folder: string | undefined;
}

/** The output of `--json`; the names are part of the interface. */
export function jsonOf({ seed, summary, wallSeconds, metrics, hash, log, trace, folder }: RunResult): object {
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
  };
}

/** @param program The command in the hint: `kineko`, or `npx kineko`. */
export function describeRun(result: RunResult, program: string): string {
  const { scenario, seed, summary, wallSeconds, metrics, hash, log, trace, folder } = result;
  const { robots, processes, simulatedSeconds, events, messages, remarks } = summary;
  const bodies = robots > 0 ? `${grouped(robots)} robots` : `${grouped(processes)} processes`;
  const missed = summary.hasGoal && summary.stoppedBy === 'time' ? ' before the goal' : '';
  const why = `${WHY_STOPPED[summary.stoppedBy ?? 'interrupted']}${missed}`;
  const { sent, delivered, dropped } = messages;
  const traffic = `${grouped(sent)} messages sent, ${grouped(delivered)} delivered, ${grouped(dropped)} dropped`;
  const all: (readonly [string, string | undefined])[] = [
    ['run', `${scenario}, ${bodies}, seed ${seed}`],
    ['ended', `at t = ${Number(simulatedSeconds.toFixed(3))} s: ${why}`],
    ['took', `${duration(wallSeconds)}, ${grouped(events)} events`],
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
  // A folder first: its trace is exact, if there is one.
  const next = log === undefined && trace === undefined ? undefined : (folder ?? trace ?? log);
  const hint =
    next === undefined
      ? 'save the results: add --out <folder>'
      : `analyze the results: ${program} analyze ${shellWord(next)}`;
  return `${lines.map(([name, text]) => `${escapeText(name).padEnd(width)}  ${escapeText(text)}\n`).join('')}\n${hint}\n`;
}

function movedText({ motionRequests, collisions, delays }: RunSummary): string {
  const held = delays === 0 ? '' : `, ${grouped(delays)} delays`;
  return `${grouped(motionRequests)} motions, ${grouped(collisions)} collisions${held}`;
}

/** The command with which the program was started. */
export function programName(env: CliContext['env']): string {
  return env['npm_execpath'] === undefined ? 'kineko' : 'npx kineko';
}
