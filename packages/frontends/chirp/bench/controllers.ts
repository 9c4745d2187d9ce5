/** Controllers under load, in a separate process: each sets its speeds and gets its sensors, over and over. */
import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Random } from '@kineko/kernel';

export interface Load {
  readonly port: number;
  readonly robots: number;
  /** Milliseconds between two rounds of a controller; 0 for none. */
  readonly everyMs: number;
  /** The end: after some time, or some rounds. */
  readonly seconds?: number;
  readonly rounds?: number;
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
  const [{ port, robots, everyMs, seconds = Infinity, rounds = Infinity }] = (await once(process, 'message')) as [Load];
  let asked = 0;
  const latenciesMs: number[] = [];
  const end = performance.now() + seconds * 1000;
  const stream = new Random(2).stream('speeds');
  const controller = async (robot: number): Promise<void> => {
    const socket = createSocket('udp4');
    const ask = async (text: string): Promise<void> => {
      asked++;
      const start = performance.now();
      socket.send(text, port, '127.0.0.1');
      await once(socket, 'message', { signal: AbortSignal.timeout(30_000) });
      latenciesMs.push(performance.now() - start);
    };
    await sleep((everyMs * robot) / robots);
    for (let done = 0; done < rounds && performance.now() < end; done++) {
      const next = performance.now() + everyMs;
      try {
        await ask(`${robot} setspeed ${stream.integer(-10, 30)} ${stream.integer(-10, 30)}`);
        await ask(`${robot} getsensors`);
      } catch {
        break;
      }
      const wait = next - performance.now();
      if (wait > 0) await sleep(wait);
    }
    socket.close();
  };
  await Promise.all(Array.from({ length: robots }, (_, robot) => controller(robot)));
  const answers: Answers = { asked, latenciesMs };
  process.send!(answers, () => process.exit(0));
}

if (process.argv[2] === 'controllers') await beControllers();
