/** Texts and names in the syntax of properties, where a comma ends an item, and lists of values. */
import { oneOf } from '@kineko/formats/problem';
import {
  type Codec,
  decimal,
  escapedItem,
  escapedText,
  isSame,
  itemsOf,
  MAX_NAME,
  name,
  type Raw,
  type RawOf,
  SCALAR_CODECS,
  type ValueRow,
} from '@kineko/run/settings';

export const text: Codec<string> = { ...SCALAR_CODECS.text, print: escapedText };
export const file: Codec<string> = { ...SCALAR_CODECS.file, print: escapedItem };
export const className: Codec<string> = { ...name('the name of a class, or of a file with one'), print: escapedItem };

export interface Point {
  /** Metres. */
  readonly x: number;
  readonly y: number;
}

/** Empty items, such as after a trailing comma, are skipped. */
function listOf<Value>(each: Codec<Value>, expects: (row: ValueRow) => string): Codec<readonly Value[]> {
  return {
    read(raw, row, reader) {
      const items = itemsOf(raw);
      if (items === undefined) return reader.misfit(raw, expects(row));
      const values = items
        .filter((item) => !(item.kind === 'scalar' && item.text === ''))
        .map((item) => each.read(item, row, reader));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
    print: (values) => values.map((value) => each.print(value)).join(', '),
    expects,
    schema: (row) => oneOrMany(each.schema(row)),
    takesEmpty: true,
  };
}

function oneOrMany(one: object): object {
  return { anyOf: [one, { type: 'array', items: one }, { type: 'null' }] };
}

const itemText: Codec<string> = { ...SCALAR_CODECS.text, print: escapedItem };

export const numbers = listOf(SCALAR_CODECS.number, (row) => `a list, each ${SCALAR_CODECS.number.expects(row)}`);
export const texts = listOf(itemText, () => 'a list of texts');
export const classes = listOf(className, () => 'a list of classes, or of files with one each');
export const files = listOf(file, () => 'a list of files');

/** Known words, or files and classes of authors. */
const wordOrFile: Codec<string> = {
  read(raw, row, reader) {
    const value = SCALAR_CODECS.text.read(raw, row, reader);
    if (value === undefined) return undefined;
    const known = row.words!.find((each) => isSame(each, value));
    return (
      known ??
      (value.length <= MAX_NAME && /[./\\#]|^[A-Z]/.test(value) ? value : reader.misfit(raw, words.expects(row)))
    );
  },
  print: escapedItem,
  expects: ({ words: known }) => oneOf(known!),
  schema: ({ words: known }) => ({ anyOf: [{ enum: known }, { type: 'string', pattern: '[./\\\\#]|^[A-Z]' }] }),
};

export const words = listOf(wordOrFile, (row) => `a list of ${row.words!.join(', ')}, or of files or classes`);

/** `x, y`, or the map `{x, y}`. */
export const point: Codec<Point> = {
  read(raw, row, reader) {
    const found = coordinates(raw);
    const values = found?.map((item) => (item.kind === 'scalar' ? decimal(item) : undefined)) ?? [];
    const [x, y] = values;
    const { max = Infinity } = row.range ?? {};
    const isValid = (value: number | undefined): value is number => value !== undefined && Math.abs(value) <= max;
    if (values.length === 2 && isValid(x) && isValid(y)) return { x: x + 0, y: y + 0 };
    return reader.misfit(raw, this.expects(row));
  },
  print: ({ x, y }) => `${x}, ${y}`,
  takesMap: true,
  expects: () => 'a point such as 10, 20 (m)',
  schema: () => ({
    anyOf: [
      { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      {
        type: 'object',
        properties: { x: { type: 'number' }, y: { type: 'number' } },
        required: ['x', 'y'],
        additionalProperties: false,
      },
      { type: 'string', pattern: '^[^,]+,[^,]+$' },
    ],
  }),
};

function coordinates(raw: Raw): readonly Raw[] | undefined {
  if (raw.kind !== 'map') return itemsOf(raw);
  const member = (name: string): RawOf<'scalar'> | undefined => {
    const found = raw.members.find((each) => each.key === name)?.value;
    return found?.kind === 'scalar' ? found : undefined;
  };
  const [x, y] = [member('x'), member('y')];
  return raw.members.length === 2 && x && y ? [x, y] : undefined;
}

export const points: Codec<readonly Point[]> = {
  read(raw, row, reader) {
    if (raw.kind !== 'list') return reader.misfit(raw, this.expects(row));
    const values = raw.items.map((item, index) => point.read(item, row, reader.inside(`[${index}]`)));
    return values.every((value) => value !== undefined) ? values : undefined;
  },
  print: (values) => values.map((value) => point.print(value)).join(', '),
  expects: () => 'a list of points such as [[0, 0], [10, 20]]',
  schema: (row) => ({ type: 'array', items: point.schema(row) }),
};
