/** Loads authors' files in the worker, linked to each other and to the running simulator. */
import { InputError, nearestName, type Place, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { CompiledModule, ModuleImport } from '../programs/compile.js';
import { importedFile, isRelative, suggestion } from '../programs/resolve.js';
import { authorPlace } from './author-place.js';

export type Namespace = Readonly<Record<string, unknown>>;

export interface Loader {
  /** Returns an address from which the code can be imported. */
  addressOf(code: string): string;
  load(address: string): Promise<Namespace>;
  /** The line of a syntax error, if it is known. */
  lineOfError(script: string): Promise<number | undefined>;
}

export class AuthorModules {
  /** By file name, in the order of loading. */
  private readonly loaded = new Map<string, { readonly address: string; readonly exports: Namespace }>();
  private readonly names: ReadonlySet<string>;
  private readonly modules: ReadonlyMap<string, CompiledModule>;
  private readonly packageAddresses = new Map<string, string>();

  constructor(
    modules: readonly CompiledModule[],
    /** Packages that can be imported, by name. */
    private readonly packages: ReadonlyMap<string, Namespace>,
    private readonly loader: Loader,
  ) {
    this.modules = new Map(modules.map((module) => [module.name, module]));
    this.names = new Set(this.modules.keys());
  }

  /** The exports of a file; throws an `InputError` with all problems of it and its imports. */
  async load(name: string): Promise<Namespace> {
    const order: string[] = [];
    const problems = this.survey(name, order, []);
    if (problems.length > 0) throw new InputError(problems);
    for (const each of order) await this.loadOne(this.modules.get(each)!);
    return this.loaded.get(name)!.exports;
  }

  /** The place of an error in an author's file. */
  placeOf(error: unknown): Place | undefined {
    return authorPlace(error, new Map([...this.loaded].map(([name, { address }]) => [address, name])));
  }

  /** Problems of a file and its imports. @param order Receives all files, each after its imports. */
  private survey(name: string, order: string[], above: readonly string[]): readonly Problem[] {
    if (order.includes(name)) return [];
    const module = this.modules.get(name)!;
    const problems = [...module.problems];
    for (const each of module.imports) {
      const fail = (text: string): void => {
        problems.push({ severity: 'error', place: { file: name, line: each.line }, text });
      };
      const { specifier } = each;
      if (!isRelative(specifier)) {
        if (!this.packages.has(specifier)) fail(this.unknownPackage(specifier));
        continue;
      }
      const file = importedFile(specifier, name, this.names);
      if (file === undefined) {
        fail(`no such file "${specifier}"${suggestion(specifier, name, this.names, './')}`);
      } else if (file === name || above.includes(file)) {
        fail(
          `${file} and ${name} import each other, which the playground does not support; move shared code to a third file`,
        );
      } else problems.push(...this.survey(file, order, [...above, name]));
    }
    if (!order.includes(name)) order.push(name);
    return problems;
  }

  private unknownPackage(specifier: string): string {
    return `"${specifier}" cannot be imported; available: ${[...this.packages.keys()].join(', ')}, and your own files`;
  }

  private async loadOne(module: CompiledModule): Promise<void> {
    if (this.loaded.has(module.name)) return;
    const address = this.loader.addressOf(this.linked(module));
    try {
      // Registered before it runs, so that errors can be located in it.
      this.loaded.set(module.name, { address, exports: {} });
      this.loaded.set(module.name, { address, exports: await this.loader.load(address) });
    } catch (error) {
      const problem = await this.explained(error, module);
      this.loaded.delete(module.name);
      throw Object.assign(new InputError([problem]), { cause: error });
    }
  }

  /** The code with addresses instead of specifiers. */
  private linked({ name, code, imports }: CompiledModule): string {
    let text = code;
    for (const { specifier, from, to } of imports.toSorted((a, b) => b.from - a.from)) {
      text = `${text.slice(0, from)}${JSON.stringify(this.addressFor(specifier, name))}${text.slice(to)}`;
    }
    return text;
  }

  private addressFor(specifier: string, importer: string): string {
    if (isRelative(specifier)) return this.loaded.get(importedFile(specifier, importer, this.names)!)!.address;
    let address = this.packageAddresses.get(specifier);
    if (address === undefined) {
      address = this.loader.addressOf(moduleOf(specifier, this.packages.get(specifier)!));
      this.packageAddresses.set(specifier, address);
    }
    return address;
  }

  private async explained(error: unknown, module: CompiledModule): Promise<Problem> {
    const file = module.name;
    const text = messageOf(error);
    if (!(error instanceof SyntaxError)) {
      return problem(`cannot be loaded: ${text}`, this.placeOf(error) ?? { file });
    }
    for (const each of module.imports) {
      const exported = Object.keys(this.exportsOf(each, file));
      const missing = each.names.find((name) => !exported.includes(name));
      if (missing === undefined) continue;
      const meant = nearestName(missing, exported);
      const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
      return problem(`"${each.specifier}" has no export "${missing}"${hint}`, { file, line: each.line });
    }
    return problem(text, { file, line: await this.loader.lineOfError(module.script) });
  }

  private exportsOf({ specifier }: ModuleImport, importer: string): Namespace {
    if (!isRelative(specifier)) return this.packages.get(specifier)!;
    return this.loaded.get(importedFile(specifier, importer, this.names)!)!.exports;
  }
}

function problem(text: string, place: Place): Problem {
  return { severity: 'error', place, text };
}

/** Global name of the simulator's packages, for the generated modules. */
export const PACKAGES = 'kinekoPackages';

/** A module that exports the simulator's own objects: another copy of a class would be another class. */
function moduleOf(specifier: string, namespace: Namespace): string {
  const names = Object.keys(namespace).filter((name) => name !== 'default');
  return [
    `const package_ = globalThis.${PACKAGES}.get(${JSON.stringify(specifier)});`,
    ...names.map((name) => `export const ${name} = package_.${name};`),
  ].join('\n');
}
