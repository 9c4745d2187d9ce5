/** The front end for scenarios of the DEECo playground. */
import { InputError, type Problem } from '@kineko/formats/problem';
import type { TraceObject } from '@kineko/formats/trace';
import {
  type FrontEnd,
  type Host,
  type OpenOptions,
  type Run,
  SettingsScenario,
  type Source,
  textOf,
} from '@kineko/run';
import { DEECO_FILES } from '../format/recognition.js';
import { readDeecoScenario } from '../format/scenario/scenario-reader.js';
import type { ScenarioFile } from '../format/scenario/scenario.js';
import { DeecoRun } from './deeco-run.js';
import { BUILT_IN } from './registry/built-in.js';
import { addPlugin, type Plugin, Registry } from './registry/registry.js';
import { type DeecoFiles, NOWHERE } from './setup/files.js';
import { type Planned, planOf } from './setup/planning.js';
import { DeecoSettings } from './setup/settings.js';

export interface DeecoOptions {
  /** Reads bitmaps and writes logs; by default bitmaps come from the host, and no logs are written. */
  readonly files?: DeecoFiles | undefined;
  /** Loads modules with authors' classes. */
  readonly plugins?: (() => Promise<readonly Plugin[]>) | undefined;
}

export function deeco(options: DeecoOptions = {}): FrontEnd {
  return {
    ...DEECO_FILES,
    load: async (source, host) => {
      const registry = new Registry(BUILT_IN);
      for (const plugin of (await options.plugins?.()) ?? []) addPlugin(registry, plugin);
      const file = await readDeecoScenario(textOf(source.bytes), source.path);
      return new DeecoScenario(file, source, registry, options.files ?? filesOf(host));
    },
  };
}

function filesOf(host: Host): DeecoFiles {
  return {
    readBytes: (path, from) => host.readBytes(path, from),
    output: () => Promise.resolve(NOWHERE),
  };
}

function namesOf(entries: readonly { readonly className: { readonly value: string } }[]): string[] {
  return entries.map(({ className }) => className.value);
}

export class DeecoScenario extends SettingsScenario<DeecoSettings> {
  readonly frontEnd = DEECO_FILES.name;
  private planned: Promise<Planned> | undefined;

  constructor(
    readonly file: ScenarioFile,
    source: Source,
    private readonly registry: Registry,
    private readonly files: DeecoFiles,
  ) {
    super(source, new DeecoSettings(file));
  }

  protected override settingsChanged(): void {
    this.planned = undefined;
  }

  /** The classes of robots and objects, as in the header of a log. */
  get traceInfo(): TraceObject {
    const { robots, objects } = this.file;
    return { deeco: { robots: namesOf(robots), objects: namesOf(objects) } };
  }

  async problems(): Promise<readonly Problem[]> {
    return (await this.plan()).problems;
  }

  async open(options: OpenOptions): Promise<Run> {
    const { problems, plan } = await this.plan();
    if (plan === undefined) throw new InputError(problems);
    return DeecoRun.open(plan, options, this.files);
  }

  private plan(): Promise<Planned> {
    return (this.planned ??= planOf({
      file: this.file,
      source: this.source,
      settings: this.settings,
      registry: this.registry,
      files: this.files,
      isStrict: this.isStrict,
    }));
  }
}
