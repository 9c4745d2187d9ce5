/** Holds the sources against the table of ranks. A problem is a line: where, what, why, and what would be right. */
import { fileGraph, type FileGraph, type FileImport, type Import, readImports, shortestChain } from './import-graph.js';
import { mayImport, type Ranks, UNSCOPED } from './ranks.js';
import type { Manifest, Workspace } from './workspace.js';

const table = 'tools/arrows/ranks.ts';

export function findProblems(workspace: Workspace, ranks: Ranks): string[] {
  const imports = readImports(workspace.sources);
  const graph = fileGraph(imports.filter(({ file }) => !isTest(file)));
  return [
    ...workspace.manifests.flatMap((manifest) => problemsOfManifest(manifest, ranks)),
    ...imports.flatMap((each) => problemOfImport(each, workspace.manifests, ranks) ?? []),
    ...problemsOfEntries(graph, workspace.manifests, ranks),
    ...problemsOfRooms(graph, workspace.manifests, ranks),
    ...cycles(graph),
  ];
}

/** Tests, benchmarks and soaks are not shipped: they may look upwards, but not into another package's files. */
function isTest(path: string): boolean {
  return /\.test\.[a-z]+$/.test(path) || /^packages\/[^/]+\/(?:[^/]+\/)?(?:test|bench|soak)\//.test(path);
}

function problemsOfManifest({ path, folder, name }: Manifest, ranks: Ranks): string[] {
  const problems: string[] = [];
  if (!Object.hasOwn(ranks, folder)) {
    problems.push(`${path} has no place in the house: give it a rank in ${table}`);
  }
  if (name !== packageName(folder)) {
    problems.push(`${path}/package.json is called ${name}; in this folder it must be ${packageName(folder)}`);
  }
  return problems;
}

function problemOfImport(each: Import, manifests: readonly Manifest[], ranks: Ranks): string | undefined {
  const problem = problemOfTarget(each, manifests, ranks);
  return problem && `${each.file}:${each.line} imports ${each.specifier}: ${problem}`;
}

/** The gravest problem only: the others may go away with it. */
function problemOfTarget({ file, target }: Import, manifests: readonly Manifest[], ranks: Ranks): string | undefined {
  const importer = packageOf(file, manifests);
  if (target.kind === 'file') return problemOfRelative(file, importer, packageOf(target.path, manifests), target.path);
  if (target.kind === 'outside') return undefined;
  if (target.folder === 'tools' && isTest(file)) return undefined;

  const manifest = manifests.find(({ folder }) => folder === target.folder);
  if (!manifest) {
    const known = manifests.map(({ folder }) => folder);
    return `there is no package ${packageName(target.folder)}; there are ${names(known)}`;
  }
  if (!isTest(file)) {
    if (manifest === importer) return 'that is its own package: import the file by a relative path';
    const arrow = problemOfArrow(importer?.folder ?? '', target.folder, ranks);
    if (arrow !== undefined) return arrow;
  }
  if (!manifest.exports.some((key) => offers(key, target.subpath))) {
    const offered = manifest.exports.map((key) => importPath(target.folder, key));
    return `${manifest.name} does not offer that; its exports are ${offered.join(', ')}`;
  }
  if (!isTest(file) && !importer?.dependencies.includes(manifest.name)) {
    return `${importer?.path}/package.json does not list it: add "${manifest.name}" to "dependencies"`;
  }
  return undefined;
}

function problemOfRelative(
  file: string,
  from: Manifest | undefined,
  to: Manifest | undefined,
  path: string,
): string | undefined {
  if (to !== undefined && to !== from) {
    return `that is a file of another package: import ${to.name}, or a subpath that its exports offer`;
  }
  if (isTest(file)) return path.startsWith('tools/') ? 'tools are a package: import @kineko/tools' : undefined;
  if (!path.startsWith(`${from?.path}/src/`) || isTest(path)) {
    return `only ${from?.path}/src is shipped, without its tests: move what is needed there`;
  }
  return undefined;
}

function problemOfArrow(from: string, to: string, ranks: Ranks): string | undefined {
  const source = ranks[from];
  const goal = ranks[to];
  // A package without a place is a problem of its own, told once.
  if (!source || !goal) return undefined;
  const allowed = mayImport(from, ranks);
  if (allowed.includes(to)) return undefined;
  const right = allowed.length === 0 ? 'nothing of ours' : `only ${names(allowed)}`;
  return `${from} (rank ${source.rank}) must not import ${to} (rank ${goal.rank}); it may import ${right}`;
}

/** What the default entry must not load, however many files lie between. */
function problemsOfEntries(graph: FileGraph, manifests: readonly Manifest[], ranks: Ranks): string[] {
  return manifests.flatMap(({ folder, path: packagePath }) =>
    (ranks[folder]?.apart ?? []).flatMap((hidden) => {
      const secret = `${packagePath}/${hidden}`;
      const isHidden = (path: string) => path === secret || path.startsWith(`${secret}/`);
      const chain = shortestChain(graph, `${packagePath}/src/index.ts`, isHidden);
      if (!chain) return [];
      return `${shown(chain)}: the default entry of ${folder} reaches ${hidden}, which only a subpath may offer`;
    }),
  );
}

/** Each import that leads out of a room and, there or further on, into another. */
function problemsOfRooms(graph: FileGraph, manifests: readonly Manifest[], ranks: Ranks): string[] {
  return manifests.flatMap(({ folder, path: packagePath }) => {
    const rooms = ranks[folder]?.rooms ?? [];
    const roomOf = (path: string) => rooms.find((room) => path.startsWith(`${packagePath}/src/${room}/`));
    return [...graph.values()].flat().flatMap((step) => {
      const room = roomOf(step.file);
      if (room === undefined || roomOf(step.target.path) === room) return [];
      const isOtherRoom = (path: string) => ![undefined, room].includes(roomOf(path));
      const further = isOtherRoom(step.target.path) ? [] : shortestChain(graph, step.target.path, isOtherRoom);
      if (!further) return [];
      return `${shown([step, ...further])}: the rooms ${names(rooms)} of ${folder} must not import each other`;
    });
  });
}

/** Every file that takes part in a cycle is in one that is shown; the shortest ones first help most. */
function cycles(graph: FileGraph): string[] {
  const shownFiles = new Set<string>();
  return [...graph.keys()].flatMap((file) => {
    if (shownFiles.has(file)) return [];
    const cycle = shortestChain(graph, file, (path) => path === file);
    if (!cycle) return [];
    for (const step of cycle) shownFiles.add(step.file);
    return `${shown(cycle)}: an import cycle; move what they share into a file that both import`;
  });
}

function shown(chain: readonly FileImport[]): string {
  return [...chain.map(({ file, line }) => `${file}:${line}`), chain.at(-1)?.target.path].join(' → ');
}

function packageOf(file: string, manifests: readonly Manifest[]): Manifest | undefined {
  return manifests.find(({ path }) => file.startsWith(`${path}/`));
}

function packageName(folder: string): string {
  return UNSCOPED.includes(folder) ? folder : `@kineko/${folder}`;
}

function importPath(folder: string, exportKey: string): string {
  return packageName(folder) + exportKey.slice(1);
}

/** Whether the key of `exports`, which may hold one `*`, offers the subpath. */
function offers(key: string, subpath: string): boolean {
  const [before = '', after] = key.split('*');
  if (after === undefined) return key === subpath;
  return subpath.length >= before.length + after.length && subpath.startsWith(before) && subpath.endsWith(after);
}

function names(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}
