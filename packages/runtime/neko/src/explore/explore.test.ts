import { describe, expect, test } from '@jest/globals';
import { ActiveProtocol } from '../task-protocol.js';
import { type Checker, checkerOf } from '../checkers/checker.js';
import { reliableBroadcast, uniformAgreement } from '../checkers/reliable-broadcast.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { FifoBroadcast } from '../protocols/fifo-broadcast.js';
import { LamportBroadcast } from '../protocols/lamport-broadcast.js';
import { ReliableBroadcast } from '../protocols/reliable-broadcast.js';
import { UniformReliableBroadcast } from '../protocols/uniform-reliable-broadcast.js';
import { wire } from '../protocols/wire.js';
import type { Sender } from '../message.js';
import { explore, type ExploreOptions, replay } from './explore.js';

/** Records the items it receives, in order. */
class Listing extends Protocol<{ ITEM: number }> {
  private readonly items: number[] = [];
  protected readonly handlers = { ITEM: (item: number) => this.take(item) };

  give(to: readonly number[], item: number): void {
    this.sendTo(to, 'ITEM', item);
  }

  private take(item: number): void {
    this.items.push(item);
    this.note('item', { item });
  }
}

const listing = (process: NekoProcess): Listing => wire(new Listing(process), 'list', process.network());

/** Records only the sum, so that many pasts lead to one state. */
class Adding extends Protocol<{ ITEM: number }> {
  private sum = 0;
  protected readonly handlers = {
    ITEM: (item: number) => {
      this.sum += item;
      if (this.sum === 6) this.note('sum', { sum: this.sum });
    },
  };

  give(to: readonly number[], item: number): void {
    this.sendTo(to, 'ITEM', item);
  }
}

const give = (process: number, to: readonly number[], ...items: readonly number[]) => ({
  process,
  name: `give ${items.join()}`,
  run: (list: Pick<Listing, 'give'>) => {
    for (const item of items) list.give(to, item);
  },
});

/** The events of each process, for all final states. */
function endings(): { readonly checker: Checker; readonly seen: Set<string> } {
  const seen = new Set<string>();
  const checker = checkerOf('endings', ({ records, n, isComplete }, findings) => {
    if (!isComplete) return;
    findings.premise();
    const notes = Array.from({ length: n }, (_, id) =>
      records.filter((record) => record.process === id && (record.type === 'protocolEvent' || record.type === 'crash')),
    );
    seen.add(JSON.stringify(notes.map((own) => own.map((record) => ({ ...record, time: 0 })))));
  });
  return { checker, seen };
}

describe('counts', () => {
  test('all orders of three messages to one process', async () => {
    const { checker, seen } = endings();
    const report = await explore({ wire: listing, actions: [give(0, [1], 1, 2, 3)], checkers: [checker] });
    expect(seen.size).toBe(6);
    expect(report).toMatchObject({ completed: 6, isExhaustive: true, depth: 4, cut: 0 });
    expect(report.results).toMatchObject([{ verdict: 'holds', premises: 6 }]);
  });

  test('one order on FIFO links', async () => {
    const report = await explore({ wire: listing, links: 'fifo', actions: [give(0, [1], 1, 2, 3)], checkers: [] });
    expect(report).toMatchObject({ completed: 1, transitions: 4, states: 5 });
  });

  test('one order of steps at different processes, and all of them if the order matters', async () => {
    const options = { wire: listing, actions: [give(0, [1, 2], 1)], checkers: [], fingerprints: false };
    expect(await explore(options)).toMatchObject({ completed: 1 });
    expect(await explore({ ...options, globalOrder: true })).toMatchObject({ completed: 2 });
  });

  test('copies that are alike are one', async () => {
    const report = await explore({
      wire: listing,
      actions: [give(0, [1], 5, 5, 5)],
      checkers: [],
      fingerprints: false,
    });
    expect(report).toMatchObject({ completed: 1 });
  });

  test('states that are alike are one', async () => {
    const options = {
      wire: (process: NekoProcess) => wire(new Adding(process), 'add', process.network()),
      actions: [give(0, [1], 1, 2, 3)],
      checkers: [],
    };
    expect(await explore({ ...options, fingerprints: false })).toMatchObject({ completed: 6, transitions: 16 });
    // Before the action, and every subset of the three.
    expect(await explore(options)).toMatchObject({ completed: 1, states: 9 });
  });

  class Even {}
  class Odd {}
  const states: readonly [string, (item: number, process: NekoProcess) => unknown][] = [
    ['classes of objects', (item) => (item === 1 ? new Odd() : new Even())],
    ['functions', (item) => (item === 1 ? () => 'odd' : () => 'even')],
    ['texts that look like several', (item) => (item === 1 ? ['a string b'] : ['a', 'b'])],
    ['names of fields', (item) => (item === 1 ? { 'a string b c': 'd' } : { a: 'b', c: 'd' })],
    ['symbols', (item) => Symbol(item)],
    ['errors', (item) => new Error(`${item}`)],
    [
      'timers in fields',
      (item, process) => {
        const timer = process.timer(() => {});
        if (item === 1) timer.schedule(1);
        else timer.every(1);
        return timer;
      },
    ],
    [
      'timers outside fields',
      (item, process) => process.timer(item === 1 ? () => process.crash() : () => {}).schedule(1),
    ],
  ];

  test.each(states)('states that differ in %s are not one', async (_name, stateOf) => {
    /** Keeps only what the last item led to, so that the order of two items is in this field alone. */
    class Last extends Listing {
      protected last: unknown;
      protected override readonly handlers = {
        ITEM: (item: number) => {
          this.last = stateOf(item, this.process);
        },
      };
    }
    const options = {
      wire: (process: NekoProcess) => wire(new Last(process), 'last', process.network()),
      actions: [give(0, [1], 1, 2)],
      checkers: [],
      maxTimers: 'never',
    } as const;
    expect(await explore(options)).toMatchObject({ completed: 2 });
  });

  test('a crash loses any part of what was sent; on FIFO links the last part', async () => {
    const options = { wire: listing, actions: [give(0, [1], 1, 2)], maxCrashes: 1, mayCrash: [0] };
    const ends = async (links: 'fifo' | 'any'): Promise<string[]> => {
      const { checker, seen } = endings();
      await explore({ ...options, links, checkers: [checker] });
      return [...seen].map((text) => (text.match(/"item":\d/g) ?? []).map((item) => item.at(-1)).join('')).sort();
    };
    // Without the crash, and with it.
    expect(await ends('any')).toEqual(['', '1', '12', '12', '2', '21', '21']);
    expect(await ends('fifo')).toEqual(['', '1', '12', '12']);
  });
});

test('nothing is missed: all ends that plain search finds are found', async () => {
  const stacks: [string, (process: NekoProcess) => Sender, Partial<ExploreOptions<Sender>>][] = [
    ['reliable', (process) => wire(new ReliableBroadcast(process), 'b', process.network(), { deliver() {} }), {}],
    ['uniform', (process) => wire(new UniformReliableBroadcast(process), 'b', process.network(), { deliver() {} }), {}],
    [
      'Lamport',
      (process) => wire(new LamportBroadcast(process), 'b', process.network(), { deliver() {} }),
      { links: 'fifo' },
    ],
    ['FIFO', (process) => wire(new FifoBroadcast(process), 'b', process.network(), { deliver() {} }), {}],
  ];
  for (const [name, stack, more] of stacks) {
    const say = (process: number, text: string) => ({
      process,
      name: text,
      run: (layer: Sender) => layer.send({ to: [], protocol: 'a', type: 'T', content: text }),
    });
    const run = async (how: Partial<ExploreOptions<Sender>>): Promise<string[]> => {
      const { checker, seen } = endings();
      const actions = name === 'FIFO' ? [say(0, 'x'), say(0, 'y')] : [say(0, 'x')];
      await explore({ wire: stack, actions, checkers: [checker], ...more, ...how, n: name === 'FIFO' ? 2 : 3 });
      return [...seen].sort();
    };
    const withCrash = name === 'reliable' || name === 'FIFO' ? { maxCrashes: 1, mayCrash: [0] } : {};
    const plain = await run({ ...withCrash, globalOrder: true, fingerprints: false });
    expect(plain.length).toBeGreaterThan(0);
    expect(await run({ ...withCrash, fingerprints: false })).toEqual(plain);
    expect(await run({ ...withCrash, globalOrder: true })).toEqual(plain);
    expect(await run(withCrash)).toEqual(plain);
  }
});

describe('violations are reported and can be replayed', () => {
  const options = {
    wire: (process: NekoProcess): Sender =>
      wire(new ReliableBroadcast(process), 'b', process.network(), { deliver() {} }),
    actions: [
      {
        process: 0,
        name: 'broadcast',
        run: (layer: Sender) => layer.send({ to: [0, 1, 2], protocol: 'a', type: 'T', content: null }),
      },
    ],
    maxCrashes: 1,
  };

  test('reliable broadcast is reliable, and not uniform', async () => {
    const well = await explore({ ...options, checkers: [reliableBroadcast({ protocol: 'b' })] });
    expect(well).toMatchObject({ isExhaustive: true, results: [{ verdict: 'holds' }] });
    const report = await explore({ ...options, checkers: [uniformAgreement({ protocol: 'b' })] });
    const { counterexample } = report;
    expect(report.isExhaustive).toBe(false);
    expect(counterexample?.checker).toBe('uniform agreement');
    expect(counterexample?.violations[0]?.text).toContain(
      'p0, which crashed at t = 3, delivered 0;0 at t = 2, and p1, which is correct, never did',
    );
    expect(await replay(options, counterexample!.choices)).toEqual(counterexample!.records);
  });

  test('an impossible replay reports the possible steps', async () => {
    await expect(replay(options, ['act p0 broadcast', 'timer p1'])).rejects.toThrow(
      'step 2: "timer p1" cannot happen here; possible steps: deliver 0>0 b RBCAST_MESSAGE',
    );
  });

  test('an error', async () => {
    class Picky extends Listing {
      protected override readonly handlers = {
        ITEM: (item: number) => {
          if (item === 2) throw new RangeError('two is too much');
        },
      };
    }
    const report = await explore({
      wire: (process) => wire(new Picky(process), 'list', process.network()),
      actions: [give(0, [1], 1, 2)],
      checkers: [],
    });
    expect(report.counterexample).toMatchObject({
      checker: 'runs without an error',
      violations: [{ text: 'two is too much' }],
      choices: ['act p0 give 1,2', 'deliver 0>1 list ITEM 2'],
    });
  });
});

describe('timers', () => {
  class Ticking extends Listing {
    protected override started(): void {
      if (this.process.id !== 0) return;
      const timer = this.process.timer(() => {
        this.give([1], 9);
        timer.schedule(5);
      });
      timer.schedule(5);
    }
  }
  const options = {
    wire: (process: NekoProcess) => wire(new Ticking(process), 'list', process.network()),
    actions: [give(2, [1], 1)],
    checkers: [] as Checker[],
  };

  test('fire at any moment, as often as allowed, and then it is cut', async () => {
    const { checker } = endings();
    expect(await explore({ ...options, checkers: [checker] })).toMatchObject({
      completed: 0,
      cut: 1,
      isExhaustive: false,
      results: [{ verdict: 'unknown' }],
    });
    const once = await explore({ ...options, maxTimers: 1 });
    expect(once).toMatchObject({ completed: 0, cut: 2, depth: 4 });
  });

  test('are left out if they are not needed', async () => {
    expect(await explore({ ...options, maxTimers: 'never' })).toMatchObject({ completed: 1, isExhaustive: true });
  });
});

test('limits: of steps, and of all', async () => {
  const options = { wire: listing, actions: [give(0, [1], 1, 2, 3, 4)], checkers: [] };
  expect(await explore({ ...options, maxSteps: 2 })).toMatchObject({ cut: 4, completed: 0, isExhaustive: false });
  const report = await explore({ ...options, maxTransitions: 10 });
  expect(report.isExhaustive).toBe(false);
  expect(report.transitions).toBeLessThan(16);
});

describe('a protocol that is a program', () => {
  class Relaying extends ActiveProtocol<{ ITEM: number }> {
    protected override async run(): Promise<void> {
      for (;;) {
        const { content } = await this.receive();
        this.note('item', { item: content });
        if (this.process.id === 1) this.sendTo([2], 'ITEM', content + 10);
      }
    }

    give(to: readonly number[], item: number): void {
      this.sendTo(to, 'ITEM', item);
    }
  }
  const launched = (relaying: Relaying): Relaying => {
    relaying.setId('relay');
    relaying.setSender(relaying.process.network());
    relaying.launch();
    return relaying;
  };
  const options = {
    wire: (process: NekoProcess) => launched(new Relaying(process)),
    actions: [give(0, [1], 1, 2)],
  };

  test('is explored; what happened to it is its state', async () => {
    const { checker, seen } = endings();
    const report = await explore({ ...options, checkers: [checker] });
    expect(report.isExhaustive).toBe(true);
    expect(seen.size).toBe(4);
  });

  test('that fails is reported with the steps that lead to it', async () => {
    class Failing extends Relaying {
      protected override async run(): Promise<void> {
        const { content } = await this.receive();
        const { content: second } = await this.receive();
        if (content > second) throw new RangeError(`${content} before ${second}`);
      }
    }
    const { counterexample } = await explore({
      ...options,
      wire: (process) => launched(new Failing(process)),
      checkers: [],
    });
    expect(counterexample?.violations[0]?.text).toContain('2 before 1');
    expect(counterexample?.choices).toEqual([
      'act p0 give 1,2',
      'deliver 0>1 relay ITEM 2',
      'deliver 0>1 relay ITEM 1',
    ]);
  });
});

test('losses: any messages, up to the limit', async () => {
  const ends = async (maxLosses: number, links: 'any' | 'fifo' = 'any'): Promise<string[]> => {
    const { checker, seen } = endings();
    const actions = [give(0, [1], 1, 2)];
    const report = await explore({ wire: listing, actions, maxLosses, links, checkers: [checker] });
    expect(report.isExhaustive).toBe(true);
    return [...seen].map((text) => (text.match(/"item":\d/g) ?? []).map((item) => item.at(-1)).join('')).sort();
  };
  expect(await ends(0)).toEqual(['12', '21']);
  expect(await ends(1)).toEqual(['1', '12', '2', '21']);
  expect(await ends(2, 'fifo')).toEqual(['', '1', '12', '2']);
});

test('a process that observes a crash reacts to it', async () => {
  class Watching extends Listing {
    constructor(
      process: NekoProcess,
      private readonly peers: readonly NekoProcess[],
    ) {
      super(process);
    }

    protected override started(): void {
      if (this.process.id === 0) this.peers[1]!.onCrash(() => this.give([2], 7));
    }
  }
  const options = {
    wire: (process: NekoProcess, peers: readonly NekoProcess[]) =>
      wire(new Watching(process, peers), 'list', process.network()),
    maxCrashes: 1,
    mayCrash: [1],
  };
  const checker = checkerOf('no item', ({ records }, findings) => {
    for (const record of records) if (record.type === 'protocolEvent') findings.violation('an item', record);
  });
  const { counterexample } = await explore({ ...options, checkers: [checker] });
  expect(counterexample?.choices).toEqual(['crash p1', 'deliver 0>2 list ITEM 7']);
  expect(await replay(options, counterexample!.choices)).toEqual(counterexample!.records);
});

describe('symmetry', () => {
  const options = {
    n: 4,
    wire: (process: NekoProcess): Sender =>
      wire(new ReliableBroadcast(process), 'b', process.network(), { deliver() {} }),
    actions: [
      {
        process: 0,
        name: 'broadcast',
        run: (layer: Sender) => layer.send({ to: [0, 1, 2, 3], protocol: 'a', type: 'T', content: null }),
      },
    ],
    checkers: [reliableBroadcast({ protocol: 'b' })],
    reduceOrders: false,
  };

  test('of processes that behave alike is found, and leaves fewer states', async () => {
    const all = await explore(options);
    const report = await explore({ ...options, symmetry: true });
    expect(report).toMatchObject({ isExhaustive: true, symmetries: 6, completed: 1 });
    expect(report.states).toBeLessThan(all.states / 3);
  });

  test('is not assumed of processes that turn out to differ', async () => {
    class Odd extends Listing {
      protected override readonly handlers = {
        ITEM: (item: number) => {
          if (item === 0 && this.process.id === 3) this.note('item', { item });
          else if (item > 0) this.give([this.process.id], item - 1);
        },
      };
    }
    const { checker, seen } = endings();
    const report = await explore({
      ...options,
      wire: (process) => wire(new Odd(process), 'list', process.network()),
      actions: [give(0, [1, 2, 3], 2)],
      checkers: [checker],
      symmetry: true,
    });
    expect(report).toMatchObject({ symmetries: 2, isExhaustive: true });
    expect(seen.size).toBe(1);
  });

  test('finds the same violations', async () => {
    const checkers = [uniformAgreement({ protocol: 'b' })];
    const { counterexample } = await explore({ ...options, checkers, maxCrashes: 1, symmetry: true });
    expect(counterexample?.checker).toBe('uniform agreement');
    expect(await replay(options, counterexample!.choices)).toEqual(counterexample!.records);
  });
});
