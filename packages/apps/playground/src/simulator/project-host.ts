/** The files of a project, for its scenario. */
import { InputError, inputError, type Problem } from '@kineko/formats/problem';
import type { Host, Source } from '@kineko/run';
import { pathFrom, suggestion } from '../programs/resolve.js';
import type { AuthorModules, Namespace } from './author-modules.js';

export class ProjectHost implements Host {
  /** Problems in the files of programs. */
  readonly failures: Problem[] = [];

  constructor(
    private readonly files: ReadonlyMap<string, Uint8Array>,
    private readonly modules: AuthorModules,
  ) {}

  async readBytes(path: string, from: Source): Promise<Uint8Array> {
    return this.files.get(this.find(path, from))!;
  }

  async loadModule(path: string, from: Source): Promise<Namespace> {
    const file = this.find(path, from);
    try {
      return await this.modules.load(file);
    } catch (error) {
      if (error instanceof InputError) this.failures.push(...error.problems);
      throw error;
    }
  }

  private find(path: string, from: Source): string {
    const file = pathFrom(from.path, path);
    if (file !== undefined && this.files.has(file)) return file;
    const why =
      file === undefined
        ? `expected a path beneath the folder of ${from.path}`
        : `no such file ${file}${suggestion(path, from.path, this.files.keys())}`;
    throw inputError(`${JSON.stringify(path)}: ${why}`, from.path);
  }
}
