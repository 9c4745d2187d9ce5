/** Edits XML text in place: elements with the offsets of their parts. */
import { indentAt, type ListEntry, type ListText, relisted, type Span, type Splice, spliced } from './splices.js';
import { EditingError, type Properties } from './model.js';
import { numberOf, propertiesBy } from './property-values.js';
import type { Field } from './world-format.js';

export class TextElement implements Span {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, TextAttribute>;
  readonly start: number;
  /** End of its name or last attribute, where a new attribute goes. */
  readonly attributesEnd: number;

  constructor(
    { name, attributes, start, attributesEnd }: StartTag,
    readonly end: number,
    readonly children: readonly TextElement[],
    /** The range between its tags; undefined for `<a/>`. */
    readonly inside: Span | undefined,
  ) {
    this.name = name;
    this.attributes = attributes;
    this.start = start;
    this.attributesEnd = attributesEnd;
  }

  /** The value of an attribute that is a number. */
  number(name: string): number | undefined {
    return numberOf(this.attributes.get(name)?.value);
  }

  properties(fields: readonly Field[]): Properties {
    return propertiesBy(fields, (name) => this.attributes.get(name)?.value);
  }
}

export interface TextAttribute extends Span {
  /** With references resolved. */
  readonly value: string;
  /** Between the quotation marks. */
  readonly inner: Span;
}

const NAME = /<([^\s/>]+)/y;
const ATTRIBUTE = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/y;
const TAG_END = /\s*(\/?)>/y;
const END_TAG = /<\/([^\s>]+)\s*>/y;

const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The root element of a well-formed text without a document type. */
export function elementsOf(text: string): TextElement {
  const open: { readonly tag: StartTag; readonly children: TextElement[] }[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (skipped !== undefined) {
      const end = text.indexOf(skipped[1], at + skipped[0].length);
      if (end < 0) break;
      at = end + skipped[1].length;
      continue;
    }
    END_TAG.lastIndex = at;
    const endTag = END_TAG.exec(text);
    let closed: TextElement | undefined;
    if (endTag !== null) {
      const last = open.pop();
      if (last === undefined || last.tag.name !== endTag[1]) break;
      const inside = { start: last.tag.tagEnd, end: at };
      at = END_TAG.lastIndex;
      closed = new TextElement(last.tag, at, last.children, inside);
    } else {
      const tag = startTag(text, at);
      if (tag === undefined) break;
      at = tag.tagEnd;
      if (tag.isEmpty) closed = new TextElement(tag, at, [], undefined);
      else open.push({ tag, children: [] });
    }
    if (closed === undefined) continue;
    const outer = open.at(-1);
    if (outer === undefined) return closed;
    outer.children.push(closed);
  }
  throw new EditingError('not well-formed XML');
}

interface StartTag extends Pick<TextElement, 'name' | 'start' | 'attributes' | 'attributesEnd'> {
  /** End of the tag. */
  readonly tagEnd: number;
  readonly isEmpty: boolean;
}

function startTag(text: string, start: number): StartTag | undefined {
  NAME.lastIndex = start;
  const name = NAME.exec(text)?.[1];
  if (name === undefined || name.startsWith('!')) return undefined;
  const attributes = new Map<string, TextAttribute>();
  let end = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    const [, key, quoted] = found;
    const inner = { start: ATTRIBUTE.lastIndex - quoted!.length + 1, end: ATTRIBUTE.lastIndex - 1 };
    attributes.set(key!, { start: end, end: ATTRIBUTE.lastIndex, inner, value: resolved(quoted!.slice(1, -1)) });
    end = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = end;
  const close = TAG_END.exec(text);
  if (close === null) return undefined;
  return { name, start, attributes, attributesEnd: end, tagEnd: TAG_END.lastIndex, isEmpty: close[1] === '/' };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function resolved(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\r\n]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Changes attributes; undefined removes them. */
export function attributeSplices(element: TextElement, changes: Attributes): Splice[] {
  const added: string[] = [];
  const splices = Object.entries(changes).flatMap(([name, value]): Splice[] => {
    const attribute = element.attributes.get(name);
    if (attribute !== undefined && value === undefined)
      return [{ start: attribute.start, end: attribute.end, text: '' }];
    // Rewritten with its quotes, because single quotes allow other characters.
    if (attribute !== undefined)
      return [{ start: attribute.start, end: attribute.end, text: ` ${written(name, value!)}` }];
    if (value !== undefined) added.push(` ${written(name, value)}`);
    return [];
  });
  if (added.length === 0) return splices;
  const at = element.attributesEnd;
  return [...splices, { start: at, end: at, text: added.join('') }];
}

/** The text of an element with changed attributes. */
export function withAttributes(text: string, element: TextElement, changes: Attributes): string {
  const { start, end } = element;
  const splices = attributeSplices(element, changes).map((splice) => ({
    ...splice,
    start: splice.start - start,
    end: splice.end - start,
  }));
  return spliced(text.slice(start, end), splices);
}

export function newElement(name: string, attributes: Attributes): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${written(key, value)}`],
  );
  return `<${name}${given.join('')}/>`;
}

function written(name: string, value: string | number | boolean): string {
  return `${name}="${escaped(String(value))}"`;
}

/** Replaces the elements inside another one, with changed, new and removed ones. */
export function relistedXml(text: string, parent: TextElement, entries: readonly ListEntry[]): Splice[] {
  const outer = indentAt(text, parent.start);
  const first = parent.children[0];
  const step =
    outer.startsWith('\t') || (first !== undefined && indentAt(text, first.start).startsWith('\t')) ? '\t' : '  ';
  const indent = first === undefined ? `${outer}${step}` : indentAt(text, first.start);
  if (parent.inside === undefined) {
    if (entries.length === 0) return [];
    const inside = entries.map((entry) => `\n${indent}${entry.text}`).join('');
    return [{ start: parent.attributesEnd, end: parent.end, text: `>${inside}\n${outer}</${parent.name}>` }];
  }
  const list: ListText = {
    text,
    inside: parent.inside,
    items: parent.children.map(({ start, end }) => ({ start, end })),
    separator: `\n${indent}`,
    lead: `\n${indent}`,
    tail: `\n${outer}`,
  };
  const relist = entries.length === 0 && first !== undefined ? `\n${outer}` : relisted(list, entries);
  return [{ ...parent.inside, text: relist }];
}
