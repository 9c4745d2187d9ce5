/** Reads untrusted XML files and validates them against a schema. */
import type { Problem } from '../problem.js';
import type { XmlElement } from './element.js';
import { parse } from './parse.js';
import { problemsOf, schemaOf } from './schema.js';
import { treeOf } from './tree.js';

export interface XmlReading {
  readonly root: XmlElement;
  /** Violations of the schema: if there are any, the tree may have any form. */
  readonly problems: readonly Problem[];
}

/** Throws an InputError if the text is not well-formed, or too large. @param name The file, for problems. */
export async function readXml(text: string, name: string, xsd: string): Promise<XmlReading> {
  const source = text.replace(/^\ufeff/, '');
  const library = await import('libxml2-wasm');
  const document = parse(library, source, name);
  try {
    const root = treeOf(document, source, name);
    return { root, problems: problemsOf(library, schemaOf(library, xsd), document, root) };
  } finally {
    document.dispose();
  }
}
