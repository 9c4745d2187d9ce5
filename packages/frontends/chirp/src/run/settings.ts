/** The settings of a Chirp run besides its world. */
import type { Problem } from '@kineko/formats/problem';
import { type KeyTable, type RowValues, RUN_KEYS, Settings, SettingsTable } from '@kineko/run';
import type { ChirpTraits, ChirpWorld } from '../format/world.js';

const SECONDS = { type: 'number', range: { min: 0, max: 1e9 }, unit: 's' } as const;

const ROWS = {
  ...RUN_KEYS,
  dynamics: {
    type: 'word',
    words: ['auto', 'analytic', 'rigid'],
    default: 'auto',
    doc: 'the dynamics; `auto` is rigid where something can be pushed',
  },
  'message.delay': { ...SECONDS, default: '0.001', doc: 'delay of messages between robots' },
  maxspeed: {
    type: 'number',
    range: { above: 0, max: 2000 },
    unit: 'units/s',
    doc: 'maximum speed of all robots',
    example: '100',
  },
  noisemax: { type: 'number', range: { min: 0, max: 1 }, doc: 'noise of all robots', example: '0.1' },
  deadman: { ...SECONDS, doc: 'time without a command after which a robot stops; 0 for never', example: '1' },
  'animation.logpath': { type: 'file', doc: 'where the log goes', example: 'run.log' },
} as const satisfies KeyTable;

const CHIRP_TABLE = SettingsTable.of(ROWS);

type Values = RowValues<typeof ROWS>;
export type DynamicsChoice = Values['dynamics'];

const TRAITS = ['maxspeed', 'noisemax', 'deadman'] as const satisfies readonly (keyof ChirpTraits)[];

export class ChirpSettings extends Settings<Values> {
  constructor() {
    super(CHIRP_TABLE);
  }

  problemsWith(world: ChirpWorld | undefined, strict: boolean): readonly Problem[] {
    const problems = this.problems({ strict });
    const pushable = world?.pushables[0];
    if (this.get('dynamics') !== 'analytic' || pushable === undefined) return problems;
    const text = `dynamics: expected rigid, got "analytic"; ${pushable.origin.path} can be pushed`;
    return [...problems, { severity: 'error', place: this.placeOf('dynamics'), text }];
  }

  /** The world with the given traits for all robots. */
  applyTo(world: ChirpWorld): ChirpWorld {
    const own = TRAITS.filter((trait) => this.has(trait)).map((trait) => [trait, this.get(trait)] as const);
    if (own.length === 0) return world;
    const traits = Object.fromEntries(own) as Partial<ChirpTraits>;
    return { ...world, robots: world.robots.map((robot) => ({ ...robot, ...traits })) };
  }
}
