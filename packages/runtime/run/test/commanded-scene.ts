/**
 * A small simulation that takes commands: an engine with upkeep, processes, timers, an outside world. All times are on a
 * coarse grid, so that many events happen at the same instant, and every draw depends on all earlier events.
 */
import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import { type Engine, EventClass, type Task, Random, Signal, Simulator, SlotHeap, timeout } from '@kineko/kernel';
import { CommandPort } from '@kineko/run';

export interface SceneOptions {
  readonly seed: number;
  /** Seconds between two upkeep events of a slot, which must have no effect. */
  readonly upkeepEvery: number;
  /** Called while a task holds its turn and awaits the outside. */
  readonly whileOutside?: () => void;
}

export interface Scene {
  readonly simulator: Simulator;
  readonly port: CommandPort;
  readonly records: readonly TraceRecord[];
}

const MEMBERS = 3;
const GRID = 0.25;

export function commandedScene({ seed, upkeepEvery, whileOutside }: SceneOptions): Scene {
  const simulator = new Simulator();
  const random = new Random(seed);
  const records: TraceRecord[] = [];
  const emit = (record: TraceRecord): void => void records.push(record);
  const say = (process: number, text: string): void =>
    emit({ type: 'log', time: simulator.now, process, logger: 'scene', level: 'info', text });
  const pokes = Array.from({ length: MEMBERS }, (_, id) => new Signal<number>(`poke ${id}`));
  let sum = 0;

  const later = (id: number, eventClass: EventClass, steps: number, what: string): void => {
    const run = (): void => {
      sum = (sum * 31 + steps + id) % 1009;
      say(id, `${what} makes ${sum}`);
    };
    const event = { class: eventClass, low: id, high: id, run, describe: () => what };
    simulator.schedule(Math.ceil(simulator.now / GRID + steps) * GRID, event);
  };

  const port = new CommandPort(simulator, {
    check: (command) => (memberOf(command) < MEMBERS ? undefined : `there is no member ${memberOf(command)}`),
    ids: (command) => ({ low: memberOf(command), high: memberOf(command) }),
    emit,
    execute: (command, source, now) => {
      const id = memberOf(command);
      sum = (sum * 7 + id + 1) % 1009;
      say(id, `${source} at ${now} makes ${sum}`);
      pokes[id]!.fire(sum);
      if (sum % 3 === 0) later(id, EventClass.WakeUp, 0, 'an answer');
      if (sum % 3 === 1) later(id, EventClass.Delivery, 0, 'a delivery');
    },
  });

  simulator.attach(
    crowd(upkeepEvery, (slot, now) => {
      sum = (sum * 5 + slot) % 1009;
      say(slot, `slot at ${now} makes ${sum}`);
      if (sum % 4 === 0) later(slot, EventClass.Motion, 0, 'a motion');
    }),
  );

  for (let id = 0; id < MEMBERS; id++) simulator.spawn({ id }, (task) => member(task, id));
  async function member(task: Task, id: number): Promise<void> {
    const stream = random.stream(`member ${id}`);
    for (;;) {
      const seconds = Math.floor(stream.uniform() * 4) * GRID;
      const poked = await timeout(task.until(pokes[id]!), seconds);
      say(id, `continues, ${typeof poked === 'number' ? `poked by ${poked}` : 'in time'}`);
      if (stream.uniform() < 0.3) {
        await task.outside(
          Promise.resolve().then(() => {
            say(id, 'is outside');
            whileOutside?.();
          }),
        );
        say(id, `is back with ${sum}`);
      }
      if (stream.uniform() < 0.4) later(id, EventClass.WakeUp, Math.floor(stream.uniform() * 3), 'a timer');
      if (seconds === 0) await task.sleep(GRID);
    }
  }
  return { simulator, port, records };
}

function memberOf(command: TraceValue): number {
  return command as number;
}

/** Two slots, each with an event every half second, and upkeep in between. */
function crowd(upkeepEvery: number, event: (slot: number, now: number) => void): Engine {
  const queue = new SlotHeap();
  const nextEvent = [0.5, 0.75];
  const setNext = (slot: number, now: number): void => {
    const due = nextEvent[slot]!;
    if (now + upkeepEvery < due) queue.set(slot, now + upkeepEvery, EventClass.GridUpkeep);
    else queue.set(slot, due, EventClass.Motion);
  };
  const run = (slot: number, now: number): void => {
    if (queue.classOf(slot) === EventClass.Motion) {
      nextEvent[slot]! += 0.5;
      event(slot, now);
    }
    setNext(slot, now);
  };
  const upkeep: NonNullable<Engine['upkeep']> & { slot: number } = {
    time: new Float64Array(1),
    slot: 0,
    run: (now, limit) => {
      const time = queue.topTime();
      if (!(time > now && time < limit)) return false;
      upkeep.time[0] = time;
      upkeep.slot = queue.top();
      run(queue.top(), time);
      return true;
    },
  };
  setNext(0, 0);
  setNext(1, 0);
  return { queue, low: (slot) => slot, high: (slot) => slot, run, describe: (slot) => `slot ${slot}`, upkeep };
}
