/** The manifest of a run folder. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inputError, type Problem } from '@kineko/formats/problem';
import type { RunSummary } from '../scenario.js';
import type { Origin } from '../settings/origin.js';
import { textOf } from '../text.js';
import { readAll } from './host.js';

export const MANIFEST = 'manifest.json';
const FORMAT = 'kineko run';
const VERSION = 1;

/** A run that was killed stays `running`. */
export type RunState = 'running' | 'complete' | 'interrupted' | 'failed';

/** Names of the files in a run folder. */
export interface RunFiles {
  readonly log?: string | undefined;
  readonly trace?: string | undefined;
  /** Contains the trace. */
  readonly mcap?: string | undefined;
  readonly metrics?: string | undefined;
  /** Obstacles and objects, which a Neko log does not contain. */
  readonly world?: string | undefined;
}

interface ProcessId {
  readonly pid: number;
  readonly host: string;
  /** See `startTicksOf`. */
  readonly startTicks?: number | undefined;
}

export interface Manifest {
  readonly state: RunState;
  readonly scenario: {
    /** Name of the front end. */
    readonly door: string;
    readonly name: string;
    readonly path: string;
    /** Hash of the bytes of the file. */
    readonly sha256: string;
  };
  /** Every value that applied, and its origin. */
  readonly config: Readonly<Record<string, { readonly value: string; readonly origin: Origin }>>;
  readonly seed: number;
  readonly versions: {
    readonly kineko: string;
    readonly node: string;
    readonly v8: string;
    readonly platform: string;
    readonly arch: string;
  };
  /** The process of the run; omitted from a manifest that is read once it is gone. A run that is still `running` then was killed. */
  readonly process?: ProcessId | undefined;
  /** Dates in ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  readonly wallSeconds?: number | undefined;
  readonly summary?: RunSummary | undefined;
  readonly metrics?: Readonly<Record<string, number>> | undefined;
  /** The result hash: see `ResultHash`. */
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

/**
 * The start of a process in clock ticks of the system, which no change of the clock affects. Undefined if they are not
 * known: Linux only.
 */
export function startTicksOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may contain spaces.
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[19]) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process of a run exists. Nothing is known of a process on another machine: its run counts as killed. Without start
 * times, another process that has got the same id counts as that of the run.
 */
function isAlive(runner: ProcessId | undefined): boolean {
  if (runner === undefined || runner.host !== hostname()) return false;
  const startTicks = startTicksOf(runner.pid) ?? runner.startTicks;
  if (runner.startTicks !== undefined && startTicks !== runner.startTicks) return false;
  try {
    process.kill(runner.pid, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the manifest of a folder, or undefined if there is none; throws an `InputError` with all problems if it is invalid. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST);
  let json: unknown;
  try {
    const bytes = await readAll(path, (why) => inputError(why, path), { isOfRun: true });
    json = JSON.parse(textOf(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { format } = (json ?? {}) as { readonly format?: unknown };
  if (format !== FORMAT) return undefined;
  const manifest = await checked(json, path);
  return isAlive(manifest.process) ? manifest : { ...manifest, process: undefined };
}

async function checked(json: unknown, file: string): Promise<Manifest> {
  // Runs write manifests and read none, so they start without zod.
  const { readManifestShape } = await import('./manifest-shape.js');
  return readManifestShape(json, file, VERSION) as Manifest;
}
