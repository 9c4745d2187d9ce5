import type { Problem } from '@kineko/formats/problem';
import type { OpenOptions, Run, Scenario, Source } from './scenario.js';
import { scenarioName } from './text.js';
import type { ConfigEntry, Origin } from './settings/origin.js';
import type { Settings } from './settings/settings.js';

/** A scenario whose values are `Settings`. */
export abstract class SettingsScenario<S extends Settings<{ seed: number | undefined }>> implements Scenario {
  abstract readonly frontEnd: string;
  readonly name: string;
  protected isStrict = false;

  /** @param commonName The usual name of such files; a file with this name is named after its folder. */
  constructor(
    readonly source: Source,
    readonly settings: S,
    commonName?: string,
  ) {
    this.name = scenarioName(source.path, commonName);
  }

  config(): readonly ConfigEntry[] {
    return this.settings.entries();
  }

  get seed(): number | undefined {
    return this.settings.get('seed');
  }

  set(key: string, value: string, origin: Origin): void {
    this.settings.set(key, value, origin);
    this.settingsChanged();
  }

  useEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly Problem[] {
    this.settingsChanged();
    return this.settings.useEnvironment(environment);
  }

  beStrict(): void {
    this.isStrict = true;
    this.settingsChanged();
  }

  abstract problems(): Promise<readonly Problem[]>;
  abstract open(options: OpenOptions): Promise<Run>;

  /** Discards everything that was derived from the settings. */
  protected settingsChanged(): void {}
}
