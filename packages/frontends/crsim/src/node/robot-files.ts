/** The programs of robots, as they are named on the command line: from where it was started, beneath the folder of the model. */
import { dirname, relative, resolve } from 'node:path';
import { UsageError } from '@kineko/run/console';

export const ROBOT_OPTION =
  'of an environment: the file of a robot’s program, --robot r1=searcher.ts, or of all: --robot "*=searcher.ts"';

/** As keys of a scenario: `robot.r1`. */
export function robotFiles(
  robots: readonly string[] = [],
  model: string,
  cwd: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    robots.map((text) => {
      const [, name, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      if (name === undefined) throw new UsageError(`--robot ${text}: it takes name=file, as in --robot r1=searcher.ts`);
      return [`robot.${name}`, fromFolderOf(model, file!, cwd)];
    }),
  );
}

/** A file as a scenario would have to name it. */
export function fromFolderOf(model: string, file: string, cwd: string): string {
  return relative(dirname(resolve(cwd, model)), resolve(cwd, file));
}
