/** No command prints foreign text in a way that controls the terminal or looks like a line of ours. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { COMMANDS } from '../src/commands.js';
import { type Answer, type Files, REPOSITORY, Workspace } from './command-line.js';

/** Without a line break, for places that have none. */
const ORDERS = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202eevil\u2066\u2028';
const FORGED = `x\nFORGED\r\nFORGED${ORDERS}`;
const text = JSON.stringify(FORGED);

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const config = `
process.num = 2
robot.size = 1
bornpoint.random = true
world.width = 50
world.height = 50
simulation.time = 5
`;

const files: Files = {
  'a.config': `${config}robot.algorithm = ./says.ts\n`,
  'throws.config': `${config}robot.algorithm = ./throws.ts\n`,
  'unknown.config': `${config}robot.algorithm = ${ORDERS}\n${ORDERS} = 3\n`,
  'unknown.json': JSON.stringify({ 'process.num': FORGED, [FORGED]: FORGED, robot: { algorithm: FORGED } }),
  'says.ts': `
import { AbstractAlgorithm } from 'kineko';
export class Says extends AbstractAlgorithm {
  protected async doMotion() {
    this.logger.warn(${text});
    this.broadcast(${text}, ${text});
    this.tag('evil \\u202e');
    await this.actuator.forward(1, 1);
    this.shutdown(${text});
  }
}`,
  'throws.ts': `
import { AbstractAlgorithm } from 'kineko';
export class Throws extends AbstractAlgorithm {
  protected async doMotion() { throw new Error(${text}); }
}`,
  'property.ts': `export const never = () => ({ premises: 1, violations: [{ time: 1, text: ${text} }] });`,
  'assignment.yaml': `title: ${text}\nscenario: a.config\nseeds: [1]\ntasks: [{ name: ${text}, property: ./property.ts }]\n`,
  'sweep.yaml': `scenario: throws.config\nrepeat: 1\nmetrics: [collisions]\n`,
  'log.txt': `0.000 p0 ${ORDERS}: ${ORDERS}\n0.100 p0 Messages: send ${ORDERS}\n0.2 not a line ${ORDERS}\n`,
  'world.json': JSON.stringify({ name: FORGED, children: [{ type: FORGED, name: FORGED }] }),
  'environment.xml': `<environment name="&#x202e;evil"><x a="&#x85;"/></environment>`,
  'scenario.xml': `<scenario><unknown name="&#x202e;&#x9b;31m"/></scenario>`,
  'broken.yaml': `"\\e[2J\\u202e": [`,
};

/** By command: its calls. Commands that keep running are ended at their first output. */
const CALLS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  run: [
    ['run', 'a.config', '--seed', '1', '-vv'],
    ['run', 'a.config', '--seed', '1', '--json'],
    ['run', 'throws.config', '--seed', '1'],
    ['run', 'unknown.config'],
    ['run', 'unknown.json'],
    ['run', 'world.json'],
    ['run', 'environment.xml'],
    ['run', 'scenario.xml'],
    ['run', 'a.config', '--print-config', '--set', `seed=${ORDERS}`],
    ['run', `${ORDERS}.config`],
  ],
  validate: [
    [
      'validate',
      'a.config',
      'throws.config',
      'unknown.config',
      'unknown.json',
      'world.json',
      'environment.xml',
      'scenario.xml',
    ],
    ['validate', 'unknown.config', '--json'],
  ],
  view: [
    ['view', `nothing ${ORDERS}`],
    ['view', 'log.txt', '--no-open'],
  ],
  edit: [
    ['edit', 'world.json', '--no-open'],
    ['edit', `nothing ${ORDERS}.json`, '--no-open'],
  ],
  serve: [
    ['serve', 'world.json'],
    ['serve', 'environment.xml'],
    ['serve', `nothing ${ORDERS}`],
  ],
  analyze: [
    ['analyze', 'log.txt'],
    ['analyze', 'out/log.txt'],
    ['analyze', 'log.txt', '--json'],
    ['analyze', `nothing ${ORDERS}`],
  ],
  convert: [
    ['convert', 'log.txt', 'log.csv'],
    ['convert', 'log.txt', `log.${ORDERS}`],
  ],
  render: [
    ['render', 'log.txt', '--out', `picture.${ORDERS}`],
    ['render', `nothing ${ORDERS}`],
  ],
  check: [
    ['check', 'a.config', '-p', './property.ts', '--seeds', '1..2'],
    ['check', 'throws.config', '-p', 'no-collision', '--seeds', '1..2'],
    ['check', 'log.txt', '-p', './property.ts'],
    ['check', 'a.config', '-p', `always ${ORDERS}=1`],
  ],
  sweep: [
    ['sweep', 'sweep.yaml', '--out', 'swept'],
    ['sweep', 'broken.yaml'],
    ['sweep', 'unknown.json'],
  ],
  grade: [
    ['grade', 'assignment.yaml', 'says.ts'],
    ['grade', 'assignment.yaml', 'throws.ts', 'says.ts'],
    ['grade', 'assignment.yaml', 'throws.ts', '--json'],
    ['grade', 'broken.yaml', 'says.ts'],
  ],
  explore: [
    ['explore', 'unknown.config', '-p', `consensus protocol=${ORDERS}`],
    ['explore', `nothing ${ORDERS}`, '-p', 'consensus protocol=a'],
  ],
  worker: [['worker', '--queue', `redis://127.0.0.1:1/${ORDERS}`]],
  list: [
    ['list', ORDERS],
    ['list', 'algorithms'],
  ],
  new: [
    ['new', 'algorithm', ORDERS],
    ['new', ORDERS, 'x'],
  ],
  schema: [['schema']],
  lcm: [
    ['lcm', 'matrix', ORDERS],
    ['lcm', ORDERS],
  ],
  slave: [['slave', ORDERS]],
};

/** Ends a command that keeps running after its first output. */
async function said(place: Workspace, args: readonly string[]): Promise<Answer> {
  const end = new AbortController();
  const isLasting = ['view', 'edit', 'serve', 'worker', 'slave'].includes(args[0]!);
  return place.kineko(args, {
    signal: end.signal,
    onOutput: () => void (isLasting && setImmediate(() => end.abort('enough'))),
  });
}

describe('foreign text cannot control the terminal, or look like a line of ours', () => {
  test('all commands are tried', () => {
    expect(Object.keys(CALLS).sort()).toEqual(COMMANDS.map(({ usage }) => usage.split(' ')[0]!).sort());
  });

  const calls = Object.values(CALLS).flat();
  test.each(calls.map((args) => [args] as const))('kineko %j', async (args) => {
    const place = new Workspace(files);
    mkdirSync(place.of('out'));
    place.write({ 'out/log.txt': readFileSync(join(REPOSITORY, 'examples/gathering/expected.log'), 'utf8') });
    const { stdout, stderr } = await said(place, args);
    const printed = stdout + stderr;
    expect(printed).not.toBe('');
    expect(printed).not.toMatch(UNSAFE);
    expect(printed).not.toMatch(/^FORGED/m);
  });
});
