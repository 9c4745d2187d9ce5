/** Twenty thousand experiments, assignments, properties and fault schedules a seed that are nearly right. */
import { Random } from '@kineko/kernel';
import type { Soak } from '@kineko/tools/soak/soak';
import { hostileText, INPUT_KINDS, type InputKind, readHostile } from '../test/hostile-inputs.js';

const TEXTS = 20_000;

function soakOf(kind: InputKind): Soak {
  return {
    name: `hostile inputs: ${kind}`,
    seeds: 5,
    run: async (seed) => {
      const stream = new Random(seed).stream(kind);
      let [valid, refused, slowest] = [0, 0, 0];
      for (let i = 0; i < TEXTS; i++) {
        const text = hostileText(kind, stream);
        const startMs = performance.now();
        try {
          if ((await readHostile(kind, text)) === 'valid') valid++;
          else refused++;
        } catch (cause) {
          throw new Error(`${JSON.stringify(text)}: ${cause instanceof Error ? cause.stack : String(cause)}`, {
            cause,
          });
        }
        slowest = Math.max(slowest, performance.now() - startMs);
      }
      return { sums: { texts: TEXTS, valid, refused }, most: { 'ms for one text': slowest } };
    },
  };
}

export const soaks: Soak[] = INPUT_KINDS.map(soakOf);
