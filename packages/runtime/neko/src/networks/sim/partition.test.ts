import { describe, expect, test } from '@jest/globals';
import { type Arrival, carryOut, steady } from '../../../test/planned-traffic.js';
import type { NekoHost } from '../../process.js';
import { BasicChannel } from './basic.js';
import type { Channel } from './channel.js';
import { type Cut, PartitionChannel, type PartitionOptions } from './partition.js';

const told = (arrivals: readonly Arrival[]): string[] =>
  arrivals.map(({ time, from, to, number }) => `${time}: p${from}#${number} to p${to}`);

describe('partition', () => {
  const cutting =
    (cuts: readonly Cut[], options?: PartitionOptions) =>
    (host: NekoHost): Channel =>
      new PartitionChannel(host, new BasicChannel(host), cuts, options);
  const everyPair = (n: number, at: number) =>
    Array.from({ length: n }, (_, from) => ({ at, from, to: Array.from({ length: n }, (_unused, to) => to) }));

  test('copies under way at any moment of a cut are lost', async () => {
    // Sent at 0, 0.5, …, each under way for a second; the link is cut from 3 to 5.
    const { arrivals, drops } = await carryOut({
      n: 2,
      sendings: steady(12, 0.5),
      channel: cutting([{ from: 3, until: 5, groups: [[0]] }]),
    });
    expect(drops.map(({ sentAt }) => sentAt)).toEqual([2, 2.5, 3, 3.5, 4, 4.5]);
    expect(arrivals.map(({ sentAt }) => sentAt)).toEqual([0, 0.5, 1, 1.5, 5, 5.5]);
    expect(drops.every(({ reason, time, sentAt }) => reason === 'the link is cut' && time === sentAt + 1)).toBe(true);
  });

  test('also in a cut that is shorter than the delay', async () => {
    const { drops } = await carryOut({
      n: 2,
      sendings: steady(4, 0.5),
      channel: cutting([{ from: 1.1, until: 1.2, groups: [[0], [1]] }]),
    });
    expect(drops.map(({ sentAt }) => sentAt)).toEqual([0.5, 1]);
  });

  test('copies that arrive during a cut can also be held until its end', async () => {
    const { arrivals, traffic } = await carryOut({
      n: 2,
      sendings: steady(12, 0.5),
      channel: cutting(
        [
          { from: 3, until: 4, groups: [[0]] },
          { from: 3.5, until: 5, groups: [[0]] },
        ],
        { copies: 'held' },
      ),
    });
    expect(told(arrivals)).toEqual([
      '1: p0#1 to p1',
      '1.5: p0#2 to p1',
      '2: p0#3 to p1',
      '2.5: p0#4 to p1',
      ...[5, 6, 7, 8, 9].map((number) => `5: p0#${number} to p1`),
      '5.5: p0#10 to p1',
      '6: p0#11 to p1',
      '6.5: p0#12 to p1',
    ]);
    expect(traffic.underWay).toBe(0);
  });

  test('a cut that never ends keeps the held copies', async () => {
    const { arrivals, traffic } = await carryOut({
      n: 2,
      sendings: steady(5),
      channel: cutting([{ from: 2.5, groups: [[0]] }], { copies: 'held' }),
    });
    expect(arrivals).toHaveLength(2);
    expect(traffic.underWay).toBe(3);
  });

  test('groups are cut off from each other, and processes in none stay together', async () => {
    const { arrivals } = await carryOut({
      n: 5,
      sendings: everyPair(5, 0),
      channel: cutting([{ from: 0, groups: [[0, 1], [2]] }]),
    });
    expect(arrivals.map(({ from, to }) => `${from}${to}`)).toEqual([
      '00',
      '10',
      '01',
      '11',
      '22',
      '33',
      '43',
      '34',
      '44',
    ]);
  });

  test('one way only: from a group to later ones', async () => {
    const { drops } = await carryOut({
      n: 3,
      sendings: everyPair(3, 0),
      channel: cutting([{ from: 0, groups: [[1], [0]], oneWay: true }]),
    });
    expect(drops.map(({ from, to }) => `${from}${to}`)).toEqual(['10', '02', '12']);
  });

  test('single links, one way or both', async () => {
    const of = async (links: Cut['links']) => {
      const { drops } = await carryOut({
        n: 3,
        sendings: everyPair(3, 0),
        channel: cutting([{ from: 0, links: links! }]),
      });
      return drops.map(({ from, to }) => `${from}${to}`);
    };
    expect(
      await of({
        pairs: [
          [0, 1],
          [2, 2],
        ],
      }),
    ).toEqual(['01', '22']);
    expect(await of({ pairs: [[0, 1]], bothWays: true })).toEqual(['10', '01']);
    expect(await of({ from: [0, 1], to: [2] })).toEqual(['02', '12']);
    expect(await of({ to: [0], bothWays: true })).toEqual(['00', '10', '20', '01', '02']);
  });

  test.each<readonly [(host: NekoHost) => Channel, string]>([
    [
      cutting([{ from: -1, groups: [[0]] }]),
      'cuts of links: [0].from: expected a number of seconds, 0 or more, got -1',
    ],
    [cutting([{ from: 1, until: 1, groups: [[0]] }]), '[0].until: expected a time after 1, got 1'],
    [cutting([{ from: 1 }]), '[0]: expected either groups or links'],
    [cutting([{ from: 1, groups: [[0]], links: {} }]), '[0]: expected either groups or links'],
    [cutting([{ from: 1, groups: [[0], [7]] }]), '[0].groups[1][0]: expected an integer from 0 to 2, got 7'],
    [cutting([{ from: 1, groups: [[0], [0]] }]), '[0].groups: expected each process once'],
    [cutting([{ from: 1, links: {}, oneWay: true }]), '[0].oneWay: expected only with groups; links have bothWays'],
    [
      cutting([{ from: 1, links: { pairs: [[0]] as never } }]),
      '[0].links.pairs[0]: expected a list [from, to], got a list of 1',
    ],
    [cutting([{ from: 1, links: { form: [0] } as never }]), "[0].links: unknown key 'form'; did you mean 'from'?"],
    [cutting([], { copies: 'kept' as never }), 'copies on a cut link: expected lost or held, got "kept"'],
  ])('rejects invalid options (%#)', async (channel, message) => {
    await expect(carryOut({ n: 3, sendings: [], channel })).rejects.toThrow(message);
  });
});
