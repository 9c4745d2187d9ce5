/** Plain data of YAML or JSON, which other code interprets. */
import { isEmpty, oneOf, type Raw } from './raw.js';
import { type Codec, decimal } from './codec.js';

/** Has no prototype, so that any name in a file is an ordinary member. */
export function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

export function plainData(raw: Raw): unknown {
  switch (raw.kind) {
    case 'list':
      return raw.items.map(plainData);
    case 'map': {
      const record = emptyRecord();
      for (const { name, value } of raw.members) record[name] = plainData(value);
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
