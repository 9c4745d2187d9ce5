/** Values as JSON text, or as flow values of YAML. */

/** Preferred maximum length of a line. */
const WIDTH = 100;

/** On one line if it fits. */
export function printJson(value: unknown, indent = '', isYaml = false): string {
  const line = oneLine(value, isYaml);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => printJson(each, inner, isYaml))
    : membersOf(value).map(([name, each]) => `${keyOf(name, isYaml)}: ${printJson(each, inner, isYaml)}`);
  const body = parts.map((part) => `${inner}${part}`).join(',\n');
  return isList ? `[\n${body}\n${indent}]` : `{\n${body}\n${indent}}`;
}

function oneLine(value: unknown, isYaml: boolean): string {
  if (Array.isArray(value)) return `[${value.map((each) => oneLine(each, isYaml)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = membersOf(value).map(([name, each]) => `${keyOf(name, isYaml)}: ${oneLine(each, isYaml)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return scalar(value, isYaml);
}

function membersOf(value: object): (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}

/** A word that YAML reads as a string. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z_][\w./-]*$/i;

function keyOf(name: string, isYaml: boolean): string {
  return isYaml && /^[\w.]+$/.test(name) ? name : JSON.stringify(name);
}

function scalar(value: unknown, isYaml: boolean): string {
  if (isYaml && typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value);
}
