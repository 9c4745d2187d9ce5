import { expect, test } from '@jest/globals';
import { broadcastRun, differentOrder, manyRuns, missing, TOP } from '../../test/broadcast-run.js';
import { smallSystem } from '../../test/small-system.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import type { NekoRecord } from '../records.js';
import type { Post } from './broadcast-layer.js';
import { FifoLink } from './fifo-link.js';
import { LamportBroadcast } from './lamport-broadcast.js';
import { wire } from './wire.js';

const bare = (process: NekoProcess): Sender => wire(new LamportBroadcast(process), TOP, process.network());
const overFifo = (process: NekoProcess): Sender =>
  wire(new LamportBroadcast(process), TOP, wire(new FifoLink(process), 'fifo', process.network()));

test('over_a_network_that_reorders_the_order_breaks_and_holds_with_the_fifo_link', async () => {
  const broken = await manyRuns(40, () => ({ n: 3, stack: bare }), [differentOrder]);
  expect(broken.violations.length).toBeGreaterThan(0);
  const whole = await manyRuns(40, () => ({ n: 3, stack: overFifo }), [differentOrder, missing]);
  expect(whole.violations).toEqual([]);
});

test('over_a_fifo_network_it_needs_no_fifo_link', async () => {
  const { violations } = await manyRuns(40, () => ({ n: 3, stack: bare, network: { isFifo: true } }), [
    differentOrder,
    missing,
  ]);
  expect(violations).toEqual([]);
});

/** The logical times of messages sent through the FIFO links: of all messages by sender, and of broadcasts by id. */
function logicalTimes(records: readonly NekoRecord[], n: number) {
  const lastWord = Array.from({ length: n }, () => 0);
  const ofMessage = new Map<string, number>();
  for (const record of records) {
    if (record.type !== 'send' || record.protocol !== 'fifo') continue;
    const { inner } = record.content as { inner: { content: { time: number; post?: Post } } };
    const { time, post } = inner.content;
    lastWord[record.process] = time;
    if (post !== undefined) ofMessage.set(`${post.origin};${post.number}`, time);
  }
  return { lastWord, ofMessage };
}

test('after_a_crash_exactly_the_messages_later_than_the_last_one_of_the_crashed_process_are_not_delivered', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const run = await broadcastRun({ n: 3, seed, stack: overFifo, broadcasts: 10, crashes: { 2: 4 } });
    expect(run.stoppedBy).toBe('empty');
    const { lastWord, ofMessage } = logicalTimes(run.records, run.n);
    const inTime = [...ofMessage].filter(([, time]) => time <= lastWord[2]!).map(([id]) => id);
    expect(inTime.length).toBeGreaterThan(0);
    expect(inTime.length).toBeLessThan(ofMessage.size);
    for (const process of [0, 1]) expect(new Set(run.deliveries[process])).toEqual(new Set(inTime));
  }
});

/** Sends one text to all. */
class Once extends Protocol<{ SAY: string }> {
  readonly heard: string[] = [];
  protected readonly handlers = {
    SAY: (text: string) => void this.heard.push(`${this.process.now} ${text}`),
  };
  say(text: string, to: readonly number[] = this.process.all): void {
    this.sendTo(to, 'SAY', text);
  }
}

test.each([
  [0, '2 hello', 2],
  [5, '7 hello', 2],
])('with a delta of %p the answer is empty, and comes so much later', async (delta, heard, empty) => {
  const tops: Once[] = [];
  const { system, recordsOf } = smallSystem(3, (process) => {
    const top = wire(new Once(process), 'once', wire(new LamportBroadcast(process, { delta }), TOP, process.network()));
    tops.push(top);
    if (process.id === 0) top.say('hello');
  });
  await system.run();
  expect(tops.map((top) => top.heard)).toEqual([[heard], [heard], [heard]]);
  const types = recordsOf('send').map(({ messageType, process }) => `p${process} ${messageType}`);
  expect(types).toEqual(['p0 NEW_MSG', 'p1 EMPTY_MSG', 'p2 EMPTY_MSG']);
  expect(types.filter((type) => type.endsWith('EMPTY_MSG'))).toHaveLength(empty);
});

test('within_delta_a_message_of_its_own_takes_the_place_of_the_empty_one', async () => {
  const { system, recordsOf } = smallSystem(2, (process) => {
    const top = wire(
      new Once(process),
      'once',
      wire(new LamportBroadcast(process, { delta: 5 }), TOP, process.network()),
    );
    if (process.id === 0) top.say('hello');
    else process.timer(() => top.say('me too')).schedule(3);
  });
  await system.run();
  expect(recordsOf('send').map(({ messageType }) => messageType)).toEqual(['NEW_MSG', 'NEW_MSG', 'EMPTY_MSG']);
});

test('a_process_that_has_sent_a_later_message_need_not_answer', async () => {
  const { system, recordsOf } = smallSystem(3, (process) => {
    const top = wire(new Once(process), 'once', wire(new LamportBroadcast(process), TOP, process.network()));
    top.say('at once');
  });
  await system.run();
  expect(recordsOf('send').map(({ messageType }) => messageType)).toEqual(['NEW_MSG', 'NEW_MSG', 'NEW_MSG']);
  expect(recordsOf('protocolEvent').filter(({ event }) => event === 'deliver')).toHaveLength(9);
});

test('messages_for_others_are_ordered_but_not_passed_up', async () => {
  const tops: Once[] = [];
  const { system, recordsOf } = smallSystem(3, (process) => {
    const top = wire(new Once(process), 'once', wire(new LamportBroadcast(process), TOP, process.network()));
    tops.push(top);
    if (process.id === 0) top.say('psst', [2]);
  });
  await system.run();
  expect(tops.map(({ heard }) => heard.length)).toEqual([0, 0, 1]);
  const notes = recordsOf('protocolEvent').map(({ event, process }) => `${event} p${process}`);
  expect(notes).toEqual(['broadcast p0', 'deliver p0', 'deliver p1', 'deliver p2']);
});

test('a_delta_that_is_no_time_is_refused', async () => {
  const { system } = smallSystem(1, (process) => void new LamportBroadcast(process, { delta: -1 }));
  await expect(system.run()).rejects.toThrow(
    'p0, LamportBroadcast: delta: expected a number of seconds, 0 or more, got -1',
  );
});
