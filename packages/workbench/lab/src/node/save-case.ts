/** Saves a counterexample: a scenario that includes the original, and the trace of its run. */
import { cp, realpath, rm, writeFile } from 'node:fs/promises';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { escapeText } from '@kineko/formats/problem';
import { textOf } from '@kineko/run';
import { makeFolder, NodeHost, readSource, writing, writingNow } from '@kineko/run/node';
import type { JudgeRequest } from '../judging.js';
import type { Verdict } from '../properties/property.js';
import type { Case, Found, Knobs } from '../shrink/knobs.js';
import type { JudgePool } from './check.js';
import type { ViolatingRun } from './counterexample.js';
import { type LabSite, Opening } from './opening.js';
import { fileSet, RecordingHost, withImports } from './scenario-files.js';

export interface SavedCase {
  /** Absolute. */
  readonly scenario: string;
  readonly trace: string;
  /** The property for the saved scenario, whose folder its paths are relative to. */
  readonly property: string;
  /** Folder with copies of the original files, if the original cannot be included. */
  readonly copies: string | undefined;
  /** Hash of the records, which a replay reproduces. */
  readonly hash: string;
  readonly verdict: Verdict;
}

export interface SaveOptions {
  /** Output folder, created if it does not exist. */
  readonly out: string;
  readonly knobs: Knobs;
  readonly pool: JudgePool;
  readonly site: LabSite;
  readonly signal?: AbortSignal | undefined;
}

/** Start of a saved counterexample, after the comment sign. */
const TITLE = 'Counterexample of ';

/** Whether a scenario is a saved counterexample: by its name, or by its first line if it was renamed. */
export async function isCounterexample(path: string): Promise<boolean> {
  if (/\.counterexample\.[^.]+$/.test(basename(path))) return true;
  const { bytes } = await readSource(path);
  return textOf(bytes.subarray(0, 2 + TITLE.length)) === `# ${TITLE}`;
}

/** Writes the files; throws if the saved scenario does not violate the property as the run did. */
export async function saveCase(
  violating: ViolatingRun,
  small: Found,
  { out, knobs, pool, site, signal }: SaveOptions,
): Promise<SavedCase> {
  const { request } = violating;
  const text = request.properties[violating.property]!;
  writingNow(out, () => makeFolder(out));
  const [original, folder] = [await realpath(request.scenario.path), await realpath(out)];
  const stem = join(out, `${basename(original).replace(/\.[^.]*$/, '')}.counterexample`);
  // A scenario can only include files beneath its own folder.
  const copies = isBeneath(original, folder) ? undefined : `${stem}.files`;
  const placed =
    copies === undefined ? original : await copyFiles(request, text, original, join(folder, basename(copies)), site);
  const names = new FileNames(dirname(original), dirname(placed), folder);
  const { violation } = small.verdict;
  const header = [
    `${TITLE}${basename(original)}: violates`,
    `  ${text}`,
    ...(violation === undefined ? [] : [`at t = ${violation.time}: ${violation.text}`]),
    // A line break would end the comment.
  ].map(escapeText);
  const scenario = `${stem}${knobs.ending}`;
  const trace = `${stem}.trace`;
  const own = await new Opening(site).load({ ...request.scenario, settings: [], environment: {} });
  const changes = withoutIdle(small.case, new Set(own.config().map(({ key }) => key)));
  const saved = knobs.save(names.pathOf(placed), withNames(changes, names), header);
  await writing(scenario, () => writeFile(scenario, saved));
  const property = names.inList(text, ' ');
  const replay = {
    scenario: { path: scenario, settings: [], environment: {} },
    seed: small.case.seed,
    from: scenario,
    properties: [property],
    until: request.until,
    trace,
  };
  const replayed = await pool.run(replay, signal);
  const [verdict] = replayed.verdicts;
  if (verdict?.verdict !== 'violated') throw new Error(`${scenario}: the saved scenario does not violate ${text}`);
  return { scenario, trace, property, copies, hash: replayed.hash!, verdict };
}

/** Copies all files of the scenario and the property; returns the path of the scenario's copy. */
async function copyFiles(
  { scenario: request, from }: JudgeRequest,
  property: string,
  original: string,
  folder: string,
  site: LabSite,
): Promise<string> {
  const host = new RecordingHost(new NodeHost({ base: site.base }));
  const scenario = await new Opening(site, host).load(request);
  // Reads every file that the scenario names.
  await scenario.problems();
  const own = property.split(' ').map((word) => resolve(dirname(from), word.split('#')[0]!));
  const modules = own.filter(isPlainFile).flatMap((file) => [...withImports(file)]);
  const { root, files } = fileSet([original, ...host.files, ...modules].filter(isPlainFile));
  await writing(folder, async () => {
    await rm(folder, { recursive: true, force: true });
    for (const { path } of files) await cp(join(root, path), join(folder, path));
  });
  return join(folder, relative(root, original));
}

/** An empty value removes that of the original; without one there, it has no effect. */
function withoutIdle({ settings, seed }: Case, original: ReadonlySet<string>): Case {
  return { settings: new Map([...settings].filter(([key, value]) => value !== '' || original.has(key))), seed };
}

function withNames({ settings, seed }: Case, names: FileNames): Case {
  const changed = [...settings].map(([key, value]) => [key, names.inList(value, ',')] as const);
  return { settings: new Map(changed), seed };
}

/** Rewrites paths that are relative to one folder for another one. */
class FileNames {
  constructor(
    private readonly original: string,
    /** Where the files of the original folder are now. */
    private readonly placed: string,
    private readonly out: string,
  ) {}

  /** The path for a scenario in the output folder. */
  pathOf(file: string): string {
    return relative(this.out, file).split(sep).join('/');
  }

  /** Rewrites the paths among the words of a value. */
  inList(value: string, separator: string): string {
    if (this.original === this.out) return value;
    return value
      .split(separator)
      .map((word) => this.word(word))
      .join(separator);
  }

  private word(word: string): string {
    const [, before, path, rest] = /^(\s*)([^#\s]+\.[a-z]\w*)(#.*|\s*)$/is.exec(word) ?? [];
    if (path === undefined || !isPlainFile(resolve(this.original, path))) return word;
    return `${before}./${this.pathOf(resolve(this.placed, path))}${rest}`;
  }
}

function isPlainFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function isBeneath(file: string, folder: string): boolean {
  return file.startsWith(folder === sep ? sep : folder + sep);
}
