/** The files of a project, for the scenario that names them. */
import { InputError, type Problem } from '@kineko/formats/problem';
import type { Host, Source } from '@kineko/run';
import { pathFrom, suggestion } from '../programs/resolve.js';
import type { AuthorModules, Namespace } from './author-modules.js';

export class ProjectHost implements Host {
  /** What was wrong with programs, each in its own file. */
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
        ? `it leads out of the folder; files must lie beneath the folder of ${from.path}, and be named from there`
        : `there is no file ${file}${suggestion(path, from.path, this.files.keys())}`;
    const text = `names the file ${JSON.stringify(path)}: ${why}`;
    throw new InputError([{ severity: 'error', place: { file: from.path }, text }]);
  }
}
