/** What a run folder says of its run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, type Problem } from '@kineko/formats/problem';
import type { Origin, OriginKind } from '@kineko/formats/settings';
import type { RunSummary, StoppedBy } from '../scenario.js';
import {
  flag,
  jsonNumber,
  list,
  matching,
  number,
  object,
  oneOf,
  optional,
  type Shape,
  table,
  text,
} from './json-shape.js';

export const MANIFEST = 'manifest.json';
const FORMAT = 'kineko run';
const VERSION = 1;

/** `running` is also that of a run that was killed. */
export type RunState = 'running' | 'complete' | 'interrupted' | 'failed';

/** What a folder may hold besides, by what it is: names of files in it. */
export interface RunFiles {
  readonly log?: string | undefined;
  readonly trace?: string | undefined;
  readonly metrics?: string | undefined;
  /** Obstacles and objects, which a Neko log does not tell. */
  readonly world?: string | undefined;
}

export interface Manifest {
  readonly state: RunState;
  readonly scenario: {
    /** Which front-end opened it. */
    readonly door: string;
    readonly name: string;
    readonly path: string;
    /** Of its bytes. */
    readonly sha256: string;
  };
  /** Every value that had a meaning, and where it came from. */
  readonly config: Readonly<Record<string, { readonly value: string; readonly origin: Origin }>>;
  readonly seed: number;
  readonly versions: {
    readonly kineko: string;
    readonly node: string;
    readonly v8: string;
    readonly platform: string;
    readonly arch: string;
  };
  /** What carries it out: a run whose process is gone, and that is still `running`, was killed. */
  readonly process?: { readonly pid: number; readonly host: string } | undefined;
  /** Dates as ISO 8601 has them, in UTC. */
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  readonly wallSeconds?: number | undefined;
  readonly summary?: RunSummary | undefined;
  readonly metrics?: Readonly<Record<string, number>> | undefined;
  /** Of the records: see `ResultHash`. */
  readonly hash?: string | undefined;
  readonly files: RunFiles;
  readonly problems?: readonly Problem[] | undefined;
}

export function manifestText({ metrics, ...rest }: Manifest): string {
  const numbers =
    metrics && Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, jsonNumber(value)]));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...rest, metrics: numbers }, undefined, 2)}\n`;
}

/** Of a folder, or undefined if it has none that is ours; throws an `InputError` if it is ours and broken. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST);
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { format } = (json ?? {}) as { readonly format?: unknown };
  return format === FORMAT ? checked(json, path) : undefined;
}

/** Of a folder that holds a run; throws an `InputError` with all that is wrong. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder);
  if (manifest !== undefined) return manifest;
  const why = `is no run folder: it has no ${MANIFEST} with "format": "${FORMAT}"`;
  throw new InputError([{ severity: 'error', place: { file: folder }, text: why }]);
}

function checked(json: unknown, file: string): Manifest {
  const problems: Problem[] = [];
  const wrong = (path: string, why: string): void =>
    void problems.push({ severity: 'error', place: { file }, text: path === '' ? why : `${path} ${why}` });
  oneOf(VERSION)((json as { readonly version?: unknown }).version, 'version', wrong);
  // Of another version the fields may mean anything.
  const manifest = problems.length > 0 ? undefined : shape(json, '', wrong);
  if (manifest === undefined || problems.length > 0) throw new InputError(problems);
  return manifest;
}

const fileName = matching(/^(?!\.{1,2}$)[^/\\\0]+$/, 'the name of a file in the folder, without a path');

const place = object({ file: text, line: optional(number), column: optional(number) });

const STOPPED_BY = [
  'time',
  'empty',
  'finished',
  'shutdown',
  'stalled',
  'events',
  'log',
  'interrupted',
] as const satisfies StoppedBy[];
const ORIGINS = ['default', 'file', 'environment', 'set', 'flag'] as const satisfies OriginKind[];

const summary = object({
  robots: number,
  processes: number,
  simulatedSeconds: number,
  events: number,
  motionRequests: number,
  collisions: number,
  delays: number,
  messages: object({ sent: number, delivered: number, dropped: number }),
  stoppedBy: optional(oneOf(...STOPPED_BY)),
  remarks: list(text),
  hasGoal: flag,
});

const shape: Shape<Manifest> = object({
  state: oneOf('running', 'complete', 'interrupted', 'failed'),
  scenario: object({ door: text, name: text, path: text, sha256: matching(/^[\da-f]{64}$/, '64 hex digits') }),
  config: table(object({ value: text, origin: object({ kind: oneOf(...ORIGINS), place: optional(place) }) })),
  seed: number,
  versions: object({ kineko: text, node: text, v8: text, platform: text, arch: text }),
  process: optional(object({ pid: number, host: text })),
  startedAt: text,
  endedAt: optional(text),
  wallSeconds: optional(number),
  summary: optional(summary as Shape<RunSummary>),
  metrics: optional(table(number)),
  hash: optional(matching(/^[\da-f]{32}$/, '32 hex digits')),
  files: object({
    log: optional(fileName),
    trace: optional(fileName),
    metrics: optional(fileName),
    world: optional(fileName),
  }),
  problems: optional(list(object({ severity: oneOf('error', 'warning'), place: optional(place), text }))),
});
