import { expect, test } from '@jest/globals';
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { RunSummary } from '@kineko/run';
import { DEECoRobot, Ensemble, process } from '../../index.js';
import { deeco } from '../scenario.js';

/** Counts the milliseconds. */
class Teller extends DEECoRobot {
  count = 0;

  static override readonly processes = [
    process<Teller>()({ name: 'count', inout: ['count'] }, (own) => {
      own.count++;
    }),
  ];
}

/** Shows the last value received in its tag. */
class Hearer extends DEECoRobot {
  heard = -1;

  static override readonly processes = [
    process<Hearer>()({ name: 'show', in: ['heard'], out: ['tag'] }, (own) => {
      own.tag = String(own.heard);
    }),
  ];
}

class Telling extends Ensemble<Pick<Teller, 'count'>, Pick<Hearer, 'heard'>> {
  readonly roles = { coord: ['count'], member: ['heard'] } as const;
  readonly exchanged = { coord: { in: ['count'] }, member: { out: ['heard'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange({ count }: Pick<Teller, 'count'>, hearer: Pick<Hearer, 'heard'>): void {
    hearer.heard = count;
  }
}

const XML = `<simulation cycles="20" logfile="x.txt" sizeX="100" sizeY="50">
  <robots>
    <robot class="Teller" posX="10" posY="10" angle="0"/>
    <robot class="Hearer" posX="40" posY="10" angle="0"/>
  </robots>
  <ensembles><ensemble class="Telling"/></ensembles>
</simulation>`;

interface Told {
  readonly records: readonly TraceRecord[];
  readonly summary: RunSummary;
  /** The changes of the value received, with their cycles. */
  readonly tags: readonly number[];
}

async function run(settings: Readonly<Record<string, string>>, seed = 1): Promise<Told> {
  const frontEnd = deeco({
    plugins: () => Promise.resolve([{ path: 'own.ts', exports: { Hearer, Teller, Telling } }]),
  });
  const host = {
    readBytes: () => Promise.reject(new Error('no files')),
    loadModule: () => Promise.reject(new Error('no modules')),
  };
  const source = { path: 'x.xml', bytes: new TextEncoder().encode(XML) };
  const scenario = await frontEnd.load(source, host);
  for (const [key, value] of Object.entries(settings)) scenario.set(key, value, { kind: 'set' });
  expect(await scenario.problems()).toEqual([]);
  const records: TraceRecord[] = [];
  const opened = await scenario.open({ seed, emit: (record) => records.push(record) });
  await opened.advance();
  const summary = opened.summary();
  await opened.close();
  const effects = records.filter((record): record is RecordOf<'effect'> => record.type === 'effect');
  return { records, summary, tags: effects.map(({ request }) => Number((request as { tag: string }).tag)) };
}

test('without a network knowledge is always current', async () => {
  const { tags, summary } = await run({});
  expect(tags.at(-1)).toBeGreaterThan(30);
  expect(summary.messages).toEqual({ sent: 0, delivered: 0, dropped: 0 });
});

test('over a network it is as old as its message', async () => {
  const live = await run({});
  const late = await run({ network: 'basic', 'network.lambda': '5' });
  // Sent once per cycle of two milliseconds, received five cycles later.
  expect(live.tags.at(-1)! - late.tags.at(-1)!).toBeGreaterThanOrEqual(10);
  expect(live.tags.at(-1)! - late.tags.at(-1)!).toBeLessThanOrEqual(13);
  expect(late.summary.messages).toMatchObject({ dropped: 0 });
  expect(late.summary.messages.delivered).toBeGreaterThan(0);
});

test('a message overtaken by a newer one is ignored', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const { tags } = await run({ network: 'random', 'network.lambda': '4' }, seed);
    expect(tags).toEqual([...tags].sort((a, b) => a - b));
  }
});

test('lost messages, and those out of range, are not received', async () => {
  const all = await run({ network: 'basic', 'network.lambda': '0', 'network.loss': '1' });
  expect(all.tags).toEqual([]);
  expect(all.summary.messages).toMatchObject({ delivered: 0, dropped: all.summary.messages.sent });
  const far = await run({ network: 'basic', 'network.lambda': '0', 'network.reach': '29' });
  expect(far.tags).toEqual([]);
  const near = await run({ network: 'basic', 'network.lambda': '0', 'network.reach': '31' });
  expect(near.tags.length).toBeGreaterThan(1);
});

test('records of messages and of cycles are in the order of time', async () => {
  const { records } = await run({ network: 'random', 'network.lambda': '2', 'network.loss': '0.3' });
  const times = records.map(({ time }) => time);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  const kinds = new Set(records.map(({ type }) => type));
  expect([...kinds]).toEqual(expect.arrayContaining(['send', 'deliver', 'drop']));
});
