/**
 * Checks that front ends are named only in their own packages, in the lists of the program, and in its public subpaths. All
 * other code uses the declarations of front ends.
 */
import { type Expression, parseSync } from 'oxc-parser';
import { lineAt, nodesOf, readImports, type SourceFile, writtenText } from './import-graph.js';

const KINEKO = 'packages/apps/kineko/src/';

/** Files and folders (with a `/` at their end) of the program that may name front ends. */
const LISTS: readonly string[] = [
  `${KINEKO}front-ends.ts`,
  // Plug-ins of the pages.
  `${KINEKO}page/`,
  // Public imports of authors, and the modules that their programs load.
  `${KINEKO}index.ts`,
  `${KINEKO}deeco.ts`,
  `${KINEKO}crsim.ts`,
  `${KINEKO}testing.ts`,
  `${KINEKO}submission/`,
  `${KINEKO}grade-worker.ts`,
];

/** Every violation, with its file and line. `names` are the front ends. */
export function findNamed(sources: readonly SourceFile[], names: readonly string[]): string[] {
  // Only files that contain a name are parsed.
  const guarded = sources.filter(({ path, text }) => isGuarded(path) && names.some((name) => text.includes(name)));
  return [
    ...guarded.flatMap((each) => namesIn(each, names)),
    ...readImports(guarded).flatMap(({ file, line, specifier, target }) =>
      target.kind === 'package' && names.includes(target.folder)
        ? [`${file}:${line} imports ${specifier}: only the lists of the program may import a front end`]
        : [],
    ),
  ];
}

function isGuarded(path: string): boolean {
  const isBelow = /^packages\/(?:runtime|workbench)\/[^/]+\/src\//.test(path);
  const isProgram = path.startsWith(KINEKO) && !LISTS.some((list) => path === list || path.startsWith(list));
  return (isBelow || isProgram) && !/\.test\.tsx?$/.test(path);
}

/** String literals that are the name of a front end: the code depends on a particular front end. */
function namesIn({ path, text }: SourceFile, names: readonly string[]): string[] {
  return nodesOf(parseSync(path, text).program).flatMap((node) => {
    const name = writtenText(node as Expression);
    const isName = name !== undefined && names.includes(name);
    return isName ? [`${path}:${lineAt(text, node.start)} names the front end ${name}; declare what it needs`] : [];
  });
}
