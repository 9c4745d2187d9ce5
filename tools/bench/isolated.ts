import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Runner, Timed } from './runner.js';

/** Reply of the worker. */
export type Answer = { readonly timed: Timed } | { readonly error: string };

/**
 * Runs an alternative in its own process. In one process they would affect each other: a heap that has seen two
 * comparison functions is compiled for both, and the second alternative pays for it (measured: up to half of its speed).
 */
export function runApart(name: string, builtFile: string, comparison: number, alternative: number): Runner {
  const file = fileURLToPath(new URL('worker.js', import.meta.url));
  const worker = fork(file, [builtFile, String(comparison), String(alternative)], { execArgv: [] });
  return {
    name,
    async time(calls) {
      const answer = nextAnswer(worker, name);
      worker.send({ calls });
      const result = await answer;
      if ('error' in result) throw new Error(result.error);
      return result.timed;
    },
    close: () => void worker.kill(),
  };
}

async function nextAnswer(worker: ChildProcess, name: string): Promise<Answer> {
  const listening = new AbortController();
  try {
    const { signal } = listening;
    const [answer] = (await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`${name}: its process ended with code ${String(code)}`);
      }),
    ])) as [Answer];
    return answer;
  } finally {
    listening.abort();
  }
}
