import { expect, test } from '@jest/globals';
import { HostileNetwork } from '../../test/hostile-network.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import type { NekoRecord } from '../records.js';
import { NekoSystem } from '../system.js';
import { FifoLink } from './fifo-link.js';
import { type GlobalSnapshot, Snapshot } from './snapshot.js';
import { wire } from './wire.js';

const START = 100;

/** Transfers money between processes, also to itself: the total amount, including money under way, is constant. */
class Bank extends Protocol<{ PAY: { readonly amount: number } }> {
  readonly account = { money: START, receipts: [] as number[] };
  protected readonly handlers = {
    PAY: ({ amount }: { readonly amount: number }) => this.handlePay(amount),
  };

  trade(times: number): void {
    const timer = this.process.timer(() => {
      const amount = this.randomStream.integer(0, 10);
      this.account.money -= amount;
      this.sendTo([this.randomStream.integer(0, this.process.n - 1)], 'PAY', { amount });
      if (--times > 0) timer.schedule(this.randomStream.exponential(0.3));
    });
    timer.schedule(0);
  }

  private handlePay(amount: number): void {
    this.account.money += amount;
    this.account.receipts.push(amount);
  }
}

const fifo = (process: NekoProcess): Sender => wire(new FifoLink(process), 'fifo', process.network());

function systemOf(n: number, seed: number, below: (process: NekoProcess) => Sender) {
  const records: NekoRecord[] = [];
  const taken: GlobalSnapshot[] = [];
  const system = new NekoSystem({
    n,
    seed,
    networks: (host) => [new HostileNetwork(host, {})],
    initializer: (process) => {
      const snapshot = new Snapshot(process);
      const bank = new Bank(process);
      snapshot.setRecorder(() => bank.account);
      snapshot.onSnapshot((whole) => taken.push(whole));
      wire(bank, 'bank', wire(snapshot, 'snapshot', below(process)));
      bank.trade(30);
      // Two at about the same time, and a later one of the first process.
      if (process.id <= 1) process.timer(() => void snapshot.start()).schedule(3);
      if (process.id === 0) process.timer(() => void snapshot.start()).schedule(5);
    },
    emit: (record) => void records.push(record),
  });
  return { system, records, taken };
}

function moneyIn({ processes }: GlobalSnapshot): number {
  const here = processes.map(({ state }) => (state as Bank['account']).money);
  const underWay = processes.flatMap(({ channels }) =>
    channels.flatMap(({ messages }) => messages.map(({ content }) => (content as { amount: number }).amount)),
  );
  return [...here, ...underWay].reduce((sum, amount) => sum + amount, 0);
}

test('all_the_money_is_in_every_snapshot', async () => {
  let underWay = 0;
  for (let seed = 0; seed < 60; seed++) {
    const n = 2 + (seed % 3);
    const { system, taken } = systemOf(n, seed, fifo);
    await system.run();
    expect(taken.map(({ id }) => id).sort()).toEqual(['0;0', '0;1', '1;0']);
    expect(taken.map(moneyIn)).toEqual(taken.map(() => n * START));
    underWay += taken.flatMap(({ processes }) =>
      processes.flatMap(({ channels }) => channels.flatMap((c) => c.messages)),
    ).length;
  }
  expect(underWay).toBeGreaterThan(100);
});

test('without_fifo_channels_money_is_lost_or_made', async () => {
  let wrong = 0;
  for (let seed = 0; seed < 20; seed++) {
    const { system, taken } = systemOf(3, seed, (process) => process.network());
    await system.run();
    wrong += taken.filter((snapshot) => moneyIn(snapshot) !== 3 * START).length;
  }
  expect(wrong).toBeGreaterThan(0);
});

test('the_parts_are_on_record_and_the_application_keeps_its_own_state', async () => {
  const { system, records, taken } = systemOf(3, 1, fifo);
  await system.run();
  const parts = records.flatMap((record) =>
    record.type === 'protocolEvent' && record.event === 'snapshot' ? [record] : [],
  );
  expect(parts).toHaveLength(9);
  const { id, processes } = taken[0]!;
  const ofFirst = parts.filter(({ value }) => (value as { id: string }).id === id);
  const byProcess = [...ofFirst].sort((a, b) => a.process - b.process).map(({ value }) => value);
  expect(byProcess).toEqual(processes.map((part) => ({ id, ...part })));
});

test('the_same_seed_gives_the_same_run', async () => {
  const [first, second] = [systemOf(3, 4, fifo), systemOf(3, 4, fifo)];
  await first.system.run();
  await second.system.run();
  expect(second.records).toEqual(first.records);
});

test('the_recorder_must_be_set', async () => {
  const system = new NekoSystem({
    n: 1,
    networks: (host) => [new HostileNetwork(host, {})],
    initializer: (process) => void wire(new Snapshot(process), 'snapshot', process.network()),
  });
  await expect(system.run()).rejects.toThrow(
    "p0, protocol 'snapshot' (Snapshot): it has no recorder; call setRecorder before launch",
  );
});
