/** Validates documents against a schema, and reports problems with their positions. */
import type { ErrorDetail, XmlDocument, XsdValidator } from 'libxml2-wasm';
import type { Problem } from '../problem.js';
import type { XmlElement } from './element.js';
import { MAX_SYNTAX_PROBLEMS } from '../limits.js';
import { type Library, parse } from './parse.js';
import { treeOf } from './tree.js';
import { describeProblem, type Vocabulary, vocabularyOf } from './xsd-messages.js';

export interface Schema {
  readonly validator: XsdValidator;
  readonly vocabulary: Vocabulary;
  /** Must not be disposed of: the validator may point into it. */
  readonly document: XmlDocument;
}

/** Compiled schemas; there are few, all of Kineko. */
const schemas = new Map<string, Schema>();

export function schemaOf(library: Library, xsd: string): Schema {
  let schema = schemas.get(xsd);
  if (schema === undefined) {
    const document = parse(library, xsd, 'schema');
    const vocabulary = vocabularyOf(treeOf(document, xsd, 'schema'));
    schema = { validator: library.XsdValidator.fromDoc(document), vocabulary, document };
    schemas.set(xsd, schema);
  }
  return schema;
}

/** The problems of a document. @param root Its tree. */
export function problemsOf(library: Library, schema: Schema, document: XmlDocument, root: XmlElement): Problem[] {
  try {
    schema.validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof library.XmlValidateError)) throw error;
    const elements = elementsByPath(root);
    const problems = error.details
      .slice(0, MAX_SYNTAX_PROBLEMS)
      .map((detail) => problemOf(detail, elements, root.place.file, schema.vocabulary));
    const more = error.details.length - problems.length;
    if (more > 0) problems.push({ severity: 'error', place: root.place, text: `${more} more problems` });
    return problems;
  }
}

function problemOf(
  { message, xpath, line }: ErrorDetail,
  elements: ReadonlyMap<string, XmlElement>,
  file: string,
  vocabulary: Vocabulary,
): Problem {
  const element = elements.get(xpath ?? '');
  const { text, attribute } = describeProblem(message.trim(), vocabulary);
  const place = element?.attributes.get(attribute ?? '')?.place ?? element?.place ?? { file, line };
  return { severity: 'error', place, text };
}

/** Elements by the paths that the library reports: `/a/b[2]/c`, with a number where siblings share a name. */
function elementsByPath(root: XmlElement): Map<string, XmlElement> {
  const byPath = new Map<string, XmlElement>();
  function add(element: XmlElement, path: string): void {
    byPath.set(path, element);
    const counts = new Map<string, number>();
    for (const { name } of element.children) counts.set(name, (counts.get(name) ?? 0) + 1);
    const numbers = new Map<string, number>();
    for (const child of element.children) {
      const number = (numbers.get(child.name) ?? 0) + 1;
      numbers.set(child.name, number);
      add(child, `${path}/${child.name}${counts.get(child.name) === 1 ? '' : `[${number}]`}`);
    }
  }
  add(root, `/${root.name}`);
  // The library's path of a root in a namespace, which none of our schemas has.
  byPath.set('/*', root);
  return byPath;
}
