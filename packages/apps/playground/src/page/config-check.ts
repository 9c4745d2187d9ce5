/** Looks at the configuration while somebody types: it is only read for this, and nothing that it names is run. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { effect } from '@preact/signals';
import { pathFrom } from '../programs/resolve.js';
import type { Project } from '../project/project.js';
import * as store from './store.js';

/** After the last key (ms). */
const PAUSE = 300;

/** To be called once. What came with a link is left alone until it is edited or run. */
export function keepChecking(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const project = store.project.value;
    clearTimeout(timer);
    if (store.isEdited.peek()) timer = setTimeout(() => void check(project), PAUSE);
  });
}

async function check(project: Project): Promise<void> {
  const found = await problemsOf(project);
  // Something else may have come in between.
  if (project !== store.project.value || store.phase.value === 'running') return;
  const { name } = project.config;
  store.marks.value = [...store.marks.value.filter(({ place }) => place?.file !== name), ...found];
}

/** What can be told without running anything; a run tells more. */
async function problemsOf({ config, files }: Project): Promise<readonly Problem[]> {
  const { NekoConfig } = await import('@kineko/robotsim/format');
  const read = async (path: string, from: string): Promise<string> => {
    const content = files.find(({ name }) => name === pathFrom(from, path))?.content;
    if (typeof content !== 'string') throw new Error(`there is no text ${path}`);
    return content;
  };
  try {
    return (await NekoConfig.read({ path: config.name, text: config.content, read })).problems();
  } catch (error) {
    return error instanceof InputError ? error.problems : [];
  }
}
