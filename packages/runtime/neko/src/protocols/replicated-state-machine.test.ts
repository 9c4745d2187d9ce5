import { describe, expect, test } from '@jest/globals';
import { recoveryRun } from '../../test/recovery-run.js';
import { smallSystem } from '../../test/small-system.js';
import { RandomChannel } from '../networks/sim/random.js';
import type { NekoProcess } from '../process.js';
import { ActiveProtocol } from '../task-protocol.js';
import { Raft } from './raft.js';
import { ReplicatedStateMachine, type StateMachine } from './replicated-state-machine.js';
import { SkeenBroadcast } from './skeen-broadcast.js';
import { wire } from './wire.js';

/** The commands in order, with their origins; the result is their number. */
const LIST: StateMachine<readonly string[], string, number> = {
  initial: [],
  apply: (state, command, origin) => ({ state: [...state, `${command} of p${origin}`], result: state.length + 1 }),
};

function overRaft(process: NekoProcess): ReplicatedStateMachine {
  const options = { electionTimeout: 3, heartbeat: 1, snapshotAfter: 4 };
  const machine = new ReplicatedStateMachine(process);
  machine.setLog(wire(new Raft(process, options), 'raft', process.network()));
  machine.setMachine(LIST);
  return wire(machine, 'machine', process.network());
}

describe('copies of one state', () => {
  test('are equal over an atomic broadcast', async () => {
    const machines: ReplicatedStateMachine[] = [];
    const results: number[] = [];
    const { system } = smallSystem(
      3,
      (process) => {
        const broadcast = wire(new SkeenBroadcast(process), 'abcast', process.network());
        const machine = (machines[process.id] = new ReplicatedStateMachine(process));
        machine.setMachine(LIST);
        wire(machine, 'machine', broadcast);
        for (const text of ['a', 'b']) machine.execute(text, (result) => results.push(result as number));
      },
      (host) => new RandomChannel(host),
    );
    await system.run();
    expect(results.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { state } of machines) expect(state).toEqual(machines[0]!.state);
  });

  test('survive the loss of all memories over Raft, and tasks wait for their results', async () => {
    class Writer extends ActiveProtocol {
      protected async run() {
        for (let k = 0; k < 5; k++) {
          await this.sleep(3);
          await machines[this.process.id]!.call(this.task, `${k}`);
        }
      }
    }
    const machines: ReplicatedStateMachine[] = [];
    for (let seed = 1; seed <= 4; seed++) {
      await recoveryRun({
        n: 3,
        seed,
        initializer: (process) => {
          machines[process.id] = overRaft(process);
          wire(new Writer(process) as never, 'writer', process.network());
        },
      });
      const [first, ...others] = machines.map(({ state }) => state as readonly string[]);
      expect(first!.length).toBeGreaterThanOrEqual(15);
      for (const other of others) expect(other).toEqual(first);
    }
  });

  test('answer every command, also if a snapshot skips it', async () => {
    const answered: number[] = [];
    await recoveryRun({
      n: 4,
      seed: 3,
      faults: [],
      loss: 0.4,
      until: 400,
      initializer: (process) => {
        const machine = overRaft(process);
        answered[process.id] = 0;
        const next = (): void => {
          if (++answered[process.id]! <= 20) machine.execute('x', next);
        };
        next();
      },
    });
    expect(answered).toEqual([21, 21, 21, 21]);
  });

  test('are a table of registers by default', async () => {
    const results: unknown[] = [];
    const { system, recordsOf } = smallSystem(1, (process) => {
      const broadcast = wire(new SkeenBroadcast(process), 'abcast', process.network());
      const machine = wire(new ReplicatedStateMachine(process), 'machine', broadcast);
      const take = (result: unknown): void => void results.push(result);
      for (const call of ['read', 'swap', 'write', 'read']) machine.execute({ call, object: 'x', value: call }, take);
    });
    await system.run();
    expect(results).toEqual([null, null, null, 'write']);
    const events = recordsOf('protocolEvent').filter(({ protocol }) => protocol === 'machine');
    expect(events[0]).toMatchObject({ event: 'invoke', value: { operation: '0;0;1', call: 'read', object: 'x' } });
    expect(events.at(-1)).toMatchObject({ event: 'respond', value: { operation: '0;0;4', result: 'write' } });
  });

  test('reject commands that are not plain data, and machines that come too late', () => {
    const { system } = smallSystem(1, () => {});
    const machine = new ReplicatedStateMachine(system.processes[0]!);
    expect(() => machine.execute(undefined)).toThrow('a command is or has nothing; commands are plain data');
  });
});
