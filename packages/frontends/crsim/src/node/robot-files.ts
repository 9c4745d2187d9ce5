/** The programs of robots on the command line: paths relative to the current folder, of files below the folder of the model. */
import { dirname, relative, resolve } from 'node:path';
import { expected } from '@kineko/formats/problem';
import { UsageError } from '@kineko/run/console';

export const ROBOT_OPTION =
  'file of a robot’s program: --robot r1=searcher.ts, or --robot "*=searcher.ts" for all (environments)';

/** Settings of a scenario, by key: `robot.r1`. */
export function robotFiles(
  robots: readonly string[] = [],
  model: string,
  cwd: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    robots.map((text) => {
      const [, name, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      if (name === undefined) throw new UsageError(`--robot: ${expected('name=file, such as r1=searcher.ts', text)}`);
      return [`robot.${name}`, fromFolderOf(model, file!, cwd)];
    }),
  );
}

/** The path of a file relative to the folder of the model. */
export function fromFolderOf(model: string, file: string, cwd: string): string {
  return relative(dirname(resolve(cwd, model)), resolve(cwd, file));
}
