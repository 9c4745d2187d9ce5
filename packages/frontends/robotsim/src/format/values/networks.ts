/** Values of which only networks know: how much a link carries, and who is whose neighbour. */
import { type Codec, decimal, escapedItem, oneOf } from '@kineko/run/settings';

/** What each link carries in a second: bytes or messages. */
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
  expects: () => 'a number above 0 and what it counts, such as 1000 bytes/s or 20 messages/s',
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
  expects: () => 'clique, ring, grid 3x4 (rows and columns), random 0.2 (how likely a link is) or the name of a file',
  schema: () => ({
    anyOf: [{ enum: ['clique', 'ring'] }, { type: 'string', pattern: '^(grid \\d+x\\d+|random \\S+|.*[./].*)$' }],
  }),
};

function topologyOf(text: string): TopologyChoice | undefined {
  const plain = text.toLowerCase();
  if (plain === 'clique' || plain === 'ring') return { kind: plain };
  const [, rows, columns] = GRID.exec(text) ?? [];
  if (rows !== undefined) return Number(rows) * Number(columns) > 0 ? gridOf(Number(rows), Number(columns)) : undefined;
  const [, chance] = RANDOM.exec(text) ?? [];
  if (chance !== undefined) return randomOf(Number(/^[\d.eE+-]+$/.test(chance) ? chance : NaN));
  // Whatever else has no dot and no folder is a word that was meant to be one of these.
  return /[./\\]/.test(text) && text.trim() === text ? { kind: 'file', file: text } : undefined;
}

function gridOf(rows: number, columns: number): TopologyChoice {
  return { kind: 'grid', rows, columns };
}

function randomOf(probability: number): TopologyChoice | undefined {
  return probability >= 0 && probability <= 1 ? { kind: 'random', probability } : undefined;
}
