/** Checks the configuration while the user types, without running anything. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { effect } from '@preact/signals';
import { pathFrom } from '../programs/resolve.js';
import type { Project } from '../project/project.js';
import * as store from './store.js';

/** Delay after the last key. */
const DELAY_MS = 300;

/** Called once. A project from a link is not checked until it is edited or run. */
export function keepChecking(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const project = store.project.value;
    clearTimeout(timer);
    if (store.isEdited.peek()) timer = setTimeout(() => void check(project), DELAY_MS);
  });
}

async function check(project: Project): Promise<void> {
  const found = await problemsOf(project);
  // The project may have changed meanwhile.
  if (project !== store.project.value || store.phase.value === 'running') return;
  const { name } = project.config;
  store.marks.value = [...store.marks.value.filter(({ place }) => place?.file !== name), ...found];
}

/** Problems that can be found without a run. */
async function problemsOf({ config, files }: Project): Promise<readonly Problem[]> {
  const { NekoConfig } = await import('@kineko/robotsim/format');
  const read = async (path: string, from: string): Promise<string> => {
    const content = files.find(({ name }) => name === pathFrom(from, path))?.content;
    if (typeof content !== 'string') throw new Error(`no such file ${path}`);
    return content;
  };
  try {
    return (await NekoConfig.read({ path: config.name, text: config.content, read })).problems();
  } catch (error) {
    return error instanceof InputError ? error.problems : [];
  }
}
