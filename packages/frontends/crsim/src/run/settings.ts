/** The settings of a run: those of its model file, and those that were given besides. */
import { type Place, type Problem, unknownName } from '@kineko/formats/problem';
import { type KeyTable, type RowValues, RUN_KEYS, Settings, SettingsTable } from '@kineko/run';
import { MAX_STEP_MILLIS } from '../format/limits.js';
import { type Communications, type CrsimModel, NETWORK_NAMES } from '../format/model.js';

const ROWS = {
  seed: RUN_KEYS.seed,
  timeStepMillis: {
    type: 'integer',
    range: { min: 1, max: MAX_STEP_MILLIS },
    unit: 'ms',
    isNeeded: true,
    doc: 'duration of a step; by default that of the model',
    example: '100',
  },
  'simulation.time': RUN_KEYS['simulation.time'],
  'simulation.speed': RUN_KEYS['simulation.speed'],
  'communications.enabled': { type: 'boolean', isNeeded: true, doc: 'whether robots can send messages' },
  'communications.network': {
    type: 'word',
    words: NETWORK_NAMES,
    isNeeded: true,
    doc: 'distribution of the delays of messages',
  },
  'communications.delay': {
    type: 'number',
    range: { min: 0, max: 1e6 },
    unit: 's',
    isNeeded: true,
    doc: 'delay of messages, or its mean',
  },
  'communications.loss': { type: 'number', range: { min: 0, max: 1 }, isNeeded: true, doc: 'probability of a loss' },
  'communications.range': { type: 'number', range: { above: 0 }, doc: 'range of messages; unlimited if not given' },
  deadline: {
    type: 'integer',
    range: { min: 1 },
    unit: 'ms',
    default: '5000',
    doc: 'wall-clock time that a step waits for a robot',
  },
  plugin: { type: 'text', default: '', doc: 'modules with sensors, effectors, shapes or maps, separated by commas' },
  spawn: { type: 'text', default: '', doc: 'command that starts a program for each robot: `python3 robot.py {name}`' },
  'robot.<name>': { type: 'file', doc: 'program of a robot; `robot.*` is that of all others', example: 'scout.ts' },
} as const satisfies KeyTable;

const CRSIM_TABLE = SettingsTable.of(ROWS);

export class CrsimSettings extends Settings<RowValues<typeof ROWS>> {
  constructor(
    private readonly model: CrsimModel,
    private readonly file: string,
  ) {
    super(CRSIM_TABLE);
    const { timeStepMillis, communications } = model;
    const ofFile = Object.entries(communications).map(([name, value]) => [`communications.${name}`, value] as const);
    for (const [key, value] of [['timeStepMillis', timeStepMillis] as const, ...ofFile]) {
      if (value !== undefined) this.set(key, String(value), { kind: 'file', place: { file } });
    }
  }

  get communications(): Communications {
    return {
      enabled: this.get('communications.enabled'),
      network: this.get('communications.network'),
      delay: this.get('communications.delay'),
      loss: this.get('communications.loss'),
      range: this.get('communications.range'),
    };
  }

  /** The file of a robot's program, if it has one. */
  programOf(robot: string): { readonly file: string; readonly place: Place | undefined } | undefined {
    const given = this.winnerOf([`robot.${robot}`, 'robot.*'].find((key) => this.has(key)) ?? '');
    return given && { file: given.text, place: given.place };
  }

  override problems(options: { readonly strict: boolean }): readonly Problem[] {
    const names = this.model.robots.map(({ name }) => name);
    const robots = this.ofPattern('robot.<name>').flatMap(({ key, place }): Problem[] => {
      const robot = key.slice('robot.'.length);
      if (robot === '*' || names.includes(robot)) return [];
      return [{ severity: 'error', place, text: `${this.file}: ${unknownName('robot', robot, names)}` }];
    });
    return [...super.problems(options), ...robots];
  }
}
