/** Each example world with its controllers, in lock-step, so that every run is the same. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { SimulatedChirp } from '../../../../examples/chirp/chirp.js';
import { Controllers } from '../src/node/controllers.js';
import { ChirpServer } from '../src/node/server.js';
import type { ChirpRun } from '../src/run/chirp-run.js';
import { ChirpScenario } from '../src/run/scenario.js';

interface Options {
  readonly seconds: number;
  /** Ids of the robots whose controllers are started; by default all. */
  readonly only?: readonly number[];
  /** Called at the end of the run. */
  readonly then: (run: ChirpRun) => void;
}

async function controlled(name: string, { seconds, only, then }: Options): Promise<void> {
  const folder = `${REPOSITORY}examples/chirp/${name}/`;
  const path = `${folder}world.json`;
  const scenario = new ChirpScenario({ path, bytes: readFileSync(path) });
  scenario.set('simulation.time', String(seconds), { kind: 'flag' });
  const server = await ChirpServer.open(scenario, { seed: 1, port: 0, lockstep: 0.05, limits: { deadlineMs: 60_000 } });
  const ends: string[] = [];
  const controllers = new Controllers({
    controllers: scenario.world!.controllers.filter(({ robot }) => only === undefined || only.includes(robot)),
    folder,
    host: server.port.address,
    port: server.port.port,
    isLockstep: true,
    env: process.env,
    onLine: ({ robot }, line) => void ends.push(`robot ${robot}: ${line}`),
    onEnd: ({ robot }, how) => void ends.push(`robot ${robot}: ${how}`),
  });
  // Robots without a controller stand still.
  const idle = server.run.robots.filter((id) => only !== undefined && !only.includes(id));
  const standing = idle.map((id) => stand(id, server.port.port));
  try {
    await server.run.advance();
    then(server.run);
  } finally {
    await controllers.stop();
    for (const robot of standing) (await robot).close();
    await server.close();
  }
  expect(ends).toEqual([]);
}

async function stand(robot: number, port: number): Promise<SimulatedChirp> {
  process.env['CHIRP_LOCKSTEP'] = '1';
  const chirp = await SimulatedChirp.connect(robot, { port });
  void (async () => {
    for (;;) await chirp.setSpeed(0, 0);
  })();
  return chirp;
}

describe('the example worlds of Chirp', () => {
  test('avoidance: six robots move around, and hardly touch', async () => {
    await controlled('avoidance', {
      seconds: 3,
      then: (run) => {
        expect(run.summary().collisions).toBeLessThan(4);
        expect(run.robots.some((id) => run.world.motions.isUnderWay(id))).toBe(true);
      },
    });
  });

  test('line: two robots follow the line', async () => {
    await controlled('line', {
      seconds: 12,
      then: (run) => {
        expect(run.world.poseOf(0).x).toBeLessThan(75);
        for (const robot of run.robots) expect(run.read(robot, 'line')).toContain(1);
      },
    });
  });

  test('light: three robots find the lamp and stop beside it', async () => {
    await controlled('light', {
      seconds: 20,
      then: (run) => {
        for (const robot of run.robots) expect(Math.max(...run.read(robot, 'light'))).toBeGreaterThanOrEqual(20);
      },
    });
  });

  test('push: two robots move the box', async () => {
    await controlled('push', {
      seconds: 12,
      then: (run) => expect(run.world.poseOfPushable(0).x).toBeGreaterThan(20),
    });
  });

  test('push: one robot alone does not move it, even if it is informed that the other is ready', async () => {
    await controlled('push', {
      seconds: 8,
      only: [1],
      then: (run) => expect(run.world.poseOfPushable(0).x).toBe(0),
    });
  });
});
