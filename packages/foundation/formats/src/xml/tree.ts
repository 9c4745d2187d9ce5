/** The elements of a document, with their positions. */
import type { XmlDocument, XmlElement as LibraryElement } from 'libxml2-wasm';
import { placesIn } from '../line-starts.js';
import type { Place } from '../problem.js';
import type { XmlAttribute, XmlElement } from './element.js';
import { MAX_DEPTH, MAX_ELEMENTS } from '../limits.js';
import { refusal } from './parse.js';
import { type Tag, tagsOf } from './tags.js';

/** Throws an InputError if the document is too large. @param text The text of the document. */
export function treeOf(document: XmlDocument, text: string, file: string): XmlElement {
  const placeAt = placesIn(text, file);
  const tags = tagsOf(text)[Symbol.iterator]();
  let count = 0;

  function elementOf(node: LibraryElement): XmlElement {
    count++;
    // One for each element, in the order of start tags.
    const tag = tags.next().value ?? undefined;
    const place: Place = tag === undefined ? { file, line: node.line } : placeAt(tag.at);
    if (count > MAX_ELEMENTS) throw refusal(place, `expected at most ${MAX_ELEMENTS} elements`);
    if (tag !== undefined && tag.depth >= MAX_DEPTH) {
      throw refusal(place, `expected at most ${MAX_DEPTH} nested elements`);
    }
    // The library cannot step over a processing instruction: it has no `next`.
    const children = (node.find('*') as LibraryElement[]).map(elementOf);
    return { name: qualified(node), place, attributes: attributesOf(node, place, tag, placeAt), children };
  }

  return elementOf(document.root);
}

function attributesOf(
  node: LibraryElement,
  place: Place,
  tag: Tag | undefined,
  placeAt: (offset: number) => Place,
): Map<string, XmlAttribute> {
  const attributes = new Map<string, XmlAttribute>();
  for (const attribute of node.attrs) {
    const name = qualified(attribute);
    const at = tag?.attributes.get(name);
    attributes.set(name, { value: attribute.value, place: at === undefined ? place : placeAt(at) });
  }
  return attributes;
}

function qualified({ prefix, name }: { readonly prefix: string; readonly name: string }): string {
  return prefix === '' ? name : `${prefix}:${name}`;
}
