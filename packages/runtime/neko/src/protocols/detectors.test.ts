import { describe, expect, test } from '@jest/globals';
import { at } from '../../test/agreement.js';
import { smallSystem } from '../../test/small-system.js';
import { BasicChannel } from '../networks/sim/basic.js';
import type { Channel } from '../networks/sim/channel.js';
import { RandomChannel } from '../networks/sim/random.js';
import type { NekoHost, NekoProcess } from '../process.js';
import { CombinedDetector } from './combined-detector.js';
import type { Detector } from './detector.js';
import { DetectorQos } from './detector-qos.js';
import { Heartbeat } from './heartbeat.js';
import { PerfectDetector } from './perfect-detector.js';
import { PingDetector } from './ping-detector.js';
import { RingHeartbeat } from './ring-heartbeat.js';
import { SimulatedDetector } from './simulated-detector.js';
import { wire } from './wire.js';
import { WrongSuspicionsDetector } from './wrong-suspicions-detector.js';

const ROUNDING = 1e-9;

type Make = (process: NekoProcess, all: () => readonly NekoProcess[]) => Detector<never>;

/** Runs a detector in every process, stops all of them at a time, and measures. */
async function watch(
  n: number,
  make: Make,
  faults: readonly (readonly [time: number, process: number, what: 'crash' | 'recover'])[],
  stop = 200,
  channel?: (host: NekoHost) => Channel,
  seed?: number,
) {
  const detectors: Detector<never>[] = [];
  const { system, records, recordsOf } = smallSystem(
    n,
    (process) =>
      void detectors.push(
        wire(
          make(process, () => system.processes),
          'detector',
          process.network(),
        ),
      ),
    channel,
    seed,
  );
  for (const [time, id, what] of faults) at(system, time, () => system.process(id)[what]());
  at(system, stop, () => {
    for (const detector of detectors) detector.stop();
  });
  const { stoppedBy } = await system.run();
  expect(stoppedBy).toBe('empty');
  const qos = new DetectorQos({ n });
  for (const record of records) qos.observe(record);
  qos.finish();
  const suspects = recordsOf('suspect');
  const opinions = suspects.map(
    ({ time, process, other, isSuspected }) => `${time} p${process} ${isSuspected ? 'suspects' : 'trusts'} p${other}`,
  );
  return { detectors, qos, opinions, records };
}

const DETECTORS: readonly (readonly [name: string, make: Make, longestDetection: number])[] = [
  ['heartbeat', (process) => new Heartbeat(process, { send: 1, timeout: 3 }), 3 + 1],
  ['ring heartbeat', (process) => new RingHeartbeat(process, { send: 1, timeout: 3 }), 2 * 3 + 1 + 5 * (1 + 1)],
  ['ping', (process) => new PingDetector(process, { period: 1, timeout: 2.5 }), 1 + 2.5],
  ['perfect', (process) => new PerfectDetector(process, { send: 1, maxDelay: 1 }), 1 + 2 * 1],
  ['simulated', (process, all) => new SimulatedDetector(process, { detectionTime: 4, processes: all() }), 4],
];

describe.each(DETECTORS)('%s', (_name, make, longestDetection) => {
  test('suspects no process without a crash', async () => {
    expect((await watch(5, make, [])).opinions).toEqual([]);
  });

  test('suspects all crashed processes in time, and no others', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { qos } = await watch(5, make, [
        [20 + seed / 7, seed % 5, 'crash'],
        [60 + seed / 3, (seed + 1) % 5, 'crash'],
      ]);
      expect(qos.undetected).toBe(0);
      expect(qos.detectionTimes.count).toBe(3 + 3);
      expect(qos.detectionTimes.max).toBeLessThanOrEqual(longestDetection + ROUNDING);
      expect(qos.mistakeDurations.count).toBe(0);
      expect(qos.mistakeRecurrences.count).toBe(0);
    }
  });

  test('suspects a process that crashes at the first instant', async () => {
    const { qos } = await watch(3, make, [[0, 1, 'crash']]);
    expect([qos.undetected, qos.detectionTimes.count]).toEqual([0, 2]);
    expect(qos.detectionTimes.max).toBeLessThanOrEqual(longestDetection + ROUNDING);
  });

  test('suspects neighbours that crash at once', async () => {
    const { qos } = await watch(6, make, [
      [10, 2, 'crash'],
      [10, 3, 'crash'],
      [10.5, 4, 'crash'],
    ]);
    expect([qos.undetected, qos.detectionTimes.count]).toEqual([0, 9]);
  });

  test('trusts a recovered process', async () => {
    const { detectors } = await watch(4, make, [
      [10, 1, 'crash'],
      [12, 2, 'crash'],
      [50, 2, 'recover'],
      [80, 1, 'recover'],
    ]);
    const suspected = detectors.map((detector) => [0, 1, 2, 3].filter((id) => detector.isSuspected(id)));
    expect(suspected).toEqual([[], [], [], []]);
  });

  test('has nothing to do alone', async () => {
    expect((await watch(1, make, [])).opinions).toEqual([]);
  });

  test('the same seed gives the same run', async () => {
    const run = async () => (await watch(4, make, [[9, 2, 'crash']], 40, (host) => new RandomChannel(host), 7)).records;
    expect(await run()).toEqual(await run());
  });
});

test('a heartbeat is sent to the group, the first one after a while', async () => {
  const { records, opinions } = await watch(
    4,
    (process) => new Heartbeat(process, { send: 2, timeout: Infinity, group: [0, 2] }),
    [[5, 2, 'crash']],
    7,
  );
  const sent = records.flatMap((record) =>
    record.type === 'send' && record.process === 2
      ? [[record.time, record.to, record.messageType, record.content]]
      : [],
  );
  expect(sent).toEqual([
    [2, [0], 'FD_I_M_ALIVE', null],
    [4, [0], 'FD_I_M_ALIVE', null],
  ]);
  // With a timeout of Infinity no process is suspected.
  expect(opinions).toEqual([]);
});

test('heartbeats: the suspicions of all processes, and listeners are notified', async () => {
  const told: string[] = [];
  const { opinions } = await watch(
    3,
    (process) => {
      const detector = new Heartbeat(process, { send: 1, timeout: 3 });
      detector.onChange((id, isSuspected) => told.push(`p${process.id}: p${id} ${isSuspected}`));
      return detector;
    },
    [
      [4.5, 1, 'crash'],
      [10.5, 1, 'recover'],
    ],
  );
  expect(opinions).toEqual(['8 p0 suspects p1', '8 p2 suspects p1', '11.5 p0 trusts p1', '11.5 p2 trusts p1']);
  expect(told).toEqual(['p0: p1 true', 'p2: p1 true', 'p0: p1 false', 'p2: p1 false']);
});

describe('on a network with unknown delays', () => {
  const impatient = (make: (process: NekoProcess, increase: number) => Detector<never>) => async (increase: number) => {
    const { qos, records } = await watch(
      3,
      (process) => make(process, increase),
      [],
      1000,
      (host) => new BasicChannel(host, { lambda: 7 }),
    );
    const last = records.reduce((latest, { type, time }) => (type === 'suspect' ? time : latest), 0);
    return { mistakes: qos.mistakeDurations.count, last };
  };

  test.each([
    ['ping', impatient((process, increase) => new PingDetector(process, { period: 20, timeout: 2, increase }))],
    ['heartbeat', impatient((process, increase) => new Heartbeat(process, { send: 10, timeout: 2, increase }))],
    [
      'ring heartbeat',
      impatient((process, increase) => new RingHeartbeat(process, { send: 10, timeout: 2, increase })),
    ],
  ])('an impatient %s is wrong forever, an adaptive one learns', async (_name, run) => {
    expect((await run(0)).last).toBeGreaterThan(900);
    const adaptive = await run(1);
    expect(adaptive.mistakes).toBeGreaterThan(0);
    expect(adaptive.last).toBeLessThan(500);
  });
});

test('a perfect detector is never wrong, however delays vary within the bound', async () => {
  let detections = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { qos } = await watch(
      4,
      (process) => new PerfectDetector(process, { send: 0.7, maxDelay: 2 }),
      [[30 + seed / 3, seed % 4, 'crash']],
      60,
      (host) => new WithinBound(host, 2),
      seed,
    );
    expect([qos.mistakeDurations.count, qos.undetected]).toEqual([0, 0]);
    expect(qos.detectionTimes.max).toBeLessThanOrEqual(0.7 + 2 * 2 + ROUNDING);
    detections += qos.detectionTimes.count;
  }
  expect(detections).toBe(60);
});

/** Delays are drawn up to a bound, the bound itself being likely. */
class WithinBound extends RandomChannel {
  constructor(
    host: NekoHost,
    private readonly bound: number,
  ) {
    super(host, { lambda: bound });
  }
  override carry(...[message, to, end]: Parameters<RandomChannel['carry']>): void {
    const { simulator, random } = this.host;
    const delay = Math.min(this.bound, random.stream(`bounded ${message.from}-${to}`).exponential(this.bound));
    simulator.schedule(simulator.now + delay, {
      class: 3,
      low: to,
      high: message.from,
      run: () => end.arrived(message, to),
      describe: () => 'bounded delivery',
    });
  }
}

test('the simulated detector needs exactly T_D', async () => {
  const make: Make = (process, all) => new SimulatedDetector(process, { detectionTime: 2.5, processes: all() });
  const { qos, opinions } = await watch(3, make, [
    [4, 1, 'crash'],
    [5, 1, 'recover'],
    [8, 0, 'crash'],
  ]);
  expect(opinions).toEqual(['10.5 p1 suspects p0', '10.5 p2 suspects p0']);
  expect(qos.detectionTimes.histogram(1)).toEqual([0, 0, 2]);
});

describe('wrong suspicions', () => {
  const make: Make = (process) => new WrongSuspicionsDetector(process, { recurrence: 10, duration: 0.5, until: 5000 });

  test('have the requested quality of service', async () => {
    const { qos, detectors } = await watch(3, make, [], 6000);
    expect(qos.mistakeDurations.count).toBeGreaterThan(2000);
    expect(Math.abs(qos.mistakeRecurrences.mean - 10)).toBeLessThan(0.6);
    expect(Math.abs(qos.mistakeDurations.mean - 0.5)).toBeLessThan(0.05);
    // Exponential: the median is at ln 2 of the mean.
    expect(Math.abs(qos.mistakeDurations.quantile(0.5) - 0.3466)).toBeLessThan(0.03);
    expect(detectors.some((detector) => [0, 1, 2].some((id) => detector.isSuspected(id)))).toBe(false);
  });

  test('are independent for each pair: a process more changes nothing for the others', async () => {
    const opinionsOf = async (n: number) =>
      (await watch(n, make, [], 200)).opinions.filter((opinion) => !opinion.includes('p3'));
    expect(await opinionsOf(4)).toEqual(await opinionsOf(3));
  });

  test('can be combined with a correct detector', async () => {
    const { detectors, opinions } = await watch(
      2,
      (process, all) => {
        const right = new SimulatedDetector(process, { detectionTime: 1, processes: all() });
        const wrong = new WrongSuspicionsDetector(process, { recurrence: 5, duration: 50, until: 30 });
        for (const [id, part] of [['right', right] as const, ['wrong', wrong] as const]) {
          part.setId(id);
          part.launch();
        }
        return new CombinedDetector(process, [right, wrong]);
      },
      [[20, 1, 'crash']],
    );
    expect(opinions).toContain('21 p0 suspects p1');
    // The mistakes are over, the crash is not.
    expect(opinions).toContain('30 p0 trusts p1');
    expect(detectors[0]!.isSuspected(1)).toBe(true);
  });
});

test('the quality of service of a detector, measured by hand', () => {
  const qos = new DetectorQos({ n: 2, detector: 'd' });
  const suspect = (time: number, isSuspected: boolean, detector = 'd') =>
    qos.observe({ type: 'suspect', time, process: 0, detector, other: 1, isSuspected });
  suspect(1, true);
  suspect(1, true, 'another');
  suspect(3, false);
  suspect(11, true);
  suspect(12, false);
  suspect(15, true);
  qos.observe({ type: 'crash', time: 20, process: 1 });
  suspect(21, false);
  suspect(26, true);
  qos.finish();
  expect(qos.mistakeDurations.histogram(1)).toEqual([0, 1, 1]);
  expect(qos.mistakeRecurrences.histogram(2)).toEqual([0, 0, 1, 0, 0, 1]);
  expect([qos.detectionTimes.count, qos.detectionTimes.mean, qos.undetected]).toEqual([1, 6, 0]);
  expect(new DetectorQos({ n: 2 }).detectionTimes.max).toBeNaN();
  expect(() => qos.detectionTimes.histogram(0)).toThrow('histogram width: expected a number above 0, got 0');
});

test('rejects invalid options', async () => {
  const { system } = smallSystem(2, (process) => {
    expect(() => new Heartbeat(process, { send: 0, timeout: 1 })).toThrow(
      `p${process.id}, Heartbeat: send: expected a number of seconds above 0, got 0`,
    );
    expect(() => new Heartbeat(process, { send: 1, timeout: NaN })).toThrow(
      'timeout: expected a number of seconds above 0, got NaN',
    );
    expect(() => new Heartbeat(process, { send: 1, timeout: 1, group: [2] })).toThrow(
      'group: expected ids from 0 to 1, got 2',
    );
    expect(() => new PingDetector(process, { period: -1, timeout: 1 })).toThrow(
      'period: expected a number of seconds above 0, got -1',
    );
    expect(() => new RingHeartbeat(process, { send: 1, timeout: 1, increase: -1 })).toThrow('0 or more');
    expect(() => new SimulatedDetector(process, { detectionTime: -1, processes: [] })).toThrow(
      'detectionTime: expected a number of seconds, 0 or more, got -1',
    );
  });
  await system.run();
});
