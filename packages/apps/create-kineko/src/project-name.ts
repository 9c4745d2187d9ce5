/** What a project may be called: its name is that of a package, and that of its algorithm comes from it. */
import { isBuiltin } from 'node:module';
import { starterNames } from './starter.js';

const LONGEST = 214;

/** Why it cannot be used and what would be right; undefined if it can. */
export function problemOfName(name: string): string | undefined {
  if (!/^[a-z][a-z\d._-]*$/.test(name)) {
    return `a package has a name of lower-case letters, digits, '-', '_' and '.', with a letter first, as in ${suggestionFor(name)}`;
  }
  if (name.length > LONGEST)
    return `the name of a package has at most ${LONGEST} characters, and this has ${name.length}`;
  if (name === 'kineko' || name.startsWith('create-kineko')) {
    return `a package cannot depend on one of its own name; choose another, as my-${name}`;
  }
  if (isBuiltin(name) || name === 'node_modules' || name === 'favicon.ico') {
    return `npm keeps that name for something else; choose another, as my-swarm`;
  }
  if (starterNames(name).className === 'AbstractAlgorithm') {
    return `its algorithm would have the name of the class that it extends; choose another, as my-${name}`;
  }
  return undefined;
}

function suggestionFor(name: string): string {
  const { fileName } = starterNames(name);
  return /^[a-z]/.test(fileName) ? fileName : 'my-swarm';
}
