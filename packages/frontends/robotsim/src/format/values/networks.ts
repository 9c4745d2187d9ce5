/** Values for networks: the capacity of a link, and which processes are neighbours. */
import { type Codec, decimal, escapedItem, oneOf } from '@kineko/run/settings';

/** Capacity of each link. */
export type Bandwidth = { readonly bytesPerSecond: number } | { readonly messagesPerSecond: number };

const BANDWIDTH = /^(\S+?)\s*(bytes|messages)?(?:\/s)?$/;

export const bandwidth: Codec<Bandwidth> = {
  read(raw, row, reader) {
    const text = oneOf(raw);
    const [, amount = '', unit = 'bytes'] = text?.text.match(BANDWIDTH) ?? [];
    const value = text && decimal({ ...text, text: amount });
    if (value === undefined || value <= 0) return reader.misfit(raw, this.expects(row));
    return unit === 'bytes' ? { bytesPerSecond: value } : { messagesPerSecond: value };
  },
  print: (value) =>
    'bytesPerSecond' in value ? `${value.bytesPerSecond} bytes/s` : `${value.messagesPerSecond} messages/s`,
  expects: () => 'a number above 0 with its unit, such as 1000 bytes/s or 20 messages/s',
  schema: () => ({
    anyOf: [
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'string', pattern: '^\\S+\\s*(bytes|messages)?(/s)?$' },
    ],
  }),
};

export type TopologyChoice =
  | { readonly kind: 'clique' }
  | { readonly kind: 'ring' }
  | { readonly kind: 'grid'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'random'; readonly probability: number }
  | { readonly kind: 'file'; readonly file: string };

const GRID = /^grid\s+(\d{1,5})\s*[x×]\s*(\d{1,5})$/i;
const RANDOM = /^random\s+(\S+)$/i;

export const topology: Codec<TopologyChoice> = {
  read(raw, row, reader) {
    const one = oneOf(raw);
    return (one === undefined ? undefined : topologyOf(one.text)) ?? reader.misfit(raw, this.expects(row));
  },
  print(value) {
    switch (value.kind) {
      case 'grid':
        return `grid ${value.rows}x${value.columns}`;
      case 'random':
        return `random ${value.probability}`;
      case 'file':
        return escapedItem(value.file);
      default:
        return value.kind;
    }
  },
  expects: () => 'clique, ring, grid 3x4 (rows and columns), random 0.2 (probability of a link) or the name of a file',
  schema: () => ({
    anyOf: [{ enum: ['clique', 'ring'] }, { type: 'string', pattern: '^(grid \\d+x\\d+|random \\S+|.*[./].*)$' }],
  }),
};

function topologyOf(text: string): TopologyChoice | undefined {
  const plain = text.toLowerCase();
  if (plain === 'clique' || plain === 'ring') return { kind: plain };
  const [rows, columns] = GRID.exec(text)?.slice(1).map(Number) ?? [];
  if (rows !== undefined && columns !== undefined) {
    return rows * columns > 0 ? { kind: 'grid', rows, columns } : undefined;
  }
  const [, given] = RANDOM.exec(text) ?? [];
  if (given !== undefined) {
    const probability = /^[\d.eE+-]+$/.test(given) ? Number(given) : NaN;
    return probability >= 0 && probability <= 1 ? { kind: 'random', probability } : undefined;
  }
  // A text without a dot or a slash is a misspelt word, not the name of a file.
  return /[./\\]/.test(text) && text.trim() === text ? { kind: 'file', file: text } : undefined;
}
