import { describe, expect, test } from '@jest/globals';
import { commandsOf } from '@kineko/run';
import fc from 'fast-check';
import { Keeper, replayedHash, scenarioOf, Talker } from '../../test/kit.js';
import { chirpAt, crowdedScene } from '../../test/scenes.js';
import { TestClock } from '@kineko/tools/kits/test-clock';
import { dropsIn } from './udp-port.js';
import { openHandler } from './server.js';

const PAIR = { children: [chirpAt(0, 0, 0), chirpAt(1, 30, 0)] };

async function opened(world: object, options: object = {}) {
  const clock = new TestClock();
  const keeper = await Keeper.create();
  const parts = await openHandler(scenarioOf(world), { seed: 7, emit: keeper.emit, clock, ...options });
  const over = parts.run.advance();
  /** Advances the clock, and lets the run do what is due. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 10) {
      clock.advance(Math.min(10, left));
      await settled();
    }
  };
  const end = async (): Promise<void> => {
    parts.run.stop();
    parts.pacer.poke();
    clock.advance(50);
    await over;
  };
  return { ...parts, clock, keeper, pass, end };
}

/** Lets actions of the next turn of the event loop run. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => void setImmediate(resolve));
}

describe('in real time', () => {
  test('a robot moves as commanded, and sensors read its position between events', async () => {
    const { handler, run, pass, end } = await opened(PAIR);
    const talker = new Talker(handler);
    await pass(10);
    expect(await talker.ask('0 setspeed 10 10')).toBe('ok');
    await pass(500);
    const reply = talker.ask('0 getsensors');
    await settled();
    const [ok, ahead] = (await reply).split(' ');
    expect(ok).toBe('ok');
    expect(Number(ahead)).toBeCloseTo(15, 9);
    expect(run.present).toBeCloseTo(0.51, 9);
    await end();
  });

  test('invalid requests get a short error and change nothing', async () => {
    const { handler, keeper, pass, end } = await opened(PAIR);
    const talker = new Talker(handler);
    await pass(10);
    const before = keeper.records.length;
    for (const text of ['', 'x', '9 getsensors', '0 setspeed a b', '0 fly', `0 sendmessage ${'y'.repeat(600)}`]) {
      const reply = await talker.ask(text);
      expect(reply).toMatch(/^error /);
      expect(reply.length).toBeLessThanOrEqual(Math.max(64, 2 * text.length));
    }
    await pass(100);
    expect(keeper.records).toHaveLength(before);
    expect(handler.counts).toMatchObject({ requests: 6, answered: 6, errors: 6 });
    await end();
  });

  test('thousands of damaged datagrams are all answered, and no robot moves', async () => {
    const { handler, keeper, pass, end } = await opened(PAIR, { limits: { burst: 1e9 } });
    const talker = new Talker(handler);
    await pass(10);
    const before = keeper.records.length;
    const damaged = fc
      .tuple(
        fc.constantFrom('0 setspeed 1 2', '1 getsensors', '0 sendmessage hi', '1 getmessages'),
        fc.nat(),
        fc.nat(255),
      )
      .map(([text, at, byte]) => {
        const bytes = new TextEncoder().encode(text);
        bytes[at % bytes.length] = byte % 32;
        return bytes;
      });
    const samples = [
      ...fc.sample(damaged, { seed: 3, numRuns: 4000 }),
      ...fc.sample(fc.uint8Array(), { seed: 4, numRuns: 1000 }),
    ];
    for (const bytes of samples) handler.receive(bytes, talker);
    await pass(100);
    expect(talker.replies).toHaveLength(5000);
    expect(talker.replies.every((reply) => reply.startsWith('error '))).toBe(true);
    expect(keeper.records).toHaveLength(before);
    await end();
  });

  test('a robot belongs to its first controller until that is silent', async () => {
    const { handler, pass, end } = await opened(PAIR);
    const [first, second] = [new Talker(handler, 'a:1'), new Talker(handler, 'b:2')];
    await pass(10);
    expect(await first.ask('0 setspeed 1 1')).toBe('ok');
    expect(await second.ask('0 setspeed 2 2')).toBe('error robot 0 has another controller');
    expect(await second.ask('1 setspeed 2 2')).toBe('ok');
    await pass(2100);
    expect(await second.ask('0 setspeed 2 2')).toBe('ok');
    expect(await first.ask('0 setspeed 1 1')).toBe('error robot 0 has another controller');
    await end();
    const { handler: open, end: endOpen } = await opened(PAIR, { owners: false });
    expect(await new Talker(open, 'a:1').ask('0 setspeed 1 1')).toBe('ok');
    expect(await new Talker(open, 'b:2').ask('0 setspeed 1 1')).toBe('ok');
    await endOpen();
  });

  test('a source that sends too much is ignored, others are not', async () => {
    const { handler, pass, end } = await opened(PAIR, { limits: { burst: 3, perSecond: 10 } });
    const [loud, quiet] = [new Talker(handler, 'a:1'), new Talker(handler, 'b:2')];
    for (let i = 0; i < 10; i++) loud.say('0 getmessages');
    expect(loud.replies).toHaveLength(3);
    expect(handler.counts.limited).toBe(7);
    expect(await quiet.ask('1 getmessages')).toBe('ok 0');
    await pass(100);
    expect(await loud.ask('0 getmessages')).toBe('ok 0');
    await end();
  });

  test('the number of distinguished sources is limited', async () => {
    const { handler, end } = await opened(PAIR, { limits: { burst: 1, perSecond: 0.001, sources: 10 } });
    for (let i = 0; i < 100; i++) new Talker(handler, `a:${i}`).say('0 getmessages');
    const back = new Talker(handler, 'a:0');
    back.say('0 getmessages');
    expect(back.replies).toHaveLength(1);
    await end();
  });

  test('a robot without requests stops by a recorded command', async () => {
    const { handler, run, keeper, pass, end } = await opened({ deadman: 1, ...PAIR });
    const talker = new Talker(handler);
    await pass(10);
    await talker.ask('0 setspeed -10 -10');
    await pass(800);
    talker.say('0 getsensors');
    await pass(800);
    expect(run.world.motions.isUnderWay(0)).toBe(true);
    await pass(400);
    expect(run.world.motions.isUnderWay(0)).toBe(false);
    expect(run.world.poseOf(0).x).toBeCloseTo(-18, 9);
    expect(commandsOf(keeper.records).map(({ source }) => source)).toEqual(['udp', 'dead-man']);
    await end();
  });

  test('requests need the token if there is one', async () => {
    const { handler, end } = await opened(PAIR, { token: 'abc' });
    const talker = new Talker(handler);
    expect(await talker.ask('0 setspeed 1 1')).toBe('error token missing or invalid');
    expect(await talker.ask('abd 0 setspeed 1 1')).toBe('error token missing or invalid');
    expect(await talker.ask('abc 0 setspeed 1 1')).toBe('ok');
    await end();
  });

  test('messages wait to be fetched, or are pushed to subscribers', async () => {
    const { handler, pass, end } = await opened(PAIR);
    const [zero, one] = [new Talker(handler, 'a:1'), new Talker(handler, 'b:2')];
    await pass(10);
    await zero.ask('0 sendmessage hello you');
    await pass(20);
    expect(await one.ask('1 getmessages')).toBe('ok 1 0:hello%20you');
    expect(await one.ask('1 getmessages')).toBe('ok 0');
    expect(await one.ask('1 subscribe')).toBe('ok');
    await zero.ask('0 sendmessageon 1 again');
    await pass(20);
    expect(one.replies).toEqual(['message 0:again']);
    expect(await one.ask('1 unsubscribe')).toBe('ok');
    await zero.ask('0 sendmessage last');
    await pass(20);
    expect(await one.ask('1 getmessages')).toBe('ok 1 0:last');
    await end();
  });

  test('a live run replays without its controllers to the same hash', async () => {
    const world = crowdedScene({ robots: 20, noisemax: 0.1 });
    const { handler, run, keeper, pass, end } = await opened(world);
    const talkers = run.robots.map((id) => new Talker(handler, `a:${id}`));
    await pass(10);
    for (let round = 0; round < 12; round++) {
      for (const [id, talker] of talkers.entries()) {
        talker.say(`${id} setspeed ${((id * 17 + round * 5) % 41) - 10} ${((id * 5 + round * 23) % 41) - 10}`);
        talker.say(`${id} getsensors`);
        if ((id + round) % 5 === 0) talker.say(`${id} sendmessage round ${round}`);
      }
      await pass(13);
    }
    await end();
    expect(talkers.every(({ replies }) => replies.every((reply) => reply.startsWith('ok')))).toBe(true);
    expect(commandsOf(keeper.records).length).toBeGreaterThan(240);
    const hash = await keeper.hash();
    expect(await replayedHash(world, commandsOf(keeper.records), run.now)).toBe(hash);
  });

  test('the speed can be changed and the run paused while it runs', async () => {
    const { handler, run, pacer, pass, end } = await opened(PAIR);
    const talker = new Talker(handler);
    await pass(10);
    await talker.ask('0 setspeed -1 -1');
    await pass(100);
    pacer.factor = 3;
    await pass(100);
    expect(run.present).toBeCloseTo(0.41, 9);
    pacer.pause();
    await pass(1000);
    expect(run.present).toBeCloseTo(0.41, 9);
    pacer.resume();
    await pass(100);
    expect(run.present).toBeCloseTo(0.71, 9);
    expect(() => (pacer.factor = 0)).toThrow('expected a number above 0, got 0');
    await end();
  });
});

describe('in lock-step', () => {
  const world = crowdedScene({ robots: 12, noisemax: 0.2 });

  /** Controllers that react to their sensors, with requests in any order. */
  async function controlled(order: (ids: number[], round: number) => number[]): Promise<string> {
    const { handler, run, keeper, end } = await opened(world, { lockstep: 0.016 });
    const talkers = run.robots.map((id) => new Talker(handler, `a:${id}`));
    await settled();
    for (let round = 0; round < 10; round++) {
      const ids = order([...run.robots], round);
      const sensed = ids.map((id) => talkers[id]!.ask(`${id} getsensors`));
      await settled();
      const replies = await Promise.all(sensed);
      for (const [i, id] of ids.entries()) {
        const ahead = Number(replies[i]!.split(' ')[1]);
        talkers[id]!.say(`${id} setspeed ${ahead} ${40 - ahead}`);
      }
      await settled();
    }
    expect(run.present).toBeCloseTo(0.16, 9);
    await end();
    return keeper.hash();
  }

  test('the order of datagrams makes no difference', async () => {
    const forth = await controlled((ids) => ids);
    const back = await controlled((ids) => ids.reverse());
    const mixed = await controlled((ids, round) => ids.sort((a, b) => ((a * 7 + round) % 5) - ((b * 7 + round) % 5)));
    expect([back, mixed]).toEqual([forth, forth]);
  });

  test('time advances when every robot has its command; early requests wait', async () => {
    const { handler, run, pass, end } = await opened(PAIR, { lockstep: 0.1 });
    const [zero, one] = [new Talker(handler, 'a:0'), new Talker(handler, 'a:1')];
    await settled();
    zero.say('0 setspeed 10 10');
    zero.say('0 getsensors');
    await pass(1000);
    expect(zero.replies).toEqual(['ok']);
    expect(run.now).toBe(0);
    one.say('1 setspeed 0 0');
    await settled();
    expect(zero.replies).toEqual(['ok', expect.stringMatching(/^ok 19 /)]);
    expect(run.present).toBe(0.1);
    for (let i = 0; i < 20; i++) zero.say('0 setspeed 1 1');
    expect(zero.replies.filter((reply) => reply === 'error wait for the other robots')).toHaveLength(3);
    await end();
  });

  test('a robot without a command in time is stopped and left out until its next command', async () => {
    const absent: number[] = [];
    const onAbsent = (robot: number): void => void absent.push(robot);
    const { handler, run, keeper, pass, end } = await opened(PAIR, { lockstep: 0.1, onAbsent });
    const [zero, one] = [new Talker(handler, 'a:0'), new Talker(handler, 'a:1')];
    await settled();
    zero.say('0 setspeed 1 1');
    await pass(10_000);
    expect(absent).toEqual([1]);
    expect(run.present).toBe(0.1);
    zero.say('0 setspeed 1 1');
    await settled();
    expect(run.present).toBe(0.2);
    one.say('1 setspeed 1 1');
    await settled();
    expect(run.present).toBe(0.2);
    zero.say('0 setspeed 1 1');
    await settled();
    expect(run.present).toBeCloseTo(0.3, 12);
    expect(commandsOf(keeper.records).filter(({ source }) => source === 'lockstep')).toHaveLength(1);
    await end();
  });
});

test('the drops of a port are read from the table of the system', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 1234: 0100007F:93F3 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 55555 2 0000000000000000 17
 1235: 0100007F:0035 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 55556 2 0000000000000000 3
`;
  expect(dropsIn(table, 37875)).toEqual([17]);
  expect(dropsIn('', 37875)).toEqual([]);
});
