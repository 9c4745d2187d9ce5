/** The elements of a document, with the places at which they stand. */
import type { XmlDocument, XmlElement as LibraryElement } from 'libxml2-wasm';
import { placesIn } from '../line-starts.js';
import type { Place } from '../problem.js';
import type { XmlAttribute, XmlElement } from './element.js';
import { MAX_DEPTH, MAX_ELEMENTS } from './limits.js';
import { refusal } from './parse.js';
import { type Tag, tagsOf } from './tags.js';

/** `text` is what the document was made of. Throws an InputError if there is too much of it. */
export function treeOf(document: XmlDocument, text: string, file: string): XmlElement {
  const placeAt = placesIn(text, file);
  const tags = tagsOf(text)[Symbol.iterator]();
  let count = 0;

  function elementOf(node: LibraryElement): XmlElement {
    count++;
    // As many as there are elements, and in the same order: that of their start tags.
    const tag = tags.next().value ?? undefined;
    const place: Place = tag === undefined ? { file, line: node.line } : placeAt(tag.at);
    if (count > MAX_ELEMENTS) throw refusal(place, `is one element more than the ${MAX_ELEMENTS} that are allowed`);
    if (tag !== undefined && tag.depth >= MAX_DEPTH) {
      throw refusal(place, `stands inside of ${tag.depth} elements; allowed are fewer than ${MAX_DEPTH}`);
    }
    const children: XmlElement[] = [];
    for (let child = node.firstChild; child !== null; child = child.next) {
      if (isElement(child)) children.push(elementOf(child));
    }
    return { name: qualified(node), place, attributes: attributesOf(node, place, tag, placeAt), children };
  }

  return elementOf(document.root);
}

/** Of the nodes of a tree only elements have attributes. */
function isElement(node: object): node is LibraryElement {
  return 'attrs' in node;
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
