/** What a schema says against a document, in words that tell what would be right. */
import { shown } from '../problem.js';
import type { XmlElement } from './element.js';

/** What a schema allows. */
export interface Vocabulary {
  /** The names of documents, that is of first elements. */
  readonly roots: readonly string[];
  /** The attributes of elements, by the names of these. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** Of a schema whose types are few and named after what they hold, as those of the playground are. */
export function vocabularyOf(schema: XmlElement): Vocabulary {
  const types = new Map(schema.children.map((child) => [nameOf(child), child]));
  const attributes = new Map<string, readonly string[]>();

  function collect(node: XmlElement | undefined, names: string[]): string[] {
    for (const { value } of [node?.attributes.get('type'), node?.attributes.get('base')].flatMap((own) => own ?? [])) {
      collect(types.get(value), names);
    }
    for (const child of node?.children ?? []) {
      if (child.name === 'xs:attribute') names.push(nameOf(child));
      else if (child.name !== 'xs:element') collect(child, names);
    }
    return names;
  }

  function visit(node: XmlElement): void {
    if (node.name === 'xs:element') attributes.set(nameOf(node), collect(node, []));
    node.children.forEach(visit);
  }

  visit(schema);
  return { roots: schema.children.filter(({ name }) => name === 'xs:element').map(nameOf), attributes };
}

function nameOf(node: XmlElement): string {
  return node.attributes.get('name')?.value ?? '';
}

const TYPES: Readonly<Record<string, string>> = {
  positiveInteger: 'a whole number from 1 on',
  integer: 'a whole number',
  double: 'a number',
  boolean: 'true or false',
};

interface Misfit {
  readonly text: string;
  /** The name of the attribute that it is about. */
  readonly attribute?: string | undefined;
}

/** By the beginning and the rest of the library's message. */
const START = /^Element '([^']+)'(?:, attribute '([^']+)')?: ([^]*)$/;

interface Subject {
  readonly element: string;
  readonly attribute: string | undefined;
  readonly vocabulary: Vocabulary;
}

/** `found` is what the expression has found besides. */
type Describe = (subject: Subject, found: readonly string[]) => string;

const MESSAGES: readonly (readonly [RegExp, Describe])[] = [
  [
    /^The attribute '.+' is not allowed\.$/,
    ({ element, attribute, vocabulary: { attributes } }) =>
      `<${element}> has an attribute ${attribute}, which it cannot have; allowed are ${listed(attributes.get(element))}`,
  ],
  [
    /^The attribute '(.+)' is required but missing\.$/,
    ({ element }, [attribute]) => `<${element}> lacks its attribute ${attribute}`,
  ],
  [
    /^'([^]*)' is not a valid value of the atomic type 'xs:(\w+)'\.$/,
    ({ element, attribute }, [value, type]) =>
      `${attribute} of <${element}> is ${shown(value)}; right would be ${TYPES[type!] ?? type}`,
  ],
  [
    /^This element is not expected\.(?: Expected is (?:one of )?\( (.+) \)\.)?$/,
    ({ element }, [expected]) =>
      expected === undefined
        ? `<${element}> cannot stand here, or not once more; right would be to leave it out`
        : `<${element}> cannot stand here; right would be ${oneOf(expected)}`,
  ],
  [
    /^Missing child element\(s\)\.(?: Expected is (?:one of )?\( (.+) \)\.)?$/,
    ({ element }, [expected = 'more elements']) =>
      `<${element}> lacks something in it; right would be ${oneOf(expected)}`,
  ],
  [
    /^No matching global declaration available for the validation root\.$/,
    ({ element, vocabulary: { roots } }) => `is a document of <${element}>; right would be <${roots.join('> or <')}>`,
  ],
  [/^Character content .*not allowed/, ({ element }) => `<${element}> has text in it, which it cannot have`],
  [/^Element content is not allowed/, ({ element }) => `<${element}> has elements in it; it must be empty`],
];

export function describeMisfit(message: string, vocabulary: Vocabulary): Misfit {
  const [, element = '', attribute, rest = ''] = START.exec(message) ?? [];
  for (const [pattern, describe] of MESSAGES) {
    const found = pattern.exec(rest);
    if (found !== null) return { text: describe({ element, attribute, vocabulary }, found.slice(1)), attribute };
  }
  return { text: message, attribute };
}

function oneOf(names: string): string {
  return names.includes(',') ? `one of ${names}` : names;
}

function listed(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? 'none' : names.join(', ');
}
