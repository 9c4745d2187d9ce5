import { describe, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { carryOut } from '../test/planned-traffic.js';
import { BasicChannel } from './networks/sim/basic.js';
import { TopologyChannel } from './networks/sim/selective.js';
import { clique, grid, parseTopology, randomTopology, ring, Topology, type TopologyError } from './topology.js';

describe('built-in topologies', () => {
  test('a clique has every pair', () => {
    expect(clique(4).links).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(clique(50).links).toHaveLength((50 * 49) / 2);
    expect(clique(1).links).toEqual([]);
  });

  test('a ring joins each to the next', () => {
    expect(ring(4).neighboursOf(0)).toEqual([1, 3]);
    expect(ring(4).links).toHaveLength(4);
    expect(ring(2).links).toEqual([[0, 1]]);
    expect(ring(1).links).toEqual([]);
  });

  test('a grid joins those beside each other', () => {
    const { links } = grid(2, 3);
    expect(links).toEqual([
      [0, 1],
      [0, 3],
      [1, 2],
      [1, 4],
      [2, 5],
      [3, 4],
      [4, 5],
    ]);
    expect(grid(5, 7).links).toHaveLength(5 * 6 + 4 * 7);
  });

  test('a random one is connected, has about as many links as asked for, and is the same for the same seed', () => {
    const make = (seed: number, probability: number) =>
      randomTopology(60, probability, new Random(seed).stream('topology'));
    for (let seed = 0; seed < 20; seed++) {
      expect(make(seed, 0).links).toHaveLength(59);
      expect(make(seed, 0).isConnected).toBe(true);
    }
    expect(make(1, 1).links).toHaveLength((60 * 59) / 2);
    // 59 + 0.2 (1770 - 59), within five standard deviations.
    expect(Math.abs(make(1, 0.2).links.length - 401.2)).toBeLessThan(5 * Math.sqrt(1711 * 0.16));
    expect(make(3, 0.2).links).toEqual(make(3, 0.2).links);
    expect(make(3, 0.2).links).not.toEqual(make(4, 0.2).links);
  });

  test('neighbours are so both ways, and a link that is given twice is one', () => {
    const topology = new Topology(3, [
      [2, 0],
      [0, 2],
    ]);
    expect(topology.links).toEqual([[0, 2]]);
    expect(topology.areNeighbours(0, 2) && topology.areNeighbours(2, 0)).toBe(true);
    expect(topology.areNeighbours(0, 1) || topology.areNeighbours(0, 0)).toBe(false);
    expect(topology.isConnected).toBe(false);
  });

  test.each([
    [() => ring(0), 'a ring has 0: a whole number, 1 or more, is right'],
    [() => grid(2, 1.5), 'the columns of a grid has 1.5'],
    [() => new Topology(2, [[0, 2]]), 'a link 0 2 has the id 2: ids are whole numbers from 0 to 1'],
    [() => new Topology(2, [[1, 1]]), 'joins a process to itself'],
    [() => new Topology(100_000, []), 'the most is 20000'],
    [() => grid(1e3, 1e3), 'a grid has 1000000 processes: the most is 20000'],
    [() => ring(1e9), 'a ring has 1000000000 processes: the most is 20000'],
    [() => randomTopology(3, 2, new Random(1).stream('x')), 'a link has the probability 2'],
  ])('what cannot be is refused (%#)', (make, message) => {
    expect(make).toThrow(message);
  });
});

describe('a topology from text', () => {
  test('has a link on each line', () => {
    const text = '# a small one\nprocesses 5\n0 1   # first\r\n\n1,2\n\t3, 2\n';
    expect(parseTopology(text).n).toBe(5);
    expect(parseTopology(text).links).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(parseTopology('0 3').n).toBe(4);
  });

  test('all that is wrong is said, with its line', () => {
    const text = 'processes 4\n0 1\n0 x\n1 0\n2 2\n1 9\n0 1 2\nprocesses 5\nprocesses -1\n1 99999999';
    const problems = (() => {
      try {
        return parseTopology(text, 'net.txt').n;
      } catch (error) {
        return (error as TopologyError).problems;
      }
    })();
    expect(problems).toEqual([
      'net.txt:3: "0 x" is no link: two ids are right, such as "0 1"',
      'net.txt:4: the link 0 1 was given on line 2 already',
      'net.txt:7: "0 1 2" is no link: two ids are right, such as "0 1"',
      'net.txt:8: the number of processes was given on line 1 already',
      'net.txt:9: "processes -1": "processes" is followed by a number from 1 to 20000',
      'net.txt:10: process 99999999: the highest id is 19999',
      'net.txt:5: a link 2 2 joins a process to itself: that is always so, leave it out',
      'net.txt:6: a link 1 9 has the id 9: ids are whole numbers from 0 to 3',
    ]);
  });

  test('an empty text is none', () => {
    expect(() => parseTopology('# nothing\n')).toThrow('topology: there is no link in it');
  });
});

test('on a network with a topology only neighbours hear each other, and everybody itself', async () => {
  const { arrivals, drops, traffic } = await carryOut({
    n: 4,
    sendings: [{ at: 0, from: 0, to: [0, 1, 2, 3] }],
    channel: (host) => new TopologyChannel(host, new BasicChannel(host), ring(4)),
  });
  expect(arrivals.map(({ to }) => to)).toEqual([0, 1, 3]);
  expect(drops).toMatchObject([{ to: 2, time: 0, reason: 'not a neighbour' }]);
  expect(traffic).toEqual({ sent: 4, doubled: 0, arrived: 3, lost: 1, underWay: 0 });
  await expect(
    carryOut({ n: 3, sendings: [], channel: (host) => new TopologyChannel(host, new BasicChannel(host), ring(4)) }),
  ).rejects.toThrow('a topology of 4 processes was given to a network of 3');
});
