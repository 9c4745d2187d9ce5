/** What a run folder says of its run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputError, type Problem } from '@kineko/formats/problem';
import type { RunSummary } from '../scenario.js';
import type { Origin } from '../settings/origin.js';

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
    metrics &&
    Object.fromEntries(
      Object.entries(metrics).map(([key, value]) => [key, Number.isFinite(value) ? value : String(value)]),
    );
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
  throw inputError(`is no run folder: it has no ${MANIFEST} with "format": "${FORMAT}"`, folder);
}

async function checked(json: unknown, file: string): Promise<Manifest> {
  // Runs write manifests and read none: they start without zod.
  const { readManifestShape } = await import('./manifest-shape.js');
  return readManifestShape(json, file, VERSION) as Manifest;
}
