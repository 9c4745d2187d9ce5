import { describe, expect, test } from '@jest/globals';
import { BinaryWriter, binaryHeader, type TraceRecord } from '@kineko/formats/trace';
import type { Host, Scenario } from '@kineko/run';
import { runSmall } from '../../test/small-environment.js';
import { fitted, NearnessSensor, type ScoutRobot, type SensorKind } from '../index.js';
import { crsim } from './scenario.js';

const MODEL = `<environment width="50" depth="50"><object name="crate" type="BOX" x="20" z="20" width="2" height="1" depth="2"/>
<robot name="r1" x="10" z="10" radius="1"><sensor id="0" type="sonar" range="5"/></robot></environment>`;

const nose: SensorKind = {
  type: 'nose',
  action: 'SMELL',
  responseType: 'kNose',
  fit: (spec, { things }) => fitted(new NearnessSensor(spec, things, () => 1), {}, (sum) => ({ proximity: sum })),
};
const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'go.ts': { default: (robot: ScoutRobot) => robot.move(3) },
  'nose.ts': { sensors: [nose] },
  'empty.ts': { nothing: 1 },
};
const host: Host = {
  readBytes: () => Promise.reject(new Error('no files here')),
  loadModule: (path) => Promise.resolve(modules[path]!),
};
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const load = (text: string): Promise<Scenario> => crsim().load({ path: 'a/model.xml', bytes: bytesOf(text) }, host);

function traceOf(records: readonly TraceRecord[], frontEnd = 'crsim'): Uint8Array {
  const writer = new BinaryWriter();
  for (const record of records) writer.append(record);
  return Buffer.concat([binaryHeader({ door: frontEnd }), writer.take()]);
}

describe('the front end', () => {
  test('recognises its files by their content', () => {
    const frontEnd = crsim();
    const head = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 4096));
    expect(frontEnd.recognises(MODEL, 'x')).toBe(true);
    expect(frontEnd.recognises(head(traceOf([])), 'x')).toBe(true);
    expect(frontEnd.recognises(head(traceOf([], 'robotsim')), 'x')).toBe(false);
    expect(frontEnd.recognises('<simulation/>', 'x.xml')).toBe(false);
    expect(frontEnd.recognises('process.num = 3', 'x.config')).toBe(false);
  });

  test('reports unknown and incomplete parts of a model', async () => {
    const scenario = await load(
      MODEL.replace('type="sonar" range="5"', 'type="nose"')
        .replace('type="BOX"', 'type="BOXX"')
        .replace('</robot>', '<sensor id="1" type="sonar"/><sensor id="2" type="heat"/></robot>'),
    );
    expect((await scenario.problems()).map(({ text }) => text)).toEqual([
      "object 'crate': unknown type 'BOXX'; did you mean 'BOX'? (plug-ins may add more)",
      expect.stringContaining("robot 'r1', sensor 0: unknown type 'nose'; expected bump, sonar or heat"),
      "robot 'r1', sensor 1: a sensor of type sonar lacks its range",
      "robot 'r1', sensor 2: a sensor of type heat lacks its radius",
    ]);
  });

  test('reports overlapping objects in terms of the file', async () => {
    const scenario = await load(`<environment width="50" depth="40" walls="true">
      <object name="crate" type="BOX" x="20" z="20" width="4" height="1" depth="4"/>
      <robot name="in" x="20" z="20" radius="1"/><robot name="out" x="60" z="10" radius="1"/>
      <robot name="a" x="10" z="10" radius="1"/>
      <robot name="b" x="11" z="10" radius="1"/></environment>`);
    expect((await scenario.problems()).map(({ place, text }) => `${place!.file}:${place!.line}: ${text}`)).toEqual([
      "a/model.xml:3: robot 'in' at x 20, z 20 with radius 1 overlaps the polygon 'crate' by 3",
      "a/model.xml:3: robot 'out' at x 60, z 10 with radius 1 reaches 11 beyond the ground: x goes from 0 to 50 and z from 0 to 40",
      "a/model.xml:5: robot 'b' at x 11, z 10 with radius 1 overlaps robot 'a' at x 10, z 10 by 1",
    ]);
    const flat = await load(
      MODEL.replace('width="2" height="1" depth="2"', 'width="1e-300" height="1" depth="1e-300"'),
    );
    expect(await flat.problems()).toEqual([
      expect.objectContaining({
        place: expect.objectContaining({ line: 1 }),
        text: expect.stringContaining("the polygon 'crate': expected at least 3 distinct points, got 1"),
      }),
    ]);
    const grid = await load(MODEL.replace('<environment', '<environment map="grid"'));
    expect(await grid.problems()).toEqual([expect.objectContaining({ place: { file: 'a/model.xml' } })]);
  });

  test('loads plug-ins beside the file', async () => {
    const scenario = await load(MODEL.replace('type="sonar" range="5"', 'type="nose"'));
    scenario.set('plugin', 'nose.ts', { kind: 'set' });
    expect(await scenario.problems()).toEqual([]);
    scenario.set('plugin', 'empty.ts', { kind: 'set' });
    expect((await scenario.problems())[0]!.text).toContain(
      'expected a plug-in that exports lists: shapes, sensors, effectors, maps',
    );
  });
});

describe('settings', () => {
  test('are those of the file unless others are given', async () => {
    const scenario = await load(MODEL);
    scenario.set('timeStepMillis', '20', { kind: 'set', place: { file: '--set' } });
    scenario.useEnvironment({ KINEKO_SEED: '9' });
    expect(scenario.seed).toBe(9);
    const values = Object.fromEntries(scenario.config().map(({ key, value, origin }) => [key, [value, origin.kind]]));
    expect(values).toMatchObject({
      timeStepMillis: ['20', 'set'],
      seed: ['9', 'environment'],
      'communications.delay': ['0', 'file'],
      deadline: ['5000', 'default'],
    });
  });

  test('report their problems', async () => {
    const scenario = await load(MODEL);
    for (const [key, value] of Object.entries({
      timeStepMillis: '0',
      seed: '-1',
      'communications.loss': '2',
      'robot.r2': 'x.ts',
      delay: '1',
    })) {
      scenario.set(key, value, { kind: 'set', place: { file: `--set ${key}=${value}` } });
    }
    expect((await scenario.problems()).map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
      expect.stringContaining("warning: unknown key 'delay'; expected seed, timeStepMillis, simulation.time, "),
      'error: timeStepMillis: expected an integer from 1 to 60,000 (ms), got "0"',
      'error: communications.loss: expected a number from 0 to 1, got "2"',
      'error: seed: expected an integer from 0 to 2^53 - 1, got "-1"',
      "error: a/model.xml: unknown robot 'r2'; did you mean 'r1'?",
    ]);
    await expect(scenario.open({ seed: 1 })).rejects.toThrow('timeStepMillis: expected');
  });
});

test('opening a model with overlapping objects is refused', async () => {
  const scenario = await load(MODEL.replace('x="10" z="10"', 'x="20" z="20"'));
  scenario.set('robot.*', 'go.ts', { kind: 'flag' });
  await expect(scenario.open({ seed: 1 })).rejects.toThrow(/overlaps/);
});

test('a time limit ends a run, and its record replays to the same end', async () => {
  const endless = async (robot: ScoutRobot): Promise<void> => {
    for (;;) await robot.move(0.1);
  };
  const live = await runSmall(MODEL, { programs: { r1: endless }, timeLimit: 2 });
  expect(live.summary).toMatchObject({ stoppedBy: 'time', simulatedSeconds: 2 });
  const scenario = await crsim().load({ path: 'r.trace', bytes: traceOf(live.records) }, host);
  const run = await scenario.open({ seed: scenario.seed! });
  expect(await run.advance()).toBe('time');
  expect(run.summary()).toMatchObject({ events: live.summary.events, simulatedSeconds: 2 });
});

test('the record of a killed run replays as far as it goes', async () => {
  const { records } = await runSmall(MODEL, { programs: { r1: (robot) => robot.move(20) } });
  const orders = records.filter(({ type }) => type === 'command').slice(0, 5);
  const scenario = await crsim().load({ path: 'r.trace', bytes: traceOf(orders) }, host);
  const run = await scenario.open({ seed: 1 });
  expect(await run.advance()).toBe('time');
  expect(run.now).toBe(orders.at(-1)!.time);
  await expect(crsim().load({ path: 'r.trace', bytes: traceOf(records.slice(0, 1)) }, host)).rejects.toThrow(
    'got a trace without its first command',
  );
});
