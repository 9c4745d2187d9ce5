/** Controllers under load, in a separate process: each sets its speeds and gets its sensors, over and over. */
import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Random } from '@kineko/kernel';

const SILENCE_MS = 30_000;

export interface Load {
  readonly port: number;
  readonly robots: number;
  /** Milliseconds between two rounds of a controller; 0 for none. */
  readonly everyMs: number;
  /** The end: after some time, or some rounds. */
  readonly seconds?: number;
  readonly rounds?: number;
  /** Seconds at the beginning whose answers are not measured: the controllers start, and are compiled. */
  readonly warmUpSeconds?: number;
}

export interface Answers {
  readonly asked: number;
  readonly latenciesMs: readonly number[];
}

/** Starts the controllers; resolves when they have ended. */
export async function answersTo(load: Load): Promise<Answers> {
  const clients = fork(fileURLToPath(import.meta.url), ['controllers']);
  clients.send(load);
  const [answers] = (await once(clients, 'message')) as [Answers];
  return answers;
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** Each controller sends a request, waits for the answer, and then for its next round. */
async function beControllers(): Promise<void> {
  const [load] = (await once(process, 'message')) as [Load];
  const { port, robots, everyMs, seconds = Infinity, rounds = Infinity, warmUpSeconds = 0 } = load;
  let asked = 0;
  const latenciesMs: number[] = [];
  let lastAnswer = performance.now();
  /** Resolves when no answer has arrived for a long time: a controller whose answer was lost waits forever. */
  const silence = async (): Promise<void> => {
    while (performance.now() - lastAnswer < SILENCE_MS) await sleep(1000);
  };
  const measuredFrom = performance.now() + warmUpSeconds * 1000;
  const end = measuredFrom + seconds * 1000;
  const stream = new Random(2).stream('speeds');
  const controller = async (robot: number): Promise<void> => {
    const socket = createSocket('udp4');
    // A listener and a timeout for each request would keep the controllers busier than the server.
    let answered = (): void => {};
    socket.on('message', () => answered());
    const ask = async (text: string): Promise<void> => {
      asked++;
      const start = performance.now();
      socket.send(text, port, '127.0.0.1');
      await new Promise<void>((resolve) => (answered = resolve));
      lastAnswer = performance.now();
      if (start >= measuredFrom) latenciesMs.push(lastAnswer - start);
    };
    // At a fixed rate: each round counted from the one before, delays would add up until all controllers ask at the same time.
    let next = performance.now() + (everyMs * robot) / robots;
    for (let done = 0; done < rounds && performance.now() < end; done++) {
      const wait = next - performance.now();
      if (wait > 0) await sleep(wait);
      next += everyMs;
      await ask(`${robot} setspeed ${stream.integer(-10, 30)} ${stream.integer(-10, 30)}`);
      await ask(`${robot} getsensors`);
    }
    socket.close();
  };
  const all = Promise.all(Array.from({ length: robots }, (_, robot) => controller(robot)));
  await Promise.race([all, silence()]);
  const answers: Answers = { asked, latenciesMs };
  process.send!(answers, () => process.exit(0));
}

if (process.argv[2] === 'controllers') await beControllers();
