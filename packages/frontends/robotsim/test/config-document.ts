/** The part of `docs/config.md` that is made from the table of keys. */
import { type KeyRow, type KeyTable, perName } from '@kineko/run/settings';
import { markdownTable } from '@kineko/tools/shared/markdown-table';
import { NEKO_TABLE } from '../src/format/keys/keys.js';
import {
  type EntryKinds,
  FAULT_KINDS,
  type FieldRow,
  type FieldTable,
  OBJECT_FIELDS,
  OBSTACLE_KINDS,
} from '../src/format/values/entry-fields.js';

const BEGIN = '<!-- made from packages/frontends/robotsim/src/format/keys: begin -->';
const END = '<!-- made from packages/frontends/robotsim/src/format/keys: end -->';

/** The document with that part up to date, and the rest unchanged. */
export function upToDate(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/config.md must have the lines\n${BEGIN}\n${END}\nin this order`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${generated()}\n\n${document.slice(end)}`;
}

function generated(): string {
  return [
    '## Keys',
    ...NEKO_TABLE.groups.flatMap(({ title, keys }) => [`### ${title}`, tableOf(keys)]),
    '### Without effect',
    "Accepted, so that Neko's files can be used unchanged.",
    markdownTable(
      ['key', 'why'],
      rowsOf((row) => row.effect !== undefined).map(([name, { doc }]) => [code(name), doc]),
    ),
    '### Other names',
    markdownTable(
      ['key', 'is'],
      rowsOf((row) => row.aliasOf !== undefined).map(([name, { aliasOf, mend }]) => [
        code(name),
        `${code(aliasOf!)}${mend ? ', with a warning' : ''}`,
      ]),
    ),
    '## Entries of lists',
    '### Obstacles',
    kindsOf(OBSTACLE_KINDS),
    '### Objects',
    fieldsOf(OBJECT_FIELDS),
    '### Faults',
    kindsOf(FAULT_KINDS),
  ].join('\n\n');
}

function rowsOf(isMeant: (row: KeyRow) => boolean): [string, KeyRow][] {
  return NEKO_TABLE.groups.flatMap(({ keys }) => Object.entries(keys)).filter(([, row]) => isMeant(row));
}

function tableOf(keys: KeyTable<string>): string {
  const own = Object.entries(keys).filter(([, row]) => row.effect === undefined && row.aliasOf === undefined);
  const rows = own.map(([name, row]) => [namesOf(name, row), typeOf(row), defaultOf(row), meaningOf(row)]);
  return markdownTable(['key', 'value', 'default', 'meaning'], rows);
}

function namesOf(name: string, row: KeyRow): string {
  return row.per === undefined ? code(name) : `${code(name)}, ${code(perName(name))}`;
}

function typeOf(row: KeyRow | FieldRow): string {
  return inCell(NEKO_TABLE.codecOf(row).expects(row));
}

function defaultOf({ default: usual, derived }: KeyRow): string {
  if (derived !== undefined) return derived;
  return usual === undefined ? '' : usual === '' ? 'none' : code(usual);
}

function meaningOf({ doc, example }: KeyRow): string {
  return inCell(example === undefined ? doc : `${doc}; for example ${code(example)}`);
}

function kindsOf(kinds: EntryKinds): string {
  return Object.entries(kinds)
    .map(([kind, { doc, fields }]) => `**${kind}**: ${doc}\n\n${fieldsOf(fields)}`)
    .join('\n\n');
}

function fieldsOf(fields: FieldTable): string {
  const rows = Object.entries<FieldRow>(fields).map(([name, field]) => [
    code(name),
    typeOf(field),
    field.isNeeded ? 'needed' : field.default === undefined ? '' : code(String(field.default)),
    inCell(field.doc),
  ]);
  return markdownTable(['field', 'value', 'default', 'meaning'], rows);
}

function code(text: string): string {
  return `\`${text}\``;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
