/**
 * The tags of an XML text, one after the other. Logs of planners may exceed the limits of the reader of configurations, and
 * need neither a schema nor a tree.
 */
import { expected, type Place, type Problem } from '@kineko/formats/problem';
import { placesIn } from '@kineko/formats/text';

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

/** An XML text that cannot be read, with the position of the problem. */
export class XmlTagError extends Error {
  override readonly name = 'XmlTagError';

  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Checks that elements are nested. Throws an `XmlTagError`. */
function* xmlTags(text: string): Generator<XmlTag, void> {
  const open: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let from = at; ; from = at) {
    at = text.indexOf('<', from);
    if (at < 0) break;
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (skipped !== undefined) {
      const end = text.indexOf(skipped[1], at);
      if (end < 0) throw new XmlTagError(`expected ${skipped[1]}`, at);
      at = end + skipped[1].length;
      continue;
    }
    if (text.startsWith('<!', at)) throw new XmlTagError('expected no document type', at);
    const tag = tagAt(text, at, text.slice(from, at));
    if (tag.kind === 'open') open.push(tag.name);
    if (open.length > MAX_DEPTH) throw new XmlTagError(`expected at most ${MAX_DEPTH} nested elements`, at);
    if (tag.kind === 'close' && open.pop() !== tag.name) throw new XmlTagError(`unexpected </${tag.name}>`, at);
    yield tag;
    at = TAG_END.lastIndex;
  }
  if (open.length > 0) throw new XmlTagError(`expected </${open.at(-1)}>, got the end of the file`, text.length);
}

function tagAt(text: string, offset: number, before: string): XmlTag {
  NAME.lastIndex = offset;
  const name = NAME.exec(text)?.[1];
  if (name === undefined) throw new XmlTagError(expected('a tag', text.slice(offset, offset + 20)), offset);
  const attributes = new Map<string, string>();
  let end = NAME.lastIndex;
  for (ATTRIBUTE.lastIndex = end; ; end = ATTRIBUTE.lastIndex) {
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    if (attributes.has(found[1]!)) throw new XmlTagError(`duplicate attribute ${found[1]}`, end);
    attributes.set(found[1]!, found[2] ?? found[3]!);
  }
  TAG_END.lastIndex = end;
  const close = TAG_END.exec(text);
  if (close === null) throw new XmlTagError(expected('an attribute or >', text.slice(end, end + 20)), end);
  const kind = text[offset + 1] === '/' ? 'close' : close[1] === '/' ? 'empty' : 'open';
  return { name, kind, attributes, offset, before };
}

/** Runs a reader of tags; adds its problems to a list. */
export function readingTags(text: string, file: string, read: (tags: Iterable<XmlTag>) => void): Problem[] {
  try {
    read(xmlTags(text));
    return [];
  } catch (error) {
    if (!(error instanceof XmlTagError)) throw error;
    const place: Place = placesIn(text, file)(error.offset);
    return [{ severity: 'error', place, text: error.message }];
  }
}
