/** Small runs of moving robots and of processes that exchange messages, with all their records. */
import type { TraceRecord } from '@kineko/formats/trace';
import { EventClass, Random, Simulator } from '@kineko/kernel';
import {
  DuplicationChannel,
  FifoChannel,
  LamportBroadcast,
  LossChannel,
  NekoSystem,
  RandomChannel,
  SimNetwork,
  type Traffic,
  wire,
} from '@kineko/neko';
import { World } from '@kineko/world';

export interface SmallRun {
  readonly records: readonly TraceRecord[];
  readonly world: World;
  readonly traffic: Traffic;
}

const SECONDS = 120;

/** Robots in a walled area that start another motion whenever one ends; each is a process that pings two others. */
export async function smallRun(robots: number, seed: number): Promise<SmallRun> {
  const records: TraceRecord[] = [];
  const emit = (record: TraceRecord): void => void records.push(record);
  const simulator = new Simulator();
  const random = new Random(seed);
  const area = { minX: 0, minY: 0, maxX: 40, maxY: 30 };
  const ids = Array.from({ length: robots }, (_, id) => id);
  const world = new World(
    { area, walled: true, robots: ids.map((id) => ({ id, radius: 1 })) },
    { simulator, random, emit },
  );
  const system = new NekoSystem({
    n: robots,
    simulator,
    random,
    emit,
    networks: (host) => {
      const lossy = new LossChannel(host, new RandomChannel(host), { probability: 0.1 });
      return [new SimNetwork(host, new DuplicationChannel(host, lossy, { probability: 0.1, delay: 1 }))];
    },
    initializer: (process) => process.dispatcher.register('app', { deliver: () => {} }),
  });
  for (const id of ids) wander(world, id, random, simulator);
  for (let second = 0; second < SECONDS - 20; second++) {
    const at = { class: EventClass.WakeUp, low: 0, high: 0, describe: () => 'a ping' };
    const to = [(second + 1) % robots, (second + 2) % robots];
    const ping = { to, protocol: 'app', type: 'PING', content: null };
    simulator.schedule(second, {
      ...at,
      run: () =>
        system
          .process(second % robots)
          .network()
          .send(ping),
    });
  }
  await simulator.run({ until: SECONDS });
  const { traffic } = system.networks[0] as SimNetwork;
  return { records, world, traffic };
}

function wander(world: World, id: number, random: Random, simulator: Simulator): void {
  const stream = random.stream(`wanderer ${id}`);
  const next = (): void => {
    const speed = 0.5 + stream.uniform();
    if (stream.uniform() < 0.3) {
      world.motions.request(id, { kind: 'arc', speed, turnRate: stream.uniform() - 0.5, duration: 3 }, later);
    } else {
      const [x, y] = [2 + 36 * stream.uniform(), 2 + 26 * stream.uniform()];
      world.motions.request(id, { kind: 'moveTo', x, y, speed, turnRate: 1 }, later);
    }
  };
  // Starts the next motion later, so that no robot pushes at this instant.
  const later = (): void => {
    const at = { class: EventClass.WakeUp, low: id, high: id, describe: () => 'the next motion' };
    simulator.schedule(simulator.now + 0.1 + stream.uniform(), { ...at, run: next });
  };
  next();
}

/** Five processes that broadcast with Lamport's algorithm, over a FIFO network or one that reorders messages. */
export async function broadcastRun(isFifo: boolean): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  const stacks: LamportBroadcast[] = [];
  const system = new NekoSystem({
    n: 5,
    seed: 4,
    emit: (record) => void records.push(record),
    networks: (host) => [
      new SimNetwork(host, isFifo ? new FifoChannel(host, new RandomChannel(host)) : new RandomChannel(host)),
    ],
    initializer: (process) => {
      process.dispatcher.register('application', { deliver: () => {} });
      stacks.push(wire(new LamportBroadcast(process), 'abcast', process.network()));
    },
  });
  for (let second = 1; second <= 20; second++) {
    await system.run({ until: second });
    for (const stack of stacks)
      stack.send({ to: [0, 1, 2, 3, 4], protocol: 'application', type: 'M', content: second });
  }
  await system.run();
  return records;
}

/** The run as a Neko log shows it: no legs, no partners, three decimals. */
export function asLogged(records: readonly TraceRecord[]): TraceRecord[] {
  const untold = new Set(['world', 'robot', 'obstacle', 'leg', 'touch', 'release']);
  return records.filter(({ type }) => !untold.has(type)).map((record) => rounded(record));
}

function rounded(record: TraceRecord): TraceRecord {
  const entries = Object.entries(record).filter(([key]) => key !== 'with');
  const cut = entries.map(([key, value]) => [key, typeof value === 'number' ? Math.round(value * 1000) / 1000 : value]);
  return Object.fromEntries(cut) as TraceRecord;
}
