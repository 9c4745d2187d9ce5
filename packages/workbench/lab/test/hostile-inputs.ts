/** Experiments, assignments, properties and fault schedules that are nearly right, drawn from a seed; and what reads them. */
import { InputError } from '@kineko/formats/problem';
import { readYamlSource } from '@kineko/formats/yaml';
import type { RandomStream } from '@kineko/kernel';
import { problemsOfFaults } from '@kineko/neko';
import { pointsOf } from '../src/experiment/points.js';
import { readExperiment } from '../src/experiment/read-experiment.js';
import { ExpressionError } from '../src/expression.js';
import { readAssignment } from '../src/grading/assignment.js';
import { PropertyError, readProperty } from '../src/properties/read-property.js';

const EXPERIMENTS: readonly string[] = [
  `scenario: gathering.config
set: { simulation.time: 60, robot.size: 5 }
parameters:
  process.num: [5, 10, 20]
  speed: { from: 1, to: 10, step: 1 }
variables:
  density: { expression: process.num / 100 }
repetitions: 3
metrics: [time, { name: far, metric: gathered, radius: 5 }, { name: ratio, expression: far / time }]
stop: { time: 100, when: time > 3, every: 2 }
plots: [{ x: process.num, y: [time, far], by: speed, scale: log }]
`,
  `{"scenario": "a.config", "parameters": {"a": [1, 2], "b": {"from": 1, "to": 4, "count": 2}}, "zip": ["a", "b"], "metrics": ["time"]}`,
  `scenario: &s a.config
set: &a { x: 1, y: [1, 2] }
parameters: { z: [*a], t: [*s] }
metrics: [{ name: own, file: ./metrics.ts#order }]
confidence: 0.9
`,
];

const ASSIGNMENTS: readonly string[] = [
  `title: Gathering
scenario: gathering.config
algorithm: robot.algorithm
set: { simulation.time: 60 }
seeds: 0..19
tasks:
  - { name: together, property: eventually gathered=5 before 300, points: 4 }
  - { property: no-collision, points: 2, seeds: [1, 2, 3] }
limits: { seconds: 10, megabytes: 64 }
`,
  `{"scenario": "a.config", "tasks": [{"property": "always separation=2"}]}`,
];

const PROPERTIES: readonly string[] = [
  'no-collision',
  'always separation=2',
  'eventually gathered=5 before 300',
  'always in-area area=0,0,10,10',
  'sometimes collision',
  'total-order protocol=abcast',
  'consensus protocol=vote',
  './properties.ts#noDeadlock',
];

const SCHEDULES: readonly string[] = [
  '[{ kind: crash, at: 1, process: 2 }, { kind: recover, at: 5, process: 2 }]',
  '[{ kind: partition, at: 1, until: 4, groups: [[0, 1], [2]], copies: held, name: split }, { kind: heal, at: 3, partition: split }]',
  '[{ kind: loss, at: 0, probability: 0.5, links: { pairs: [[0, 1]] } }, { kind: spike, at: 1, delay: 3, distribution: exponential }]',
  '[{ kind: bursts, at: 0, toBad: 0.1, toGood: 0.5 }, { kind: omit, at: 1, process: 0, except: [1, 2] }]',
];

/** Fragments that attackers and mistakes insert. */
const BITS: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '&a ',
  '*a',
  '*b',
  '&a { x: *a }',
  '&a [*a]',
  '? [1]\n: 2\n',
  '<<: *a\n',
  '!!js/function x',
  '!!binary AAAA',
  'null',
  '~',
  '-1',
  '1e999',
  '.inf',
  '.nan',
  '1e300',
  '-0',
  '99999999999999999999',
  '0..999999999',
  '[[[[[[[[[[[[',
  '{',
  '}',
  '[',
  ']',
  ': ',
  ', ',
  '- ',
  '=',
  '#',
  '"',
  "'",
  '\\',
  '\n',
  '\t',
  '\u0000',
  '\ufeff',
  '\ud800',
  '---\n',
  '...\n',
  '|\n',
  'expression: ',
  'import("fs")',
  'ones(20000, 20000)',
  'count: 4000000000',
  'repetitions: 1e18',
  'a'.repeat(5000),
  '('.repeat(500),
];

export type InputKind = 'experiment' | 'assignment' | 'property' | 'schedule';

const STARTS: Readonly<Record<InputKind, readonly string[]>> = {
  experiment: EXPERIMENTS,
  assignment: ASSIGNMENTS,
  property: PROPERTIES,
  schedule: SCHEDULES,
};

/** The valid texts from which hostile ones are made. */
export function startsOf(kind: InputKind): readonly string[] {
  return STARTS[kind];
}

export const INPUT_KINDS = Object.keys(STARTS) as InputKind[];

/** A text that was valid before a few changes. */
export function hostileText(kind: InputKind, stream: RandomStream): string {
  const pick = <T>(from: readonly T[]): T => from[stream.integer(0, from.length - 1)]!;
  let text = pick(STARTS[kind]);
  for (let changes = 1 + stream.integer(0, 3); changes > 0; changes--) {
    const [from, to] = [stream.integer(0, text.length), stream.integer(0, text.length)].sort((a, b) => a - b);
    const [before, middle, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
    const short = middle.slice(0, 40);
    text = pick([
      () => before + pick(BITS) + middle + after,
      () => before + pick(BITS) + middle.slice(short.length) + after,
      () => before + middle.slice(short.length) + after,
      () => before + short + middle + after,
      () => before + after + middle,
    ])();
  }
  return text;
}

/** Reads a text: `valid`, or `refused` with an `InputError`. Throws other errors. */
export async function readHostile(kind: InputKind, text: string): Promise<'valid' | 'refused'> {
  try {
    if (kind === 'property') await readProperty(text, () => Promise.resolve(() => ({ premises: 0, violations: [] })));
    else if (kind === 'assignment') await readAssignment('a.yaml', text);
    else if (kind === 'schedule') return await readSchedule(text);
    else {
      const experiment = await readExperiment('e.yaml', text);
      const values = experiment.parameters.map((each) => (Array.isArray(each.values) ? each.values.length : 1));
      if (values.reduce((product, count) => product * count, 1) <= 1000) pointsOf(experiment, () => 1);
    }
    return 'valid';
  } catch (error) {
    if (error instanceof PropertyError || error instanceof ExpressionError) return 'refused';
    if (!(error instanceof InputError)) throw error;
    const vague = error.problems.find((problem) => problem.place?.file === undefined || problem.text === '');
    if (vague !== undefined) throw new Error(`a problem without a place: ${JSON.stringify(vague)}`, { cause: error });
    return 'refused';
  }
}

async function readSchedule(text: string): Promise<'valid' | 'refused'> {
  const { data } = await readYamlSource(text, 's.yaml');
  return problemsOfFaults(data, 4).length === 0 ? 'valid' : 'refused';
}
