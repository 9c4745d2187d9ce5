/** The settings of a run: those of its file, and those given on the command line or elsewhere. */
import { type KeyTable, type RowValues, RUN_KEYS, Settings, SettingsTable } from '@kineko/run';
import type { Placed, ScenarioFile } from '../../format/scenario/scenario.js';
import { ENGINE_KINDS } from '../engine/engines.js';

const MAX_INTEGER = 2_147_483_647;
const INTEGER = { type: 'integer', range: { min: 1, max: MAX_INTEGER } } as const;

const ROWS = {
  cycles: { ...INTEGER, isNeeded: true, doc: 'number of cycles' },
  logfile: { type: 'file', isNeeded: true, doc: 'where the log goes' },
  processingTime: { ...INTEGER, unit: 'ms', isNeeded: true, doc: 'duration of a cycle, less one' },
  bitmap: { type: 'file', doc: 'the picture of the map' },
  sizeX: { ...INTEGER, unit: 'pixels', doc: 'width of a map without a picture' },
  sizeY: { ...INTEGER, unit: 'pixels', doc: 'height of a map without a picture' },
  engine: {
    type: 'word',
    words: ENGINE_KINDS.map(({ name }) => name),
    default: 'original',
    doc: 'how robots move: as in the original, to the byte, or exactly',
  },
  random: {
    type: 'word',
    words: ['kineko', 'java'],
    default: 'kineko',
    doc: "the generator of random numbers; `java` draws the original's",
  },
  seed: RUN_KEYS.seed,
  network: {
    type: 'word',
    words: ['none', 'basic', 'random'],
    default: 'none',
    doc: 'how ensembles exchange knowledge: at once, with the delay λ, or λ on average (exponential)',
  },
  'network.lambda': {
    type: 'number',
    range: { min: 0, max: MAX_INTEGER },
    unit: 'cycles',
    default: '1',
    doc: 'λ of the network',
  },
  'network.loss': { type: 'number', range: { min: 0, max: 1 }, default: '0', doc: 'probability that a copy is lost' },
  'network.reach': {
    type: 'number',
    range: { above: 0 },
    unit: 'pixels',
    doc: 'range of a component, measured when it sends; unlimited if not given',
  },
  'network.period': { ...INTEGER, unit: 'ms', doc: 'time between two messages of a component; one cycle if not given' },
  'simulation.time': RUN_KEYS['simulation.time'],
  'simulation.speed': RUN_KEYS['simulation.speed'],
} as const satisfies KeyTable;

const DEECO_TABLE = SettingsTable.of(ROWS);

export type Values = RowValues<typeof ROWS>;

export class DeecoSettings extends Settings<Values> {
  constructor({ cycles, logfile, processingTime, field }: ScenarioFile) {
    super(DEECO_TABLE);
    const size = 'bitmap' in field ? { bitmap: field.bitmap } : { sizeX: field.width, sizeY: field.height };
    const given: Readonly<Record<string, Placed<string | number>>> = { cycles, logfile, processingTime, ...size };
    for (const [key, { value, place }] of Object.entries(given)) this.set(key, String(value), { kind: 'file', place });
  }

  /** Whether the value comes from the user, not from the file or the defaults. */
  isChosen(key: keyof Values): boolean {
    const { kind } = this.originOf(key);
    return kind !== 'file' && kind !== 'default';
  }

  /** Requires settings without problems. */
  values(): Values {
    return Object.fromEntries(Object.keys(ROWS).map((key) => [key, this.get(key as keyof Values)])) as Values;
  }
}
