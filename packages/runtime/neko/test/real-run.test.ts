/** Whole runs between three OS processes: the master is this one, the slaves are children. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { type RealRunReport, runMaster } from '@kineko/neko/real';
import type { MasterOptions } from '../src/networks/real/master.js';
import { newToken } from '../src/networks/real/token.js';
import type { NekoRecord } from '../src/records.js';
import { algorithms, beating } from './real-algorithms.js';
import { killSlaveProcesses, reuseSlaveProcesses, startSlaveProcesses } from './real-processes.js';
import { type ProxySchedule, startProxies } from './real-proxy.js';
import { PATIENT } from './slave-main.js';

const N = 3;
const COUNT = 100;

afterAll(() => killSlaveProcesses());

interface Outcome {
  readonly report: RealRunReport;
  readonly faults: number;
}

async function run(options: Partial<MasterOptions> & { algorithm: string }, proxied?: ProxySchedule): Promise<Outcome> {
  const { token } = options;
  const slaves = await (token === undefined
    ? reuseSlaveProcesses(N - 1)
    : startSlaveProcesses(N - 1, { KINEKO_TOKEN: token }));
  const kind = options.networks?.[0] ?? 'tcp';
  const proxies = proxied && (await startProxies(kind, N, proxied));
  try {
    const report = await runMaster({
      slaves: slaves.map(({ address }) => address),
      algorithms,
      parameters: { count: COUNT },
      limits: PATIENT,
      ...(proxies === undefined ? {} : { route: proxies.route }),
      ...options,
    });
    expect(await Promise.all(slaves.map(({ ended }) => ended))).toEqual([0, 0]);
    return { report, faults: proxies?.faults() ?? 0 };
  } finally {
    proxies?.close();
  }
}

const badTcp = (seed: number): ProxySchedule => ({ seed, maxDelayMs: 5, bytesPerBreak: 8000 });
const badUdp = (seed: number): ProxySchedule => ({ seed, loss: 0.1, duplication: 0.1, maxDelayMs: 10 });

describe.each([
  ['tcp', undefined],
  ['udp', undefined],
  ['tcp', badTcp(1)],
  ['udp', badUdp(1)],
] as const)('over %s, by a proxy with %j', (kind, schedule) => {
  test('ping and pong are played to the end', async () => {
    const { report, faults } = await run({ algorithm: 'ping-pong', networks: [kind] }, schedule);
    expect(report).toMatchObject({
      stoppedBy: 'shutdown',
      reason: 'all rounds are played',
      crashed: [],
      failures: [],
    });
    const answered = notes(report, 'answered').map(({ value }) => value as { round: number; from: number });
    for (const other of [1, 2]) {
      expect(answered.filter(({ from }) => from === other).map(({ round }) => round)).toEqual(numbers(1, COUNT));
    }
    expectSane(report, kind);
    expect(faults > 0).toBe(schedule !== undefined);
  });

  test('each process receives what the others send, once', async () => {
    const { report, faults } = await run({ algorithm: 'acknowledged', networks: [kind] }, schedule);
    expect(report).toMatchObject({ stoppedBy: 'shutdown', crashed: [], failures: [], recordsLost: 0 });
    for (let process = 0; process < N; process++) {
      const delivered = notes(report, 'deliver').filter((record) => record.process === process);
      const messages = delivered.map(({ value }) => (value as { message: string }).message);
      expect(messages.toSorted()).toEqual(allMessages(process).toSorted());
    }
    expectSane(report, kind);
    expect(faults > 0).toBe(schedule !== undefined);
  });
});

test.each([2, 3])(
  'over tcp nothing is lost, doubled or overtaken although connections break (schedule %d)',
  async (seed) => {
    const { report, faults } = await run({ algorithm: 'stream' }, badTcp(seed));
    expect(report).toMatchObject({ stoppedBy: 'shutdown', crashed: [], failures: [], recordsLost: 0 });
    for (let process = 0; process < N; process++) {
      for (let from = 0; from < N; from++) {
        if (from === process) continue;
        const delivered = notes(report, 'deliver').filter((record) => record.process === process);
        const messages = delivered.map(({ value }) => (value as { message: string }).message);
        const own = messages.filter((message) => message.startsWith(`${from};`));
        expect(own).toEqual(numbers(0, COUNT - 1).map((k) => `${from};${k}`));
      }
    }
    expectSane(report, 'tcp');
    expect(faults).toBeGreaterThan(0);
    const reconnects = report.counts.reduce((sum, counts) => sum + counts!['reconnects']!, 0);
    expect(reconnects).toBeGreaterThan(0);
  },
);

test.each(['tcp', 'udp'] as const)('a token that all have lets them in, over %s', async (kind) => {
  const { report } = await run({ algorithm: 'acknowledged', networks: [kind], token: newToken() });
  expect(report).toMatchObject({ stoppedBy: 'shutdown', crashed: [] });
});

test('a run ends at its time limit, and by a signal', async () => {
  const timed = await run({ algorithm: 'beat', timeLimit: 0.1 });
  expect(timed.report).toMatchObject({ stoppedBy: 'time', reason: '0.1 s are over', crashed: [] });
  expect(timed.report.seconds).toBeGreaterThanOrEqual(0.1);
  const controller = new AbortController();
  const own = beating(() => controller.abort());
  const stopped = await run({ algorithm: 'beat', algorithms: new Map([['beat', own]]), signal: controller.signal });
  expect(stopped.report).toMatchObject({ stoppedBy: 'interrupted', crashed: [] });
});

test('two networks at once have a place each', async () => {
  const { report } = await run({ algorithm: 'acknowledged', networks: ['tcp', 'udp'] });
  expect(report).toMatchObject({ stoppedBy: 'shutdown', crashed: [] });
});

/** Properties of every network: messages arrive after they were sent; over TCP none is lost. */
function expectSane({ records, counts }: RealRunReport, kind: 'tcp' | 'udp'): void {
  expect(records.map(({ time }) => time)).toEqual(records.map(({ time }) => time).toSorted((a, b) => a - b));
  const copies = new Set<string>();
  const ended = new Map<string, number>();
  const invented: string[] = [];
  for (const record of records) {
    if (record.type === 'send') {
      for (const to of record.to) copies.add(`${record.process};${record.message};${to}`);
    } else if (record.type === 'deliver' || record.type === 'drop') {
      const copy = `${record.from};${record.message};${record.process}`;
      if (!copies.has(copy)) invented.push(copy);
      ended.set(copy, (ended.get(copy) ?? 0) + 1);
    }
  }
  expect(invented).toEqual([]);
  const notOnce = [...copies].filter((copy) => ended.get(copy) !== 1);
  expect(kind === 'tcp' ? notOnce : []).toEqual([]);
  for (const each of counts) expect(each).toMatchObject({ badFrames: 0 });
}

function notes({ records }: RealRunReport, event: string): Extract<NekoRecord, { type: 'protocolEvent' }>[] {
  return records.filter((record) => record.type === 'protocolEvent').filter((record) => record.event === event);
}

function allMessages(receiver: number): string[] {
  const senders = numbers(0, N - 1).filter((id) => id !== receiver);
  return senders.flatMap((from) => numbers(0, COUNT - 1).map((k) => `${from};${k}`));
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
