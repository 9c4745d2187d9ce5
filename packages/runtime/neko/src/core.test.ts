import { describe, expect, test } from '@jest/globals';
import { EventClass, first } from '@kineko/kernel';
import { smallSystem } from '../test/small-system.js';
import { ActiveProtocol, PullProtocol } from './task-protocol.js';
import { Layer } from './layer.js';
import { type Outgoing, type Wrapped, wrap } from './message.js';
import type { NekoProcess } from './process.js';
import { Protocol } from './protocol.js';

/** Answers every PING with a PONG. */
class PingPong extends Protocol<{ PING: { count: number }; PONG: { count: number } }> {
  readonly log: string[] = [];
  protected readonly handlers = {
    PING: ({ count }: { count: number }, from: number) => this.handlePing(count, from),
    PONG: ({ count }: { count: number }, from: number) => this.handlePong(count, from),
  };

  ping(to: readonly number[], count = 1): void {
    this.sendTo(to, 'PING', { count });
  }

  private handlePing(count: number, from: number): void {
    this.log.push(`${this.process.now} PING ${count} from p${from}`);
    this.sendTo([from], 'PONG', { count });
  }

  private handlePong(count: number, from: number): void {
    this.log.push(`${this.process.now} PONG ${count} from p${from}`);
  }
}

const pingPong = (process: NekoProcess): PingPong => {
  const protocol = new PingPong(process);
  protocol.setId('ping');
  protocol.setSender(process.network());
  protocol.launch();
  return protocol;
};

test('messages go from protocol to protocol, and on record in the order of the log', async () => {
  const logs: string[][] = [];
  const { system, records } = smallSystem(3, (process) => {
    const protocol = pingPong(process);
    logs.push(protocol.log);
    if (process.id === 0) protocol.ping([1, 2]);
  });
  const { stoppedBy } = await system.run();
  expect(stoppedBy).toBe('empty');
  expect(logs).toEqual([['2 PONG 1 from p1', '2 PONG 1 from p2'], ['1 PING 1 from p0'], ['1 PING 1 from p0']]);
  expect(records.map((record) => `${record.time} ${record.type} p${record.process}`)).toEqual([
    '0 send p0',
    '1 deliver p1',
    '1 send p1',
    '1 deliver p2',
    '1 send p2',
    '2 deliver p0',
    '2 deliver p0',
  ]);
  expect(records[0]).toEqual({
    type: 'send',
    time: 0,
    process: 0,
    message: 1,
    to: [1, 2],
    protocol: 'ping',
    messageType: 'PING',
    content: { count: 1 },
  });
});

describe('rejects a stack that is not wired correctly', () => {
  const failure = async (initialize: (process: NekoProcess) => void): Promise<string> => {
    const { system } = smallSystem(2, initialize);
    return system.run().then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  };

  test.each([
    [
      'no id',
      (process: NekoProcess) => new PingPong(process).launch(),
      'p0, protocol (PingPong): it has no id; call setId before launch',
    ],
    [
      'no sender',
      (process: NekoProcess) => {
        const protocol = new PingPong(process);
        protocol.setId('ping');
        protocol.launch();
      },
      "p0, protocol 'ping' (PingPong): it has no sender; call setSender before launch",
    ],
    [
      'an id twice',
      (process: NekoProcess) => {
        pingPong(process);
        pingPong(process);
      },
      "p0: two protocols have the id 'ping', a PingPong and a PingPong",
    ],
    ['launched twice', (process: NekoProcess) => pingPong(process).launch(), 'it is launched already; launch it once'],
    [
      'no protocol there',
      (process: NekoProcess) => {
        if (process.id === 0) pingPong(process).ping([1]);
      },
      "p1 got a message PING of protocol 'ping' from p0, but no protocol has that id (there are: none)",
    ],
    [
      'no such process',
      (process: NekoProcess) => pingPong(process).ping([2]),
      'message PING: expected a destination from 0 to 1, got 2',
    ],
    [
      'no such network',
      (process: NekoProcess) => void process.network(1),
      'p0: network: expected an index below 1, got 1',
    ],
    [
      'a content that is no plain data',
      (process: NekoProcess) => pingPong(process).ping([1], new Map() as never),
      'the content of a message PING has a Map at .count',
    ],
    [
      'a list with nothing at a place',
      (process: NekoProcess) => pingPong(process).ping([1], [1, undefined] as never),
      'the content of a message PING has an undefined item at .count[1]',
    ],
  ])('%s', async (_name, initialize, message) => {
    expect(await failure(initialize)).toContain(message);
  });

  test('a message that the receiver does not know', async () => {
    const message = await failure((process) => {
      const protocol = pingPong(process);
      if (process.id === 0) process.network().send({ to: [1], protocol: protocol.id, type: 'toString', content: null });
    });
    expect(message).toContain(
      "p1, protocol 'ping' (PingPong): it got a message toString from p0, which it does not know; its types are: PING, PONG",
    );
  });
});

test('a protocol that is given the id it has keeps it', async () => {
  const { system, recordsOf } = smallSystem(2, (process) => {
    const protocol = pingPong(process);
    protocol.setId('ping');
    if (process.id === 0) protocol.ping([1]);
  });
  await system.run();
  expect(recordsOf('deliver')).toHaveLength(2);
});

test('there is one initializer, or one for each process', () => {
  expect(() => smallSystem(2, [() => {}, () => {}, () => {}])).toThrow(
    'initializers: expected 2, one per process, got 3',
  );
});

test('a message cannot be changed after it was sent', async () => {
  class Carrier extends Protocol<{ LIST: { items: number[][] } }> {
    protected readonly handlers = {
      LIST: ({ items }: { items: number[][] }) => expect(() => items[0]!.push(9)).toThrow(TypeError),
    };
    start(): void {
      const items = [[1], [2]];
      this.sendTo(this.process.all, 'LIST', Object.freeze({ items }));
      expect(() => items[1]!.push(3)).toThrow(TypeError);
    }
  }
  const { system, recordsOf } = smallSystem(2, (process) => {
    const carrier = new Carrier(process);
    carrier.setId('carrier');
    carrier.setSender(process.network());
    carrier.launch();
    if (process.id === 0) carrier.start();
  });
  await system.run();
  expect(recordsOf('deliver')).toHaveLength(2);
});

test('receivers that are no list are refused, with the name of the process', async () => {
  class Single extends ActiveProtocol<{ SAY: string }> {
    protected override async run(): Promise<void> {
      await this.sleep(1);
      this.sendTo(1 as never, 'SAY', 'hello');
    }
  }
  const { system } = smallSystem(2, (process) => {
    const single = new Single(process);
    single.setId('single');
    single.setSender(process.network());
    single.launch();
  });
  await expect(system.run()).rejects.toThrow(
    "p0, protocol 'single': the receivers of a message SAY: expected a list of ids, such as [2], got 1",
  );
});

test('a layer carries messages for those above it', async () => {
  /** Numbers the messages that it carries. */
  class Numbering extends Layer<{ CARRY: { count: number; inner: Wrapped } }> {
    private count = 0;
    protected readonly handlers = { CARRY: ({ inner }: { inner: Wrapped }, from: number) => this.passUp(inner, from) };
    send(message: Outgoing): void {
      this.sendTo(message.to, 'CARRY', { count: ++this.count, inner: wrap(message) });
    }
  }
  let log: string[] = [];
  const { system, recordsOf } = smallSystem(2, (process) => {
    const layer = new Numbering(process);
    const top = new PingPong(process);
    layer.setId('numbering');
    top.setId('ping');
    layer.setSender(process.network());
    layer.setReceiver(top);
    top.setSender(layer);
    layer.launch();
    top.launch();
    if (process.id === 0) {
      top.ping([1]);
      ({ log } = top);
    }
  });
  await system.run();
  expect(log).toEqual(['2 PONG 1 from p1']);
  expect(recordsOf('deliver').map(({ protocol }) => protocol)).toEqual(['numbering', 'numbering']);
});

describe('an active protocol', () => {
  class Echo extends ActiveProtocol<{ SAY: string }> {
    readonly log: string[] = [];
    protected override async run(): Promise<void> {
      if (this.process.id === 0) {
        this.sendTo([1], 'SAY', 'hello');
        const answer = await this.receive(10);
        this.log.push(`${this.process.now} ${answer?.content}`);
        const nothing = await this.receive(5);
        this.log.push(`${this.process.now} ${nothing?.content}`);
        await this.sleep(2);
        this.log.push(`${this.process.now} end`);
      } else {
        const { content, from } = await this.receive();
        this.sendTo([from], 'SAY', `${content} to you`);
      }
    }
  }

  const echo = (logs: string[][]) => (process: NekoProcess) => {
    const protocol = new Echo(process);
    protocol.setId('echo');
    protocol.setSender(process.network());
    protocol.launch();
    logs[process.id] = protocol.log;
  };

  test('takes its messages when it wants them, or gives up in time', async () => {
    const logs: string[][] = [];
    await smallSystem(2, echo(logs)).system.run();
    expect(logs[0]).toEqual(['2 hello to you', '7 undefined', '9 end']);
  });

  test('sleeps through a crash of its process, and continues', async () => {
    const logs: string[][] = [];
    const { system } = smallSystem(2, echo(logs));
    const at = (time: number, run: () => void): void => {
      system.simulator.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'fault' });
    };
    at(8, () => system.process(0).crash());
    at(20, () => system.process(0).recover());
    await system.run();
    expect(logs[0]!.at(-1)).toBe('20 end');
  });

  test('does not give up waiting while its process is down', async () => {
    const logs: string[][] = [];
    const { system } = smallSystem(2, echo(logs));
    const at = (time: number, run: () => void): void => {
      system.simulator.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'fault' });
    };
    at(4, () => system.process(0).crash());
    at(20, () => system.process(0).recover());
    await system.run();
    expect(logs[0]).toEqual(['2 hello to you', '20 undefined', '22 end']);
  });
});

test('a sleep that is given up leaves nothing behind, and some messages may have handlers', async () => {
  const log: string[] = [];
  class Mixed extends ActiveProtocol<{ ASK: number; TELL: number }> {
    protected override readonly handlers = {
      TELL: (content: number) => void log.push(`${this.process.now} handles ${content}`),
    };
    protected override async run(): Promise<void> {
      if (this.process.id === 0) {
        this.sendTo([1], 'TELL', 1);
        this.sendTo([1], 'ASK', 2);
        return;
      }
      const { value } = await first(this.receive(), this.sleep(100));
      log.push(`${this.process.now} takes ${value?.type} ${value?.content}`);
    }
  }
  const { system } = smallSystem(2, (process) => {
    const protocol = new Mixed(process);
    protocol.setId('mixed');
    protocol.setSender(process.network());
    protocol.launch();
  });
  expect(await system.run()).toMatchObject({ stoppedBy: 'empty', now: 1 });
  expect(log).toEqual(['1 handles 1', '1 takes ASK 2']);
});

test('a pull protocol keeps its messages until a program takes them', async () => {
  const taken: string[] = [];
  const { system } = smallSystem(2, (process) => {
    const pull = new PullProtocol<{ ITEM: number }>(process);
    pull.setId('pull');
    pull.setSender(process.network());
    pull.launch();
    if (process.id === 0) {
      for (const item of [7, 8]) pull.send([1], 'ITEM', item);
      return;
    }
    process.spawn('consumer', async (program) => {
      await program.sleep(5);
      expect(pull.waiting).toBe(2);
      for (let i = 0; i < 2; i++) {
        const { content, from } = await pull.receive(program);
        taken.push(`${process.now} ${content} from p${from}`);
      }
    });
  });
  await system.run();
  expect(taken).toEqual(['5 7 from p0', '5 8 from p0']);
});

test('a process that crashed neither sends nor gets anything', async () => {
  const { system, recordsOf } = smallSystem(2, (process) => {
    const protocol = pingPong(process);
    if (process.id === 0) protocol.ping([1]);
  });
  await system.run({ until: 0.5 });
  system.process(1).crash();
  await system.run();
  expect(recordsOf('deliver')).toEqual([]);
  expect(recordsOf('drop')).toEqual([
    { type: 'drop', time: 1, process: 1, message: 1, from: 0, messageType: 'PING', reason: 'the receiver is crashed' },
  ]);
});

describe('timers', () => {
  test('that fall due during a crash run at the recovery, unless they were cancelled meanwhile', async () => {
    const ran: string[] = [];
    const { system } = smallSystem(1, (process) => {
      const kept = process.timer(() => void ran.push(`kept ${process.now}`));
      const cancelled = process.timer(() => void ran.push(`cancelled ${process.now}`));
      kept.schedule(2);
      cancelled.schedule(2);
      const at = (time: number, run: () => void): void => {
        process.agenda.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'fault' });
      };
      at(1, () => process.crash());
      at(3, () => expect(cancelled.cancel()).toBe(true));
      at(4, () => process.recover());
    });
    await system.run();
    expect(ran).toEqual(['kept 4']);
  });

  test('run once and again when scheduled again, or at intervals', async () => {
    const times: string[] = [];
    const { system } = smallSystem(1, (process) => {
      const once = process.timer(() => {
        times.push(`once ${process.now}`);
        if (process.now < 3) once.schedule(2);
      });
      once.schedule(1);
      expect(() => once.schedule(5)).toThrow('p0, timer: it is scheduled already, for t = 1; cancel it first');
      const regular = process.timer(() => {
        times.push(`regular ${process.now}`);
        if (process.now === 6) regular.cancel();
      }, 'heartbeat');
      regular.every(2);
      expect(() => process.timer(() => {}).every(0)).toThrow('a period is a number of seconds above 0, not 0');
      expect(() => process.timer(() => {}).schedule(NaN)).toThrow('got NaN');
    });
    await system.run();
    expect(times).toEqual(['once 1', 'regular 2', 'once 3', 'regular 4', 'regular 6']);
  });
});
