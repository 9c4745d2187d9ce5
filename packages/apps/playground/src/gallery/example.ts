import type { TextFile } from '../project/project.js';

export interface Example {
  /** Name of its folder. */
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly config: TextFile;
  readonly files: readonly TextFile[];
  /** As in a project. */
  readonly settings?: string | undefined;
}
