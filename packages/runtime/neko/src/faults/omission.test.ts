import { expect, test } from '@jest/globals';
import { ActiveProtocol } from '../task-protocol.js';
import { BasicChannel } from '../networks/sim/basic.js';
import { SimNetwork } from '../networks/sim/channel.js';
import { FifoLink } from '../protocols/fifo-link.js';
import { wire } from '../protocols/wire.js';
import type { NekoRecord } from '../records.js';
import { NekoSystem } from '../system.js';
import { Faults } from './faults.js';
import { problemsOfFaults } from './schedule.js';

/** Sends its number every second, five times, over a link that numbers messages itself. */
class Counting extends ActiveProtocol<{ COUNT: number }> {
  protected async run(): Promise<void> {
    for (let k = 1; k <= 5; k++) {
      this.sendTo(this.process.others, 'COUNT', k);
      await this.sleep(1);
    }
    for (;;) this.logger.info(`got ${(await this.receive()).content}`);
  }
}

async function run(faults: unknown): Promise<{ got: string[]; counts: number[]; ids: string[] }> {
  const records: NekoRecord[] = [];
  const system = new NekoSystem({
    n: 2,
    networks: (host) => [new SimNetwork(host, new BasicChannel(host))],
    initializer: (process) => {
      const link = wire(new FifoLink(process), 'link', process.network());
      const counting = new Counting(process);
      counting.setId('counting');
      counting.setSender(link);
      counting.launch();
    },
    emit: (record) => records.push(record),
  });
  new Faults({ simulator: system.simulator, n: 2, random: system.random }, faults).attach(system.processes);
  await system.run({ until: 20 });
  const got = records.flatMap((record) => (record.type === 'log' ? [`p${record.process} ${record.text}`] : []));
  const counts = system.processes.map(({ programMessages }) => programMessages.count);
  return { got, counts, ids: system.processes.flatMap(({ programIds }) => programIds) };
}

test('a process omits the messages of its programs, except those of some numbers', async () => {
  const { got, counts, ids } = await run([{ kind: 'omit', at: 0, process: 0, except: [2, 5] }]);
  // The link below never sees the others, so it does not wait for them.
  expect(got.filter((text) => text.startsWith('p1'))).toEqual(['p1 got 2', 'p1 got 5']);
  expect(got.filter((text) => text.startsWith('p0'))).toHaveLength(5);
  expect([counts, ids]).toEqual([
    [5, 5],
    ['counting', 'counting'],
  ]);
});

test('messages before the omission begins are sent', async () => {
  const { got } = await run([{ kind: 'omit', at: 2.5, process: 0, except: [] }]);
  expect(got.filter((text) => text.startsWith('p1'))).toEqual(['p1 got 1', 'p1 got 2', 'p1 got 3']);
});

test('rejects numbers that no message has, and two omissions of one process', () => {
  const omit = { kind: 'omit', at: 0, process: 0 };
  expect(problemsOfFaults([{ ...omit, except: [0] }], 2)).toEqual([
    'faults[0].except[0]: expected an integer from 1 on, got 0',
  ]);
  expect(
    problemsOfFaults(
      [
        { ...omit, except: [1] },
        { ...omit, except: [2] },
      ],
      2,
    ),
  ).toEqual(['faults[1].process: expected a process other than that of faults[0], got 0']);
  expect(problemsOfFaults([omit], 2)).toEqual(['faults[0].except: expected a list, got nothing']);
});
