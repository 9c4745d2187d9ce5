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

  test('a random one is connected, has about the expected number of links, and is the same for the same seed', () => {
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

  test('neighbourhood is symmetric, and a link that is given twice counts once', () => {
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
    [() => ring(0), 'ring: expected an integer, 1 or more, got 0'],
    [() => grid(2, 1.5), 'columns of a grid: expected an integer, 1 or more, got 1.5'],
    [() => new Topology(2, [[0, 2]]), 'link 0 2: expected ids from 0 to 1, got 2'],
    [() => new Topology(2, [[1, 1]]), 'a process is always linked to itself'],
    [() => new Topology(100_000, []), 'topology: expected at most 20000 processes, got 100000'],
    [() => grid(1e3, 1e3), 'grid: expected at most 20000 processes, got 1000000'],
    [() => ring(1e9), 'ring: expected at most 20000 processes, got 1000000000'],
    [
      () => randomTopology(3, 2, new Random(1).stream('x')),
      'probability of a link: expected a number from 0 to 1, got 2',
    ],
  ])('rejects invalid topologies (%#)', (make, message) => {
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

  test('reports all problems with their lines', () => {
    const text = 'processes 4\n0 1\n0 x\n1 0\n2 2\n1 9\n0 1 2\nprocesses 5\nprocesses -1\n1 99999999';
    const problems = (() => {
      try {
        return parseTopology(text, 'net.txt').n;
      } catch (error) {
        return (error as TopologyError).problems;
      }
    })();
    expect(problems).toEqual([
      'net.txt:3: expected a link such as "0 1", got "0 x"',
      'net.txt:4: link 0 1: already given on line 2',
      'net.txt:7: expected a link such as "0 1", got "0 1 2"',
      'net.txt:8: processes: already given on line 1',
      'net.txt:9: processes: expected an integer from 1 to 20000, got "-1"',
      'net.txt:10: expected ids from 0 to 19999, got 99999999',
      'net.txt:5: link 2 2: a process is always linked to itself; leave it out',
      'net.txt:6: link 1 9: expected ids from 0 to 3, got 9',
    ]);
  });

  test('rejects an empty text', () => {
    expect(() => parseTopology('# nothing\n')).toThrow('topology: expected a link such as "0 1"');
  });
});

test('on a network with a topology only neighbours hear each other, and each process itself', async () => {
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
