import { expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const workspace = new Workspace({
  'chat.ts': `
    import { ActiveProtocol } from 'kineko';
    export class Chat extends ActiveProtocol {
      async run() {
        if (this.process.id < 2) this.sendTo(this.process.all, 'TEXT', this.process.name);
        for (;;) await this.receive();
      }
    }
    export class Failing extends ActiveProtocol {
      async run() {
        if (this.process.id === 0) this.sendTo([1], 'A', 1), this.sendTo([1], 'B', 2);
        const { type } = await this.receive();
        if (type === 'B') throw new RangeError('B came first');
      }
    }
    export class Ticking extends ActiveProtocol {
      async run() {
        this.process.timer(() => {}).every(1);
        if (this.process.id === 0) this.sendTo(this.process.all, 'TEXT', 'x');
        for (;;) await this.receive();
      }
    }
    export const first = (run) => ({
      premises: 1,
      violations: run.messages.filter(({ event }) => event === 'deliver').slice(0, 1).map(({ time }) => ({ time, text: 'something' })),
    });`,
  'eager.ts': `
    import { Protocol } from 'kineko';
    import { checkers } from 'kineko/lab';
    class Eager extends Protocol {
      handlers = { NEWS: () => this.note('deliver', { message: '0;0' }) };
      broadcast() {
        this.note('broadcast', { message: '0;0' });
        this.sendTo(this.process.all, 'NEWS', null);
      }
    }
    export const system = {
      wire: (process) => {
        const protocol = new Eager(process);
        protocol.setId('eager');
        protocol.setSender(process.network());
        protocol.launch();
        return protocol;
      },
      actions: [{ process: 0, name: 'broadcast', run: (protocol) => protocol.broadcast() }],
      checkers: [checkers.reliableBroadcast({ protocol: 'eager' })],
    };`,
  'vote.ts': `
    import { Protocol } from 'kineko';
    class Voter extends Protocol {
      vote = this.process.stable.read('vote');
      handlers = { ASK: (_, from) => {
        if (this.vote !== undefined) return;
        this.vote = from;
        this.process.stable.write('vote', from);
        this.note('vote', { for: from });
      } };
    }
    export const system = {
      wire: (process) => {
        const protocol = new Voter(process);
        protocol.setId('voter');
        protocol.setSender(process.network());
        protocol.launch();
        return protocol;
      },
      actions: [0, 1].map((process) => ({ process, name: 'ask', run: (voter) => voter.sendTo([2], 'ASK', null) })),
      checkers: [{
        name: 'one vote',
        check: (records) => {
          const votes = new Set([...records].flatMap((each) => (each.event === 'vote' ? each.value.for : [])));
          const violations = votes.size > 1 ? [{ text: 'two votes', records: [] }] : [];
          return { name: 'one vote', verdict: votes.size > 1 ? 'violated' : 'holds', premises: 1, violations };
        },
      }],
    };`,
  'chat.config': 'process.num = 3\nalgorithm = ./chat.ts#Chat\nprotocol = ReliableBroadcast\nsimulation.time = 10\n',
  'ticking.config':
    'process.num = 2\nalgorithm = ./chat.ts#Ticking\nprotocol = ReliableBroadcast\nsimulation.time = 10\n',
  'failing.config': 'process.num = 2\nalgorithm = ./chat.ts#Failing\nsimulation.time = 10\n',
  'robots.config': 'process.num = 2\nrobot.algorithm = RandomMovement\nbornpoint.random = true\nsimulation.time = 1\n',
  'late.deliveries':
    'kineko deliveries 1\n# one step too many\nact p0 broadcast\n\ndeliver 0>1 eager NEWS null\ndeliver 0>1 eager NEWS null\n',
  'none.deliveries': 'deliver 0>1\n',
});

const order = ['-p', 'total-order protocol=reliable-broadcast'];
const reliable = ['-p', 'reliable-broadcast protocol=reliable-broadcast'];

test('a counterexample is saved, and the printed command repeats it', async () => {
  const { code, stdout } = await workspace.kineko(['explore', 'chat.config', ...order, '-o', 'found']);
  expect(code).toBe(3);
  expect(stdout).toContain('total-order protocol=reliable-broadcast: violated\n');
  expect(stdout).toContain('counterexample, 2 steps:\n  deliver 0>0 ');
  const [, command] = /^replay {2}kineko (.*)$/m.exec(stdout)!;
  expect(command).toBe('run chat.config --deliveries found/chat.deliveries');
  const again = await workspace.kineko([...command!.split(' '), '--out', 'again', '--json']);
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ processes: 3, events: 2, messages: { sent: 6, delivered: 2 } });
  expect((await workspace.kineko(['check', 'again', ...order])).code).toBe(3);
});

test('a system that is explored completely holds', async () => {
  const { code, stdout } = await workspace.kineko(['explore', 'chat.config', ...reliable, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'holds',
    isExhaustive: true,
    symmetries: 2,
    results: [{ property: reliable[1], verdict: 'holds' }],
  });
  const plain = await workspace.kineko(['explore', 'chat.config', ...reliable, '--reduce', 'none', '--json']);
  expect(JSON.parse(plain.stdout)).toMatchObject({ verdict: 'holds', symmetries: 1, reducedStates: 0 });
});

test('a budget that is used up proves nothing', async () => {
  const { code, stdout } = await workspace.kineko([
    'explore',
    'chat.config',
    ...reliable,
    '--states',
    '20',
    '--reduce',
    'none',
  ]);
  expect(stdout).toMatch(
    /^reliable-broadcast .*: no violation found \(premises: \d+\)\nnot exhaustive: 2\d states, depth \d+$/m,
  );
  expect(code).toBe(4);
  const { code: ofSteps, stdout: shallow } = await workspace.kineko([
    'explore',
    'chat.config',
    ...reliable,
    '--steps',
    '3',
  ]);
  expect(shallow).toMatch(/^not exhaustive: \d+ states, depth 3$/m);
  expect(ofSteps).toBe(4);
});

test('timers that are left prove nothing', async () => {
  const ticking = ['explore', 'ticking.config', ...reliable, '--timers', '1'];
  const { code, stdout } = await workspace.kineko(ticking);
  expect(stdout).toMatch(/^runs that were cut because of --timers 1: \d+\nnot exhaustive: \d+ states, depth \d+$/m);
  expect(code).toBe(4);
  const { code: ofJson, stdout: json } = await workspace.kineko([...ticking, '--json']);
  expect(JSON.parse(json)).toMatchObject({ verdict: 'not exhaustive', isExhaustive: false });
  expect(ofJson).toBe(4);
  const ignored = await workspace.kineko([...ticking.slice(0, -1), 'ignored', '--json']);
  expect(JSON.parse(ignored.stdout)).toMatchObject({ verdict: 'holds', isExhaustive: true });
  expect(ignored.code).toBe(0);
});

test('a program brings its own checkers; flags set the faults', async () => {
  expect((await workspace.kineko(['explore', 'eager.ts'])).stdout).toContain('reliable broadcast: holds');
  const { code, stdout } = await workspace.kineko(['explore', 'eager.ts', '--crashes', '1', '--json']);
  expect(code).toBe(3);
  const { counterexample } = JSON.parse(stdout) as { counterexample: { steps: string[]; replay: string } };
  expect(counterexample.steps).toEqual([
    'act p0 broadcast',
    'crash p0',
    'lose 0>1 eager NEWS null',
    'deliver 0>2 eager NEWS null',
  ]);
  expect((await workspace.kineko(counterexample.replay.split(' ').slice(1))).stdout).toContain('ended   at t = 4 s');
  expect((await workspace.kineko(['explore', 'eager.ts', '--crashes', '1', '--may-crash', '2'])).code).toBe(0);
  expect((await workspace.kineko(['explore', 'eager.ts', '--losses', '1'])).code).toBe(3);
});

test('processes recover with stable storage only, and Byzantine ones omit messages', async () => {
  expect((await workspace.kineko(['explore', 'vote.ts', '--crashes', '1'])).code).toBe(0);
  const { code, stdout } = await workspace.kineko(['explore', 'vote.ts', '--crashes', '1', '--recover', '--json']);
  expect(code).toBe(3);
  const { counterexample } = JSON.parse(stdout) as { counterexample: { steps: string[]; replay: string } };
  expect(counterexample.steps).toEqual(expect.arrayContaining(['crash p2', 'recover p2']));
  expect((await workspace.kineko(counterexample.replay.split(' ').slice(1))).code).toBe(0);
  const lying = await workspace.kineko(['explore', 'eager.ts', '--byzantine', '0']);
  expect(lying.stdout).toMatch(/^ {2}lose 0>\d eager NEWS null$/m);
  expect(lying.code).toBe(3);
});

test('an error of a process is a violation, found by the order of messages alone', async () => {
  const { code, stdout } = await workspace.kineko([
    'explore',
    'failing.config',
    '-p',
    './chat.ts#first',
    '--links',
    'any',
  ]);
  expect(code).toBe(3);
  expect(stdout).toContain('runs without an error: violated');
  expect(stdout).toContain('B came first');
  expect((await workspace.kineko(['run', 'failing.config', '--deliveries', 'failing.deliveries'])).code).toBe(1);
});

test('a counterexample is shown until the interrupt, and the printed command shows it again', async () => {
  const found = /^http:\/\/127\.0\.0\.1:\d+\/debugger\.html#token=[0-9a-f]{32}$/m;
  const watching = (): { signal: AbortSignal; onOutput: (text: string) => void } => {
    const stop = new AbortController();
    let said = '';
    return {
      signal: stop.signal,
      onOutput: (text) => {
        said += text;
        if (found.test(said)) stop.abort();
      },
    };
  };
  const page = ['--no-open', '--port', '0'];
  const debugged = await workspace.kineko(['explore', 'eager.ts', '--crashes', '1', '--debug', ...page], watching());
  expect(debugged.code).toBe(3);
  const [, command] = /^debug {3}kineko (.*)$/m.exec(debugged.stdout)!;
  expect(command).toBe('view eager.ts --deliveries eager.deliveries');
  const again = await workspace.kineko([...command!.split(' '), ...page], watching());
  expect(again.stdout).toMatch(found);
  expect(again.code).toBe(0);
});

test('an interrupt ends it with what was found so far', async () => {
  const { code, stdout } = await workspace.kineko(['explore', 'chat.config', ...reliable], {
    signal: AbortSignal.abort(),
  });
  expect(stdout).toMatch(/^not exhaustive: /m);
  expect(code).toBe(130);
});

test.each([
  ['a program without a system', ['explore', 'chat.ts'], 'chat.ts: expected an export named system'],
  ['robots', ['explore', 'robots.config', ...order], 'expected processes without bodies'],
  ['no property', ['explore', 'chat.config'], 'expected a property'],
  ['an unknown property', ['explore', 'chat.config', '-p', 'total-ordr protocol=x'], 'total-order'],
  ['an invalid limit', ['explore', 'chat.config', ...order, '--crashes', '-1'], '--crashes: expected an integer'],
  ['an unknown process', ['explore', 'eager.ts', '--may-crash', '3'], '--may-crash: expected ids from 0 to 2'],
  ['an unknown liar', ['explore', 'eager.ts', '--byzantine', 'x'], '--byzantine: expected ids from 0 to 2'],
  ['a file that is missing', ['explore', 'nothing.config', ...order], 'no such file'],
  [
    'a schedule that is none',
    ['run', 'eager.ts', '--deliveries', 'none.deliveries'],
    'none.deliveries:1: expected "kineko deliveries 1"',
  ],
  ['recoveries without crashes', ['explore', 'eager.ts', '--recover'], '--recover without crashes: add --crashes 1'],
  ['a debugger and JSON', ['explore', 'eager.ts', '--debug', '--json'], '--debug with --json'],
  [
    'a delivery to show that is not pending',
    ['view', 'eager.ts', '--deliveries', 'late.deliveries', '--no-open'],
    'late.deliveries:6: step 3 is not pending',
  ],
  [
    'a delivery that is not pending',
    ['run', 'eager.ts', '--deliveries', 'late.deliveries'],
    'late.deliveries:6: step 3 is not pending: expected "deliver 0>0 eager NEWS null" or "deliver 0>2 eager NEWS null", got "deliver 0>1 eager NEWS null"',
  ],
])('%s is refused', async (_name, args, text) => {
  const { code, stderr } = await workspace.kineko(args);
  expect(stderr).toContain(text);
  expect(code).toBe(2);
});
