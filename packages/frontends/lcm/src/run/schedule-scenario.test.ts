import { expect, test } from '@jest/globals';
import { describeProblem } from '@kineko/formats/problem';
import type { Host } from '@kineko/run';
import { loadSchedule } from './schedule-scenario.js';

async function scenarioOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const host: Host = { readBytes: () => Promise.resolve(bytes), loadModule: () => Promise.reject(new Error('none')) };
  return loadSchedule({ path: 'out/adversary.yaml', bytes }, host);
}

const TOWERS = `
algorithm: GatherByMajority
scheduler: ssync
settings: {lcm.multiplicity: strong}
robots: [{at: [0, 0]}, {at: [0, 0]}, {at: [1, 0]}, {at: [1, 0]}]
loop: [joint 0 1, joint 2 3]
`;

test('an activation schedule is a scenario that plays it', async () => {
  const scenario = await scenarioOf(TOWERS);
  expect(await scenario.problems()).toEqual([]);
  const run = await scenario.open({ seed: 1 });
  await run.advance();
  expect(run.summary()).toMatchObject({ robots: 4, motionRequests: 16, simulatedSeconds: 8 });
  expect(run.summary().remarks[0]).toMatch(/activation schedule adversary.yaml;.*multiplicity strong/);
});

test('the world reaches to the farthest robot, so that pictures show the robots large', async () => {
  const worldOf = async (places: string): Promise<readonly string[]> => {
    const text = `algorithm: ToHalf\nscheduler: ssync\nrobots: ${places}\nloop: [joint 0, joint 1]\n`;
    const config = (await scenarioOf(text)).config();
    return ['world.width', 'world.height'].map((key) => String(config.find((entry) => entry.key === key)?.value));
  };
  expect(await worldOf('[{at: [0, 0]}, {at: [-3, 1/4]}]')).toEqual(['3', '3']);
  expect(await worldOf('[{at: [0, 0]}, {at: [0, 0]}]')).toEqual(['1', '1']);
});

test('a run that has no more bits for its places is not exact', async () => {
  const scenario = await scenarioOf(`
algorithm: ToHalf
scheduler: ssync
robots: [{at: [0, 0]}, {at: [1, 0]}]
loop: [joint 0, joint 1]
`);
  const remarks = async (seconds: number): Promise<string> => {
    scenario.set('simulation.time', String(seconds), { kind: 'set' });
    const run = await scenario.open({ seed: 1 });
    await run.advance();
    return run.summary().remarks.join('\n');
  };
  expect(await remarks(40)).toMatch(/; exact$/);
  expect(await remarks(60)).toMatch(/; rounded, epsilon 1e-9\n.* events depend on the tolerance lcm.epsilon/);
});

test('a schedule can contain its table', async () => {
  const scenario = await scenarioOf(`
algorithm: {lights: full, palette: [red, green], rules: {any any: half green}}
scheduler: fsync
robots: [{at: [0, 0]}, {at: [1/4, 0], light: green}]
loop: [joint 0 1]
`);
  const run = await scenario.open({ seed: 1 });
  await run.advance();
  expect(run.summary().motionRequests).toBe(2);
});

test('problems have the places of the file', async () => {
  const scenario = await scenarioOf(TOWERS.replace('multiplicity: strong', 'multiplicty: strong'));
  expect((await scenario.problems()).map(describeProblem)).toEqual([
    expect.stringMatching(/adversary.yaml:4:29: warning: unknown key 'lcm.multiplicty'/),
    expect.stringMatching(/adversary.yaml: warning: GatherByMajority: expected lcm.multiplicity/),
  ]);
});

test('a read that the register excludes ends the run', async () => {
  const scenario = await scenarioOf(`
algorithm: Vig3Cols
scheduler: async-regular
robots: [{at: [0, 0]}, {at: [1, 0]}]
prefix: [L 0, CB 0, L 1]
reads: {2: red}
`);
  const run = await scenario.open({ seed: 1 });
  await expect(run.advance()).rejects.toThrow(
    'step 2 (L 1): expected a read of black or white under async-regular, got red',
  );
});

test.each([
  ['algorithm: GatherByMajority\n', 'out/adversary.yaml: algorithm: expected the name of an algorithm, or a table'],
  [/robots: .*\n/, 'out/adversary.yaml: robots: expected the places of the robots'],
])('a schedule without %s cannot be run', async (part, message) => {
  await expect(scenarioOf(TOWERS.replace(part, ''))).rejects.toThrow(message);
});
