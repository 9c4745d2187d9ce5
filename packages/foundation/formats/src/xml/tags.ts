/** Offsets of elements and their attributes in a text; libxml2 reports lines only. */

export interface Tag {
  readonly at: number;
  /** Number of enclosing elements. */
  readonly depth: number;
  /** Offsets of the attributes, by name with prefix. */
  readonly attributes: ReadonlyMap<string, number>;
}

const NAME = /<[^\s/>]+/y;
const ATTRIBUTE = /\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/y;
const TAG_END = /\s*(\/?)>/y;

/** Start and end of the parts that are skipped. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The start tags of a well-formed text without a document type, in their order. */
export function* tagsOf(text: string): Generator<Tag, void> {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = SKIPPED.find(([open]) => text.startsWith(open, at));
    if (skipped !== undefined) {
      const [open, close] = skipped;
      at = after(text, close, at + open.length);
    } else if (text.startsWith('</', at)) {
      depth--;
      at = after(text, '>', at);
    } else {
      const tag = startTag(text, at);
      yield { at, depth, attributes: tag.attributes };
      if (!tag.isEmpty) depth++;
      at = tag.end;
    }
  }
}

function after(text: string, close: string, at: number): number {
  const end = text.indexOf(close, at);
  return end < 0 ? text.length : end + close.length;
}

function startTag(text: string, at: number): { attributes: Map<string, number>; isEmpty: boolean; end: number } {
  const attributes = new Map<string, number>();
  NAME.lastIndex = at;
  NAME.exec(text);
  let end = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const attribute = ATTRIBUTE.exec(text);
    if (attribute === null) break;
    attributes.set(attribute[1]!, end + attribute[0].search(/\S/));
    end = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = end;
  const close = TAG_END.exec(text);
  return { attributes, isEmpty: close?.[1] === '/', end: close === null ? at + 1 : TAG_END.lastIndex };
}
