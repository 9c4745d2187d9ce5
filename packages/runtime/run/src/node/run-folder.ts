/** A folder with the results of a run and a manifest that describes it. */
import { createHash } from 'node:crypto';
import { type FileHandle, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inputError } from '@kineko/formats/problem';
import type { Source } from '../scenario.js';
import type { ConfigEntry } from '../settings/origin.js';
import { makeFolder, writing, writingNow } from './file-errors.js';
import {
  findManifest,
  type Manifest,
  MANIFEST,
  manifestText,
  type RunFiles,
  type RunState,
  startTicksOf,
} from './manifest.js';
import { replaceFile } from './replace-file.js';

export interface RunStart {
  readonly scenario: { readonly frontEnd: string; readonly name: string; readonly source: Source };
  readonly config: readonly ConfigEntry[];
  readonly seed: number;
  /** Version of Kineko. */
  readonly version: string;
  /** Names of the files that will be written: `{ log: 'neko.log' }`. */
  readonly files?: RunFiles | undefined;
}

export interface RunEnd extends Pick<Manifest, 'summary' | 'hash' | 'problems'> {
  readonly state: Exclude<RunState, 'running'>;
  readonly metrics?: ReadonlyMap<string, number> | undefined;
}

/** A manifest that is being written; left behind only if the program is killed at that moment. */
const UNFINISHED = `${MANIFEST}.new`;

export class RunFolder {
  readonly path: string;
  private currentManifest: Manifest;
  private readonly startMs = performance.now();

  private constructor(path: string, manifest: Manifest) {
    this.path = path;
    this.currentManifest = manifest;
  }

  /**
   * Creates the folder and its parents, with a manifest in the state `running`. An earlier run in it is replaced: its own
   * files are removed, and nothing else. Throws an `InputError` if the folder contains anything but a run.
   */
  static async create(path: string, start: RunStart): Promise<RunFolder> {
    const files = start.files ?? {};
    writingNow(path, () => makeFolder(path));
    await clear(path, files);
    const folder = new RunFolder(path, manifestAt(start, files));
    await folder.write();
    return folder;
  }

  get manifest(): Manifest {
    return this.currentManifest;
  }

  /** Returns the path of one of its files. */
  pathOf(kind: keyof RunFiles): string {
    const name = this.currentManifest.files[kind];
    if (name === undefined) throw new Error(`this run was started without a file for its ${kind}`);
    return join(this.path, name);
  }

  /** Writes the outcome of the run into the manifest; concurrent readers see the old manifest or the new one. */
  async finish({ metrics, ...end }: RunEnd): Promise<void> {
    this.currentManifest = {
      ...this.currentManifest,
      ...end,
      metrics: metrics && Object.fromEntries(metrics),
      endedAt: new Date().toISOString(),
      wallSeconds: (performance.now() - this.startMs) / 1000,
    };
    await this.write();
  }

  private async write(): Promise<void> {
    const manifest = join(this.path, MANIFEST);
    const write = async (file: FileHandle): Promise<void> => {
      await file.writeFile(manifestText(this.currentManifest));
      await file.sync();
    };
    await writing(manifest, () => replaceFile(manifest, write, join(this.path, UNFINISHED)));
  }
}

function manifestAt({ scenario, config, seed, version }: RunStart, files: RunFiles): Manifest {
  const { frontEnd, name, source } = scenario;
  const sha256 = createHash('sha256').update(source.bytes).digest('hex');
  const { platform, arch, versions } = process;
  return {
    state: 'running',
    scenario: { door: frontEnd, name, path: source.path, sha256 },
    config: Object.fromEntries(config.map(({ key, value, origin }) => [key, { value, origin }])),
    seed,
    versions: { kineko: version, node: versions.node, v8: versions.v8, platform, arch },
    process: { pid: process.pid, host: hostname(), startTicks: startTicksOf(process.pid) },
    startedAt: new Date().toISOString(),
    files,
  };
}

async function clear(path: string, files: RunFiles): Promise<void> {
  const present = new Set(await readdir(path));
  present.delete(UNFINISHED);
  if (present.size === 0) return;
  const earlier = await findManifest(path);
  if (earlier === undefined) {
    throw inputError('is not empty and contains no run: choose a new folder for the results', path);
  }
  // When that process ends, it would replace the manifest of this run by its own.
  const writer = earlier.state === 'running' ? earlier.process?.pid : undefined;
  if (writer !== undefined && writer !== process.pid) {
    throw inputError(`process ${writer} is writing its run here: wait for its end, or choose another folder`, path);
  }
  const ours = namesIn(earlier.files);
  const inTheWay = namesIn(files).filter((name) => present.has(name) && !ours.includes(name));
  if (inTheWay.length > 0) {
    throw inputError(`contains ${inTheWay.join(', ')}, not of its run, which would be overwritten; move it away`, path);
  }
  for (const name of [...ours, MANIFEST]) {
    const file = join(path, name);
    await writing(file, () => rm(file, { force: true }));
  }
}

function namesIn(files: RunFiles): string[] {
  return Object.values(files).filter((name): name is string => name !== undefined);
}
