import { Random } from '@kineko/kernel';

const COUNT = 1 << 16;

/**
 * Exponential delays with mean 1, drawn beforehand, so that all alternatives use the same numbers and none pays for drawing
 * them.
 */
const drawn = Float64Array.from({ length: COUNT }, drawing());

export function delays(): (id: number) => number {
  let next = 0;
  return (id) => drawn[(id + next++) & (COUNT - 1)]!;
}

function drawing(): () => number {
  const stream = new Random(1).stream('delays');
  return () => stream.exponential();
}
