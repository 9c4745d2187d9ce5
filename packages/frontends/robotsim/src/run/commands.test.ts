import { expect, test } from '@jest/globals';
import type { TraceValue } from '@kineko/formats/trace';
import type { Run } from '@kineko/run';
import { scenarioOf } from '../../test/scenarios.js';

const openText = async (text: string): Promise<Run> => (await scenarioOf(text)).open({ seed: 1 });

const TWO = 'process.num = 2\nbornpoint.random = true\nrobot.algorithm = RandomMovement\nsimulation.time = 10';

test.each<[TraceValue, string]>([
  [7, 'panel: expected an object, got 7'],
  [{ kind: 'jump' }, "panel: kind: unknown kind 'jump'; expected motion, stop, crash, recover or shutdown"],
  [{ kind: 'stop', robot: 2 }, 'panel: robot: expected an integer from 0 to 1, got 2'],
  [{ kind: 'crash', process: 'p1' }, 'panel: process: expected an integer from 0 to 1, got "p1"'],
  [
    { kind: 'motion', robot: 0, request: 'forward' },
    'panel: request: expected an object with a kind, such as { kind: "forward", distance: 10, speed: 1 }, got "forward"',
  ],
  [{ kind: 'motion', robot: 0, request: { kind: 'fly' } }, "panel: request.kind: there is no motion module 'fly'"],
])('refuses %j', async (command, message) => {
  const run = await openText(TWO);
  expect(() => run.command(command, 'panel')).toThrow(message);
});

test('carries out what it accepts, and reports a motion that its module refuses', async () => {
  const run = await openText(TWO);
  run.command({ kind: 'motion', robot: 1, request: { kind: 'forward', distance: 1, speed: -1 } }, 'panel');
  run.command({ kind: 'stop', robot: 0 }, 'panel');
  run.command({ kind: 'crash', process: 0 }, 'panel');
  run.command({ kind: 'recover', process: 0 }, 'panel');
  await run.advance({ until: 1 });
  run.command({ kind: 'shutdown' }, 'panel');
  expect(await run.advance()).toBe('shutdown');
  expect(run.summary().remarks).toContain('a command requested it');
});

test('has no robots to command where processes have no bodies', async () => {
  const run = await openText('process.num = 2\nalgorithm = BroadcastTest\nsimulation.time = 1');
  expect(() => run.command({ kind: 'stop', robot: 0 }, 'panel')).toThrow('robot: there are no robots in this run');
});
