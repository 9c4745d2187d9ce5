/** Runs DEECo scenarios in tests: reads files of the repository, and collects what a run writes. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { InputError, type Problem } from '@kineko/formats/problem';
import type { TraceRecord } from '@kineko/formats/trace';
import type { RunSummary } from '@kineko/run';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import type { Plugin } from '../src/run/registry/registry.js';
import { deeco, type DeecoScenario } from '../src/run/scenario.js';
import type { DeecoFiles } from '../src/run/setup/files.js';

const DATA = new URL('data/', import.meta.url);
const EXAMPLES = pathToFileURL(`${REPOSITORY}examples/deeco/`);

/** A scenario of the examples, or of the data next to this file. */
export function scenarioFile(path: string): URL {
  return new URL(path, path.includes('/') ? DATA : EXAMPLES);
}

/** A log written by the playground itself. */
export function goldenLog(path: string): string {
  return readFileSync(new URL(path, DATA), 'utf8');
}

export class MemoryFiles implements DeecoFiles {
  readonly written = new Map<string, Uint8Array[]>();

  constructor(private readonly folder: URL = DATA) {}

  readBytes(path: string): Promise<Uint8Array> {
    try {
      return Promise.resolve(new Uint8Array(readFileSync(new URL(path, this.folder))));
    } catch {
      return Promise.reject(new InputError([{ severity: 'error', text: `there is no file ${path}` }]));
    }
  }

  output(path: string) {
    const chunks: Uint8Array[] = [];
    this.written.set(path, chunks);
    return Promise.resolve({ path, write: (bytes: Uint8Array) => void chunks.push(bytes), close: () => {} });
  }

  bytes(path: string): Uint8Array {
    return Buffer.concat(this.written.get(path) ?? []);
  }

  text(path: string): string {
    return Buffer.from(this.bytes(path)).toString('utf8');
  }
}

export interface Loaded {
  readonly scenario: DeecoScenario;
  readonly files: MemoryFiles;
}

export async function load(
  text: string,
  path = 'x.xml',
  exports: Plugin['exports'] = {},
  folder?: URL,
): Promise<Loaded> {
  const files = new MemoryFiles(folder);
  const plugins = Object.keys(exports).length === 0 ? [] : [{ path: 'classes.ts', exports }];
  const frontEnd = deeco({ files, plugins: () => Promise.resolve(plugins) });
  const scenario = await frontEnd.load({ path, bytes: new TextEncoder().encode(text) }, NO_HOST);
  return { scenario: scenario as DeecoScenario, files };
}

const NO_HOST = {
  readBytes: () => Promise.reject(new Error('not expected to be called')),
  loadModule: () => Promise.reject(new Error('not expected to be called')),
};

export function loadFile(file: URL): Promise<Loaded> {
  return load(readFileSync(file, 'utf8'), file.pathname.replace(/^.*\//, ''), {}, new URL('./', file));
}

export interface Ran {
  readonly log: string;
  /** The lines of its cycles. */
  readonly cycles: readonly string[];
  readonly summary: RunSummary;
  readonly records: readonly TraceRecord[];
  readonly said: readonly string[];
  readonly files: MemoryFiles;
}

export async function run({ scenario, files }: Loaded, seed = 42, random = 'java'): Promise<Ran> {
  scenario.set('random', random, { kind: 'flag' });
  const records: TraceRecord[] = [];
  const said: string[] = [];
  const opened = await scenario.open({
    seed,
    emit: (record) => void records.push(record),
    log: (_level, text) => void said.push(text),
  });
  try {
    await opened.advance();
  } finally {
    await opened.close();
  }
  const logfile = scenario.config().find(({ key }) => key === 'logfile')!.value;
  const log = files.text(logfile);
  const cycles = log.split('\n').filter((line) => line.includes('&&'));
  return { log, cycles, summary: opened.summary(), records, said, files };
}

/** All problems of a scenario. */
export async function problemsOf(loading: Promise<Loaded>): Promise<readonly Problem[]> {
  try {
    return await (await loading).scenario.problems();
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}
