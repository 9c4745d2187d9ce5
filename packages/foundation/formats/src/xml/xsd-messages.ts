/** Messages of the XSD validator, reworded in the usual shape of problems. */
import { expected, unknownName } from '../problem.js';
import type { XmlElement } from './element.js';

/** Names that a schema allows. */
export interface Vocabulary {
  /** Names of root elements. */
  readonly roots: readonly string[];
  /** Names of attributes, by element. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** Takes a schema whose elements of one name are of one type. */
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
  positiveInteger: 'an integer from 1 on',
  integer: 'an integer',
  double: 'a number',
  boolean: 'true or false',
};

interface Described {
  readonly text: string;
  /** Name of the invalid attribute. */
  readonly attribute?: string | undefined;
}

/** Element, attribute and rest of the library's message. */
const START = /^Element '([^']+)'(?:, attribute '([^']+)')?: ([^]*)$/;

interface Subject {
  readonly element: string;
  readonly attribute: string | undefined;
  readonly vocabulary: Vocabulary;
}

/** @param found The groups of the expression. */
type Describe = (subject: Subject, found: readonly string[]) => string;

const MESSAGES: readonly (readonly [RegExp, Describe])[] = [
  [
    /^The attribute '.+' is not allowed\.$/,
    ({ element, attribute, vocabulary: { attributes } }) =>
      `<${element}>: ${unknownName('attribute', attribute ?? '', attributes.get(element) ?? [])}`,
  ],
  [
    /^The attribute '(.+)' is required but missing\.$/,
    ({ element }, [attribute]) => `<${element}>: missing attribute '${attribute}'`,
  ],
  [
    /^'([^]*)' is not a valid value of the atomic type 'xs:(\w+)'\.$/,
    ({ element, attribute }, [value, type]) =>
      `${attribute} of <${element}>: ${expected(TYPES[type!] ?? type!, value)}`,
  ],
  [
    /^This element is not expected\.(?: Expected is (?:one of )?\( (.+) \)\.)?$/,
    ({ element }, [names]) =>
      names === undefined
        ? `<${element}>: not allowed here, or not again`
        : `expected ${oneOf(names)}, got <${element}>`,
  ],
  [
    /^Missing child element\(s\)\.(?: Expected is (?:one of )?\( (.+) \)\.)?$/,
    ({ element }, [names = 'more elements']) => `<${element}>: missing element: expected ${oneOf(names)}`,
  ],
  [
    /^No matching global declaration available for the validation root\.$/,
    ({ element, vocabulary: { roots } }) => `expected <${roots.join('> or <')}>, got <${element}>`,
  ],
  [/^Character content .*not allowed/, ({ element }) => `<${element}>: expected no text in it`],
  [/^Element content is not allowed/, ({ element }) => `<${element}>: expected no elements in it`],
];

export function describeProblem(message: string, vocabulary: Vocabulary): Described {
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
