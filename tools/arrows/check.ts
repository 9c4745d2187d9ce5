/**
 * Compares the sources with the table of layers. A problem is a line with the position, the problem, the reason and the
 * expected state.
 */
import { fileGraph, type FileGraph, type FileImport, type Import, readImports, shortestChain } from './import-graph.js';
import {
  APART,
  APART_ANYWHERE,
  DECLARATION,
  type Exceptions,
  exceptions as usual,
  layerOf,
  LAYERS,
  mayImport,
  PARTS,
  UNSCOPED,
} from './layers.js';
import type { Manifest, Workspace } from './workspace.js';

export function findProblems({ manifests, sources }: Workspace, exceptions: Exceptions = usual): string[] {
  const imports = readImports(sources);
  const graph = fileGraph(imports.filter(({ file }) => !isTest(file)));
  return [
    ...manifests.flatMap(problemsOfManifest),
    ...imports.flatMap((each) => problemOfImport(each, manifests, exceptions) ?? []),
    ...problemsOfEntries(graph, manifests),
    ...problemsOfParts(graph, manifests),
    ...cycles(graph),
  ];
}

/**
 * Tests, benchmarks and soaks are not shipped: they may import higher layers, but not the inner files of another package.
 */
function isTest(path: string): boolean {
  return /\.test\.[a-z]+$/.test(path) || /^packages\/[^/]+\/[^/]+\/(?:test|bench|soak)\//.test(path);
}

function problemsOfManifest(manifest: Manifest): string[] {
  const { path, folder, name } = manifest;
  const problems: string[] = [];
  if (!LAYERS.includes(layerOf(manifest)) || path.split('/').length !== 3) {
    problems.push(`${path}: expected a package in the folder of a layer: ${names(LAYERS)}`);
  }
  if (name !== packageName(folder)) {
    problems.push(`${path}/package.json: expected the name ${packageName(folder)}, got ${name}`);
  }
  return problems;
}

function problemOfImport(each: Import, manifests: readonly Manifest[], exceptions: Exceptions): string | undefined {
  const problem = problemOfTarget(each, manifests, exceptions);
  return problem && `${each.file}:${each.line} imports ${each.specifier}: ${problem}`;
}

/** Returns only the most serious problem, since fixing it may remove the others. */
function problemOfTarget(
  { file, target }: Import,
  manifests: readonly Manifest[],
  exceptions: Exceptions,
): string | undefined {
  const importer = packageOf(file, manifests);
  if (target.kind === 'file') return problemOfRelative(file, importer, packageOf(target.path, manifests), target.path);
  if (target.kind === 'outside') return undefined;
  if (target.folder === 'tools' && isTest(file)) return undefined;

  const manifest = manifests.find(({ folder }) => folder === target.folder);
  if (!manifest) {
    const known = manifests.map(({ folder }) => folder);
    return `there is no package ${packageName(target.folder)}; there are ${names(known)}`;
  }
  if (!isTest(file) && importer !== undefined) {
    if (manifest === importer) return 'that is its own package: import the file by a relative path';
    const problem = problemOfLayers(importer, manifest, manifests, exceptions);
    if (problem !== undefined) return problem;
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

function problemOfLayers(
  from: Manifest,
  to: Manifest,
  all: readonly Manifest[],
  exceptions: Exceptions,
): string | undefined {
  const allowed = mayImport(from, all, exceptions);
  if (allowed.includes(to.folder)) return undefined;
  const expected = allowed.length === 0 ? 'nothing of ours' : `only ${names(allowed)}`;
  return `${from.folder} (${layerOf(from)}) must not import ${to.folder} (${layerOf(to)}); it may import ${expected}`;
}

/** Modules that the default entry must not load, directly or indirectly. */
function problemsOfEntries(graph: FileGraph, manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ folder, path: packagePath }) =>
    [...APART_ANYWHERE, ...(APART[folder] ?? [])].flatMap((hidden) => {
      const secret = `${packagePath}/${hidden}`;
      const isHidden = (path: string) => path === secret || path.startsWith(`${secret}/`);
      const chain = shortestChain(graph, `${packagePath}/src/index.ts`, isHidden);
      if (!chain) return [];
      return `${shown(chain)}: the default entry of ${folder} reaches ${hidden}, which only a subpath may offer`;
    }),
  );
}

/** Each import between two parts of a front end that the table does not allow. */
function problemsOfParts(graph: FileGraph, manifests: readonly Manifest[]): string[] {
  const slices = manifests.filter((manifest) => layerOf(manifest) === 'frontends');
  return [...graph.values()].flat().flatMap((step) => {
    const slice = packageOf(step.file, slices);
    if (slice === undefined || step.file === `${slice.path}/${DECLARATION}`) return [];
    const [from, to] = [step.file, step.target.path].map((path) => partOf(path, slice));
    if (from === undefined || to === undefined || from === to || PARTS[from]?.includes(to) === true) return [];
    const expected = PARTS[from]!.length === 0 ? 'no other part' : `only ${names(PARTS[from]!)}`;
    return `${shown([step])}: ${from} of ${slice.folder} must not import ${to}; it may import ${expected}`;
  });
}

function partOf(path: string, { path: folder }: Manifest): string | undefined {
  return Object.keys(PARTS).find((part) => path.startsWith(`${folder}/src/${part}/`));
}

/** Every file that is part of a cycle is in one that is shown, shortest cycles first. */
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

/** Whether a key of `exports`, which may contain one `*`, exports the subpath. */
function offers(key: string, subpath: string): boolean {
  const [before = '', after] = key.split('*');
  if (after === undefined) return key === subpath;
  return subpath.length >= before.length + after.length && subpath.startsWith(before) && subpath.endsWith(after);
}

function names(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}
