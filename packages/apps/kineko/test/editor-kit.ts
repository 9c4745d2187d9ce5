/** `kineko edit` for tests, started with its own files, and stopped. */
import { type Answer, type Files, Workspace } from './command-line.js';

export interface Edited {
  readonly workspace: Workspace;
  readonly url: string;
  readonly stop: () => Promise<Answer>;
}

/** Starts `kineko edit`; resolves when its page can be opened. */
export async function edited(files: Files, args: readonly string[]): Promise<Edited> {
  const workspace = new Workspace(files);
  const ending = new AbortController();
  let begin: (url: string) => void;
  const begun = new Promise<string>((resolve) => {
    begin = resolve;
  });
  const onOutput = (text: string): void => {
    const [url] = /http:\S+/.exec(text) ?? [];
    if (url !== undefined) begin(url);
  };
  const answer = workspace.kineko(['edit', ...args, '--no-open', '--port', '0'], { onOutput, signal: ending.signal });
  const failed = answer.then(({ stderr }): string => {
    throw new Error(stderr);
  });
  const url = await Promise.race([begun, failed]);
  failed.catch(() => {});
  const stop = (): Promise<Answer> => {
    ending.abort();
    return answer;
  };
  return { workspace, url, stop };
}

/** A configuration with one robot and one obstacle. */
export const ROOM = `# A room
process.num: 1
robot: { algorithm: RandomMovement, size: 5 } # all alike
bornpoint1: [100, 200]
world: { width: 400, height: 400 }
obstacles:
  - { kind: box, x: 300, y: 300, width: 60, height: 20, name: table }
simulation.time: 5
seed: 1
`;
