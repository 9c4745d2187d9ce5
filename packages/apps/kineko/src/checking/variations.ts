import { type Variation, VARIATIONS } from '@kineko/lab';
import { UsageError } from '@kineko/run/console';

export function readVariations(text: string): ReadonlySet<Variation> {
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !VARIATIONS.some((each) => each === word));
  if (wrong !== undefined)
    throw new UsageError(`--vary ${text}: '${wrong}' is nothing to vary; there are ${VARIATIONS.join(', ')}`);
  return new Set(words as Variation[]);
}
