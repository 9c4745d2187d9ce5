/** Valid names of projects: the name is that of a package, and the class of its algorithm is derived from it. */
import { isBuiltin } from 'node:module';
import { starterNames } from './starter.js';

const MAX_LENGTH = 214;

/** Why a name is invalid; undefined if it is valid. */
export function problemOfName(name: string): string | undefined {
  if (!/^[a-z][a-z\d._-]*$/.test(name)) {
    return `expected lower-case letters, digits, '-', '_' and '.', a letter first, as in ${suggestionFor(name)}`;
  }
  if (name.length > MAX_LENGTH) return `expected a name of at most ${MAX_LENGTH} characters, got ${name.length}`;
  if (name === 'kineko' || name.startsWith('create-kineko')) {
    return `a package cannot depend on one of the same name; choose another, such as my-${name}`;
  }
  if (isBuiltin(name) || name === 'node_modules' || name === 'favicon.ico') {
    return `reserved by npm; choose another name, such as my-swarm`;
  }
  if (starterNames(name).className === 'AbstractAlgorithm') {
    return `its algorithm would have the name of the class that it extends; choose another, such as my-${name}`;
  }
  return undefined;
}

function suggestionFor(name: string): string {
  const { fileName } = starterNames(name);
  return /^[a-z]/.test(fileName) ? fileName : 'my-swarm';
}
