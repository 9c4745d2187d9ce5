/**
 * Where front ends may be known. They plug into interfaces of `run`, `lab` and `web`; nothing but the list of `kineko` names
 * them. Until their files are in packages of their own, the table says which files of other packages are theirs.
 */
import { type Expression, parseSync } from 'oxc-parser';
import { lineAt, nodesOf, readImports, type SourceFile, writtenText } from './import-graph.js';

export interface FrontEndTable {
  /** Packages that must not name a front end. */
  readonly packages: readonly string[];
  /** The list of front ends, which imports one file of each. */
  readonly list: string;
  /** Files or folders of each front end by its name; the first one is the one in the list. The move empties them. */
  readonly slices: Readonly<Record<string, readonly string[]>>;
  /** Files or folders of other packages that are of a front end: only these import its formats. The move empties it. */
  readonly elsewhere: readonly string[];
  /** Files that slices may import, and that import no others; they become `run/console`. */
  readonly shared: readonly string[];
}

const KINEKO = 'packages/apps/kineko/src/';

export const frontEndTable: FrontEndTable = {
  packages: ['kineko', 'run', 'lab', 'web'],
  list: `${KINEKO}front-ends.ts`,
  slices: {
    robotsim: [
      `${KINEKO}front-ends/robotsim.ts`,
      `${KINEKO}robotsim-knobs.ts`,
      `${KINEKO}robotsim-messages.ts`,
      `${KINEKO}commands/schema.ts`,
      `${KINEKO}commands/slave.ts`,
    ],
    deeco: [`${KINEKO}front-ends/deeco.ts`, `${KINEKO}deeco-files.ts`, `${KINEKO}kept-log.ts`],
    crsim: [`${KINEKO}front-ends/crsim.ts`, `${KINEKO}serve-crsim.ts`, `${KINEKO}robot-files.ts`],
    chirp: [`${KINEKO}front-ends/chirp.ts`, `${KINEKO}serve-chirp.ts`, `${KINEKO}world-queue.ts`],
  },
  elsewhere: [
    // Subpaths of the public package.
    `${KINEKO}crsim.ts`,
    `${KINEKO}deeco.ts`,
    'packages/frontends/deeco/src/page/css-colour.ts',
    'packages/frontends/deeco/src/page/from-visualization.ts',
    'packages/frontends/deeco/src/page/to-visualization.ts',
    'packages/workbench/viewer/src/reading/log-formats.ts',
    'packages/workbench/viewer/src/viewer/visualization-files.ts',
    'packages/web/src/viewer/visualization-reader.ts',
  ],
  shared: [
    `${KINEKO}aborted.ts`,
    `${KINEKO}log-flags.ts`,
    `${KINEKO}looks/flags.ts`,
    `${KINEKO}program-files.ts`,
    `${KINEKO}record-files.ts`,
    `${KINEKO}recorded-commands.ts`,
    `${KINEKO}results.ts`,
    `${KINEKO}run-report.ts`,
    `${KINEKO}shown-path.ts`,
    `${KINEKO}terminal/diagnostics.ts`,
    `${KINEKO}terminal/numbers.ts`,
    `${KINEKO}usage-error.ts`,
    `${KINEKO}world-file.ts`,
  ],
};

/** Modules of front ends that are still in packages of several. */
const OF_FRONT_ENDS = /^@kineko\/(?:frontends(?:\/|$)|formats\/(?:chirp|crsim|deeco)$)/;

/** Every violation, with its file and line. */
export function findNamed(sources: readonly SourceFile[], table: FrontEndTable): string[] {
  const guarded = sources.filter(({ path }) => isGuarded(path, table));
  const owners = new Map(
    Object.entries(table.slices).flatMap(([name, paths]) => paths.map((path) => [path, name] as const)),
  );
  const heads = new Set(Object.values(table.slices).map(([head]) => head));
  const problems = guarded.filter(({ path }) => !owners.has(path)).flatMap((each) => namesIn(each, table));
  for (const { file, line, specifier, target } of readImports(guarded)) {
    const owner = owners.get(file);
    const at = `${file}:${line} imports ${specifier}: `;
    if (OF_FRONT_ENDS.test(specifier) && owner === undefined && !table.elsewhere.includes(file)) {
      problems.push(`${at}only front ends may import it`);
    }
    if (target.kind !== 'file') continue;
    const imported = owners.get(target.path);
    const isShared = table.shared.includes(target.path);
    if (imported !== undefined && imported !== owner && !(file === table.list && heads.has(target.path))) {
      problems.push(`${at}it is part of the front end ${imported}; declare an interface`);
    } else if (owner !== undefined && imported === undefined && !isShared) {
      problems.push(`${at}${owner} cannot take it along; hand it in, or make it shared`);
    } else if (table.shared.includes(file) && !isShared) {
      problems.push(`${at}shared files import shared files only`);
    }
  }
  return problems;
}

function isGuarded(path: string, { packages }: FrontEndTable): boolean {
  return packages.some((name) => path.startsWith(`packages/${name}/src/`)) && !/\.test\.tsx?$/.test(path);
}

/** Texts that are the name of a front end: whatever they are for, some code depends on which one it is. */
function namesIn({ path, text }: SourceFile, { slices }: FrontEndTable): string[] {
  return nodesOf(parseSync(path, text).program).flatMap((node) => {
    const name = writtenText(node as Expression);
    const isName = name !== undefined && Object.hasOwn(slices, name);
    return isName ? [`${path}:${lineAt(text, node.start)} names the front end ${name}; declare what it needs`] : [];
  });
}
