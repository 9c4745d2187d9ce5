/** Plain data of YAML or JSON, which other code interprets. */
import { isEmpty, oneOf, type Raw } from './raw.js';
import { type Codec, decimal } from './codec.js';

export function plainData(raw: Raw): unknown {
  switch (raw.kind) {
    case 'list':
      return raw.items.map(plainData);
    case 'map': {
      // Without a prototype, any name in a file is an ordinary member.
      const record = Object.create(null) as Record<string, unknown>;
      for (const { key, value } of raw.members) record[key] = plainData(value);
      return record;
    }
    default: {
      const one = oneOf(raw);
      if (one === undefined) return undefined;
      if (one.isQuoted) return one.text;
      if (isEmpty(one)) return null;
      const lower = one.text.toLowerCase();
      return lower === 'true' || lower === 'false' ? lower === 'true' : (decimal(one) ?? one.text);
    }
  }
}

export const data: Codec<unknown> = {
  read: (raw) => plainData(raw),
  print: (value) => JSON.stringify(value),
  expects: () => 'any data',
  schema: () => ({}),
};
