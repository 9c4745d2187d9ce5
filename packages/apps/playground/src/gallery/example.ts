/** An example of the gallery. */
import type { TextFile } from '../project/project.js';

export interface Example {
  /** The name of its folder. */
  readonly id: string;
  readonly title: string;
  /** What happens in it. */
  readonly sentence: string;
  readonly config: TextFile;
  readonly files: readonly TextFile[];
}
