/** Reads XML files, which may come from anywhere, and holds them against a schema. */
import type { Problem } from '../problem.js';
import type { XmlElement } from './element.js';
import { parse } from './parse.js';
import { misfitsOf, schemaOf } from './schema.js';
import { treeOf } from './tree.js';

export interface XmlReading {
  readonly root: XmlElement;
  /** What the schema says against it: if anything, then anything may be missing, or be where it should not. */
  readonly problems: readonly Problem[];
}

/** Throws an InputError if it is no well-formed XML, or too much of it. `name` is what problems call the file. */
export async function readXml(text: string, name: string, xsd: string): Promise<XmlReading> {
  const source = text.replace(/^\ufeff/, '');
  const library = await import('libxml2-wasm');
  const document = parse(library, source, name);
  try {
    const root = treeOf(document, source, name);
    return { root, problems: misfitsOf(library, schemaOf(library, xsd), document, root) };
  } finally {
    document.dispose();
  }
}
