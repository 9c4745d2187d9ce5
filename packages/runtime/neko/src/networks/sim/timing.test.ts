/** Costs of sending and receiving, and partial synchrony. */
import { describe, expect, test } from '@jest/globals';
import { smallSystem } from '../../../test/small-system.js';
import { Raft } from '../../protocols/raft.js';
import { Protocol } from '../../protocol.js';
import { wire } from '../../protocols/wire.js';
import { BasicChannel } from './basic.js';
import { PartiallySynchronousChannel } from './partially-synchronous.js';

class Sends extends Protocol<{ X: number }> {
  protected readonly handlers = { X: () => {} };

  toAll(content: number): void {
    this.sendTo(this.process.others, 'X', content);
  }
}

describe('a basic network with costs', () => {
  test('sends copies one after the other, and receives them one after the other', async () => {
    const { system, recordsOf } = smallSystem(
      4,
      (process) => {
        const sends = wire(new Sends(process), 'x', process.network());
        if (process.id < 2) sends.toAll(0);
      },
      (host) => new BasicChannel(host, { lambda: 10, sendCost: 1, receiveCost: 2 }),
    );
    await system.run();
    // The copies to p2 and p3 leave at 2 and 3 at both; the receiver serves one for 2 s, then the other.
    expect(recordsOf('deliver').map(({ time, process, from }) => [time, process, from])).toEqual([
      [13, 0, 1],
      [13, 1, 0],
      [14, 2, 0],
      [15, 3, 0],
      [16, 2, 1],
      [17, 3, 1],
    ]);
  });

  /** From the first election to the last process that follows the leader, for λ = 10. */
  async function electionOf(n: number): Promise<number> {
    const { system, records } = smallSystem(
      n,
      (process) => {
        const electionTimeout = process.id === 0 ? 100 : 10_000;
        wire(new Raft(process, { electionTimeout, heartbeat: 1000 }), 'raft', process.network());
      },
      (host) => new BasicChannel(host, { lambda: 10, sendCost: 0.1, receiveCost: 0.1 }),
    );
    await system.run({ until: 1000 });
    const start = records.find((record) => record.type === 'send')!.time;
    const elects = records.filter((record) => record.type === 'protocolEvent' && record.event === 'elect');
    expect(elects).toHaveLength(n);
    return elects.at(-1)!.time - start;
  }

  test('makes an election of Raft take as much longer with n as reported for Neko: 132.1, 133.3 and 135.7', async () => {
    // 0.1 for each of n - 1 requests and n / 2 votes; three messages in a row take 10 each, 0.1 to send and 0.1 to receive.
    const [small, medium, large] = [await electionOf(8), await electionOf(16), await electionOf(32)];
    expect([small, medium, large].map((time) => time.toFixed(1))).toEqual(['31.5', '32.7', '35.1']);
    expect((medium - small).toFixed(6)).toBe((133.3 - 132.1).toFixed(6));
    expect((large - medium).toFixed(6)).toBe((135.7 - 133.3).toFixed(6));
  });
});

describe('a partially synchronous network', () => {
  test('delivers every copy by max(t, GST) + Δ, and before the GST at any time', async () => {
    const { system, recordsOf } = smallSystem(
      5,
      (process) => {
        const sends = wire(new Sends(process), 'x', process.network());
        process.timer(() => sends.toAll(process.now)).every(1);
      },
      (host) => new PartiallySynchronousChannel(host, { gst: 50, delta: 2, before: 20 }),
    );
    await system.run({ until: 100 });
    const delays = recordsOf('deliver').map(({ time, content }) => [content as number, time] as const);
    for (const [sent, time] of delays) expect(time).toBeLessThanOrEqual(Math.max(sent, 50) + 2);
    expect(delays.filter(([sent, time]) => sent < 30 && time - sent > 10).length).toBeGreaterThan(100);
  });

  test('rejects negative times', () => {
    const make = () =>
      smallSystem(
        1,
        () => {},
        (host) => new PartiallySynchronousChannel(host, { gst: -1 }),
      );
    expect(make).toThrow('the gst of a partially synchronous network: expected a number of seconds, 0 or more, got -1');
  });
});
