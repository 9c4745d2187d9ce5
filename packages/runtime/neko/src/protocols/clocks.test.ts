import { expect, test } from '@jest/globals';
import { HostileNetwork } from '../../test/hostile-network.js';
import { Protocol } from '../protocol.js';
import { NekoSystem } from '../system.js';
import { LamportClock, LamportClockLayer } from './lamport-clock.js';
import { compareVectorTimes, VectorClock, VectorClockLayer, type VectorTime } from './vector-clock.js';
import { wire } from './wire.js';

test('a_logical_clock_advances_with_events_and_never_falls_behind_received_times', () => {
  const clock = new LamportClock();
  expect([clock.time, clock.tick(), clock.tick(), clock.witness(7), clock.witness(3), clock.time]).toEqual([
    0, 1, 2, 8, 9, 9,
  ]);
});

test('a_vector_clock_knows_how_much_it_knows_of_everyone', () => {
  const [a, b] = [new VectorClock(2, 0), new VectorClock(2, 1)];
  const sent = a.tick();
  const alone = b.tick();
  expect(compareVectorTimes(sent, alone)).toBe('concurrent');
  const received = b.witness(sent);
  expect(received).toEqual([1, 2]);
  expect(sent).toEqual([1, 0]);
  expect(compareVectorTimes(sent, received)).toBe('before');
  expect(compareVectorTimes(received, alone)).toBe('after');
  expect(compareVectorTimes(received, b.time)).toBe('equal');
  expect(() => compareVectorTimes([1], [1, 2])).toThrow('vector times of 1 and of 2 processes cannot be compared');
});

/** An event with its times and the events that may have caused it. */
interface Happening {
  readonly name: string;
  readonly past: ReadonlySet<string>;
  readonly lamport: number;
  readonly vector: VectorTime;
}

/** Gossips, and keeps the whole past of each of its events by their names. */
class Gossip extends Protocol<{ GOSSIP: { readonly past: string[]; readonly left: number } }> {
  private past: string[] = [];
  private events = 0;
  protected readonly handlers = {
    GOSSIP: ({ past, left }: { readonly past: string[]; readonly left: number }) => this.handleGossip(past, left),
  };

  constructor(
    private readonly lamport: LamportClockLayer,
    private readonly vector: VectorClockLayer,
    private readonly log: Happening[],
  ) {
    super(lamport.process);
  }

  tell(left: number): void {
    const name = `${this.process.id}.${this.events++}`;
    this.sendTo([this.randomStream.integer(0, this.process.n - 1)], 'GOSSIP', { past: [...this.past, name], left });
    this.keep(name);
  }

  private handleGossip(past: readonly string[], left: number): void {
    this.past = [...new Set([...this.past, ...past])];
    this.keep(`${this.process.id}.${this.events++}`);
    if (left > 0) this.tell(left - 1);
  }

  /** Both clocks have just run: the lower layer's at the sending or delivery of the upper one's message. */
  private keep(name: string): void {
    this.log.push({ name, past: new Set(this.past), lamport: this.lamport.time, vector: this.vector.time });
    this.past.push(name);
  }
}

function isWrong(a: Happening, b: Happening): boolean {
  const isCause = b.past.has(a.name);
  return (isCause && a.lamport >= b.lamport) || (compareVectorTimes(a.vector, b.vector) === 'before') !== isCause;
}

test('the_clocks_capture_causality', async () => {
  for (let seed = 0; seed < 10; seed++) {
    const log: Happening[] = [];
    const system = new NekoSystem({
      n: 3,
      seed,
      networks: (host) => [new HostileNetwork(host, {})],
      initializer: (process) => {
        const lamport = wire(new LamportClockLayer(process), 'lamport', process.network());
        const vector = wire(new VectorClockLayer(process), 'vector', lamport);
        const gossip = wire(new Gossip(lamport, vector, log), 'gossip', vector);
        gossip.tell(6);
        process.timer(() => gossip.tell(6)).schedule(1);
      },
    });
    await system.run();
    expect(log.length).toBeGreaterThan(60);
    const wrong = log.flatMap((a) => log.filter((b) => isWrong(a, b)).map((b) => `${a.name} and ${b.name}`));
    expect(wrong).toEqual([]);
  }
});
