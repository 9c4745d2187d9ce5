import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { RandomChannel } from '@kineko/neko';
import { robotsOf, type Setting } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import { RandomMovement } from './algorithms/random-movement.js';
import { TestCommunication } from './algorithms/test-communication.js';
import { compose } from './composition.js';

function hashOf(records: readonly TraceRecord[]): string {
  const writer = new BinaryWriter();
  for (const record of records) writer.append(record);
  return createHash('sha256').update(writer.take()).digest('hex');
}

const CROWD = {
  places: 100,
  area: { minX: 0, minY: 0, maxX: 200, maxY: 200 },
  walled: true,
  parameters: { RandomMovement: { side: '200' } },
  algorithm: RandomMovement,
} satisfies Setting;

/** Uses every feature in a small area: messages that overtake each other, sensors with noise, handlers, stages. */
class Lively extends AbstractAlgorithm<{ HERE: { x: number; y: number } }> {
  protected override readonly handlers = {
    HERE: ({ x }: { x: number }) => {
      if (x < 10) this.tag('left');
    },
  };
  protected override async doMotion() {
    this.proximitySensor.activate(4, { exact: this.robot.id % 2 === 0, interval: 0.7, errorFactor: 0.1 }, () => {
      if (this.random() < 0.5) void this.actuator.turn(90, 45);
    });
    const { x, y } = await this.gps.getSelfPosition(0.5);
    this.broadcast('HERE', { x, y });
    await this.run(RandomMovement).for(3 + this.random());
    await this.actuator.arc(2, 30 * this.random(), { duration: 2 });
  }
}

const MEDLEY = {
  places: 12,
  area: { minX: 0, minY: 0, maxX: 40, maxY: 40 },
  walled: true,
  obstacles: [{ kind: 'disc', x: 20, y: 20, radius: 3 }],
  parameters: { RandomMovement: { side: '40' } },
  channel: (host) => new RandomChannel(host),
  algorithm: compose(Lively).for(12).then(TestCommunication).toAlgorithm(),
} satisfies Setting;

/** The records of one simulated minute. */
async function recordsOf(setting: Setting): Promise<TraceRecord[]> {
  const { run, records } = robotsOf(setting);
  await run(60);
  return records;
}

describe('the same records twice', () => {
  test.each<[string, Setting]>([
    ['a crowd in random movement', CROWD],
    ['a medley of everything', MEDLEY],
  ])('%s', async (_name, setting) => {
    const [once, again] = [await recordsOf(setting), await recordsOf(setting)];
    expect(once.length).toBeGreaterThan(1000);
    expect(hashOf(again)).toBe(hashOf(once));
    expect(hashOf(await recordsOf({ ...setting, seed: 2 }))).not.toBe(hashOf(once));
  });
});

test('a hundred robots in random movement for a minute, to the last bit', async () => {
  expect(hashOf(await recordsOf(CROWD))).toBe('bbbe76894d302498bef1b8af700f8a2dc6a2d6a499263f7530d5d2eddc8d631a');
});

test('a medley of everything for a minute, to the last bit', async () => {
  expect(hashOf(await recordsOf(MEDLEY))).toBe('29033af4fa056820b537649676f02a6e09d04100e2077901124954e5902a3c56');
});

describe('has no effect on the records', () => {
  test('whether a motion is returned or awaited', async () => {
    class Awaited extends RandomMovement {
      protected override async doMotion() {
        await super.doMotion();
      }
    }
    const parameters = { Awaited: CROWD.parameters.RandomMovement };
    const awaited = await recordsOf({ ...CROWD, parameters, algorithm: Awaited });
    expect(hashOf(awaited)).toBe(hashOf(await recordsOf(CROWD)));
  });

  test('the order in which robots are listed', async () => {
    const places = robotsOf(MEDLEY).world;
    const robots = places.robots.map((id) => ({ id, radius: 1, ...places.poseOf(id) }));
    const forward = await recordsOf({ ...MEDLEY, robots });
    const backward = await recordsOf({ ...MEDLEY, robots: robots.toReversed() });
    expect(hashOf(backward)).toBe(hashOf(forward));
  });

  test('running in one call or in many, with or without observers', async () => {
    const { run, records, simulator } = robotsOf(MEDLEY);
    let seen = 0;
    simulator.observe({ ran: () => void seen++ });
    for (let until = 0; until < 60; until += 0.37) await run(until);
    await run(60);
    expect(hashOf(records)).toBe(hashOf(await recordsOf(MEDLEY)));
    expect(seen).toBeGreaterThanOrEqual(simulator.events);
  });

  test('running an algorithm nested instead of launched, except for the ids in its messages', async () => {
    const composed = await recordsOf({ ...CROWD, algorithm: compose(RandomMovement).toAlgorithm() });
    expect(hashOf(composed)).toBe(hashOf(await recordsOf(CROWD)));
  });
});
