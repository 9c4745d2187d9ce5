/** A scenario with everything found that it names: what a run is made of. */
import type { Source } from '@kineko/run';
import type { ScenarioFile } from '../../format/scenario/scenario.js';
import type { EngineKind } from '../engine/cycle-engine.js';
import type { EnvironmentMap } from '../environment/environment-map.js';
import type { Classes } from './classes.js';
import type { Values } from './settings.js';

export interface Plan {
  readonly file: ScenarioFile;
  readonly source: Source;
  readonly values: Values;
  readonly map: EnvironmentMap;
  readonly engine: EngineKind;
  readonly classes: Classes;
  /** Whether whoever started the run has chosen where the log goes. */
  readonly isLogChosen: boolean;
}
