/** Damaged datagrams by the million: none moves a robot, each is answered, and memory does not grow. */
import process from 'node:process';
import { openHandler } from '../src/node/server.js';
import { Random, type RandomStream } from '@kineko/kernel';
import { wallClock } from '@kineko/server';
import type { Soak } from '@kineko/tools/soak/soak';
import { scenarioOf } from '../test/kit.js';
import { chirpAt } from '../test/scenes.js';

const COUNT = 1_000_000;
const SOUND = ['0 setspeed 10 -10', '1 getsensors light', '0 sendmessage hello', '1 getmessages', '0 subscribe'];

export const soaks: readonly Soak[] = [
  {
    name: 'damaged datagrams at the port of Chirp',
    seeds: 10,
    run: async (seed: number) => {
      const stream = new Random(seed).stream('datagrams');
      const world = { children: [chirpAt(0, 0, 0), chirpAt(1, 30, 0)] };
      const { run, handler } = await openHandler(scenarioOf(world), {
        seed,
        clock: wallClock,
        limits: { burst: Infinity, perSecond: Infinity },
      });
      let [answers, fine] = [0, 0];
      const caller = {
        key: 'soak:1',
        send: (text: string) => {
          answers++;
          if (!text.startsWith('error ')) fine++;
        },
      };
      const before = run.world.poseOf(0);
      const rss = (): number => process.memoryUsage().rss;
      let middle = 0;
      for (let i = 0; i < COUNT; i++) {
        handler.receive(damaged(stream), caller);
        if (i === COUNT / 2) middle = rss();
      }
      const after = run.world.poseOf(0);
      if (answers !== COUNT || fine > 0)
        throw new Error(`seed ${seed}: ${answers} answers, ${fine} of them without an error`);
      if (before.x !== after.x || run.summary().motionRequests > 0) throw new Error(`seed ${seed}: a robot moved`);
      if (rss() > 1.5 * middle) throw new Error(`seed ${seed}: the memory grew from ${middle} to ${rss()} bytes`);
      return { sums: { datagrams: COUNT, answers } };
    },
  },
];

/** Contains at least one byte that no request may have, or random bytes with an invalid first one. */
function damaged(stream: RandomStream): Uint8Array {
  if (stream.uniform() < 0.3) {
    const bytes = Uint8Array.from({ length: stream.integer(0, 700) }, () => stream.integer(0, 255));
    bytes[0] = stream.integer(0x80, 0xff);
    return bytes;
  }
  const bytes = new TextEncoder().encode(SOUND[stream.integer(0, SOUND.length - 1)]);
  // Not at the end, where line ends are allowed.
  bytes[stream.integer(0, bytes.length - 2)] = stream.integer(0, 0x1f);
  return bytes;
}
