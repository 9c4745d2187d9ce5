/**
 * The tags of an XML text, one after the other. Logs of planners may exceed the limits of the reader of configurations, and
 * need neither a schema nor a tree.
 */
import { expected } from '@kineko/formats/problem';
import type { TextReader } from './text-reader.js';

declare const TextDecoder: new (encoding: 'latin1') => { decode(bytes: Uint8Array): string };

export interface XmlTag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: ReadonlyMap<string, string>;
  readonly offset: number;
  /** The text before the tag. */
  readonly before: string;
}

const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const NAME = /<\/?([A-Za-z_][\w:.-]*)/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const MAX_DEPTH = 32;

/** Checks that elements are nested; stops the reader where they are not. */
export function* xmlTags(reader: TextReader): Generator<XmlTag, void> {
  // One character for each byte, so that positions are those of the file.
  const text = new TextDecoder('latin1').decode(reader.bytes);
  const open: string[] = [];
  let { at } = reader;
  for (let from = at; ; from = at) {
    at = text.indexOf('<', from);
    if (at < 0) break;
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (skipped !== undefined) {
      const end = text.indexOf(skipped[1], at);
      if (end < 0) reader.stop(`expected ${skipped[1]}`, at);
      at = end + skipped[1].length;
      continue;
    }
    if (text.startsWith('<!', at)) reader.stop('expected no document type', at);
    const tag = tagAt(reader, text, at, text.slice(from, at));
    if (tag.kind === 'open') open.push(tag.name);
    if (open.length > MAX_DEPTH) reader.stop(`expected at most ${MAX_DEPTH} nested elements`, at);
    if (tag.kind === 'close' && open.pop() !== tag.name) reader.stop(`unexpected </${tag.name}>`, at);
    yield tag;
    at = TAG_END.lastIndex;
  }
  if (open.length > 0) reader.stop(`expected </${open.at(-1)}>, got the end of the file`, text.length);
}

function tagAt(reader: TextReader, text: string, offset: number, before: string): XmlTag {
  NAME.lastIndex = offset;
  const name = NAME.exec(text)?.[1];
  if (name === undefined) reader.stop(expected('a tag', text.slice(offset, offset + 20)), offset);
  const attributes = new Map<string, string>();
  let end = NAME.lastIndex;
  for (ATTRIBUTE.lastIndex = end; ; end = ATTRIBUTE.lastIndex) {
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    if (attributes.has(found[1]!)) reader.stop(`duplicate attribute ${found[1]}`, end);
    attributes.set(found[1]!, found[2] ?? found[3]!);
  }
  TAG_END.lastIndex = end;
  const close = TAG_END.exec(text);
  if (close === null) reader.stop(expected('an attribute or >', text.slice(end, end + 20)), end);
  const kind = text[offset + 1] === '/' ? 'close' : close[1] === '/' ? 'empty' : 'open';
  return { name, kind, attributes, offset, before };
}
