/** The part of `docs/trace.md` that is made from the tables of `records.ts`. */
import { markdownTable } from '@kineko/tools/shared/markdown-table';
import { BLOCK_KINDS, BYTES_OF, HEAD_FIELDS, INDEX_FIELDS } from '../src/trace/packed/layout.js';
import { type Field, LEG, PARTY, RECORD, type Shape, type Variant } from '../src/trace/shapes.js';
import { binaryOf, jsonOf, SAMPLES } from './trace-samples.js';

const BEGIN = '<!-- made from packages/foundation/formats/src/trace/records.ts: begin -->';
const END = '<!-- made from packages/foundation/formats/src/trace/records.ts: end -->';

const LAYOUT_BEGIN = '<!-- made from packages/foundation/formats/src/trace/packed/layout.ts: begin -->';
const LAYOUT_END = '<!-- made from packages/foundation/formats/src/trace/packed/layout.ts: end -->';

/** The document with that part up to date, and the rest unchanged. */
export function upToDate(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/trace.md must have the lines\n${BEGIN}\n${END}\nin this order`);
  return withLayout(`${document.slice(0, begin + BEGIN.length)}\n\n${generated()}\n\n${document.slice(end)}`);
}

/** The tables of the blocks, between the marks of their own. */
function withLayout(document: string): string {
  const begin = document.indexOf(LAYOUT_BEGIN);
  const end = document.indexOf(LAYOUT_END);
  if (begin < 0 || end < begin) throw new Error(`docs/trace.md must have the lines\n${LAYOUT_BEGIN}\n${LAYOUT_END}`);
  return `${document.slice(0, begin + LAYOUT_BEGIN.length)}\n\n${layout()}\n\n${document.slice(end)}`;
}

function layout(): string {
  const head = HEAD_FIELDS.map(({ type, doc }) => [String(BYTES_OF[type]), type, doc]);
  return [
    'A block starts with a header:',
    markdownTable(['bytes', 'type', 'content'], [...head, ['4', 'u32', 'CRC-32 of the fields before it']]),
    'The kinds of blocks are:',
    markdownTable(
      ['kind', 'content'],
      BLOCK_KINDS.map(({ kind, doc }) => [String(kind), doc]),
    ),
    'The index has these fields for each block, in the order of the blocks:',
    markdownTable(
      ['bytes', 'type', 'content'],
      INDEX_FIELDS.map(({ type, doc }) => [String(BYTES_OF[type]), type, doc]),
    ),
  ].join('\n\n');
}

function generated(): string {
  return [
    '## Records',
    ...sections(RECORD),
    '## Legs',
    ...sections(LEG),
    '## Parties',
    ...sections(PARTY),
    '## Example',
    ...example(),
  ].join('\n\n');
}

function sections({ key, variants }: Shape): string[] {
  const overview = variants.map(({ number, name, doc }) => [String(number), `\`${name}\``, doc]);
  return [markdownTable(['number', key, 'meaning'], overview), ...variants.flatMap(section)];
}

function section({ name, fields }: Variant): string[] {
  const rows = fields.map((field) => [`\`${field.name}\``, typeOf(field), field.doc]);
  return [`### \`${name}\``, markdownTable(['field', 'type', 'meaning'], rows)];
}

function typeOf({ type, isOptional }: Field): string {
  const words = typeof type === 'string' ? type : type.map((word, number) => `${number} \`${word}\``).join(', ');
  return isOptional ? `${words}, optional` : words;
}

function example(): string[] {
  const record = SAMPLES.find((each) => each.type === 'leg' && each.leg.kind === 'line')!;
  const bytes = Array.from(binaryOf([record]), (byte) => byte.toString(16).padStart(2, '0'));
  const lines = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, i) =>
    bytes.slice(16 * i, 16 * i + 16).join(' '),
  );
  return ['One record as a line,', fenced(jsonOf([record]).trimEnd()), 'and in bytes:', fenced(lines.join('\n'))];
}

/** As plain text: the formatter would break JSON into lines. */
export function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
