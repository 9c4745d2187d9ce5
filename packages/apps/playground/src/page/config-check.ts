/** Checks the configuration or the plan while the user types, without running anything. */
import { inputError, InputError, type Problem } from '@kineko/formats/problem';
import { headOf, type Source } from '@kineko/run';
import { effect } from '@preact/signals';
import { pathFrom } from '../programs/resolve.js';
import { type Project, type ProjectFile, settingsIn } from '../project/project.js';
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
async function problemsOf(project: Project): Promise<readonly Problem[]> {
  const { config } = project;
  const { PLAN_FILES } = await import('@kineko/plans/format');
  const isPlan = PLAN_FILES.recognises(headOf(sourceOf(config)), config.name);
  try {
    return isPlan ? await problemsOfPlan(project) : await problemsOfConfig(project);
  } catch (error) {
    return error instanceof InputError ? error.problems : [];
  }
}

async function problemsOfConfig({ config, files }: Project): Promise<readonly Problem[]> {
  const { NekoConfig } = await import('@kineko/robotsim/format');
  const read = async (path: string, from: string): Promise<string> => {
    const { content } = fileOf(files, path, from);
    if (typeof content !== 'string') throw new Error(`expected text in ${path}`);
    return content;
  };
  return (await NekoConfig.read({ path: config.name, text: config.content, read })).problems();
}

async function problemsOfPlan({ config, files, settings = '' }: Project): Promise<readonly Problem[]> {
  const { readPlanFiles } = await import('@kineko/plans/format');
  const found = settingsIn(settings);
  const given = new Map('invalid' in found ? [] : found.map(({ key, value }) => [key, value]));
  const read = async (path: string): Promise<Source> => sourceOf(fileOf([config, ...files], path, config.name));
  return (await readPlanFiles(sourceOf(config), (key) => given.get(key), read)).problems;
}

function sourceOf({ name, content }: ProjectFile): Source {
  return { path: name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content };
}

function fileOf(files: readonly ProjectFile[], path: string, from: string): ProjectFile {
  const file = files.find(({ name }) => name === pathFrom(from, path));
  if (file === undefined) throw inputError(`${path}: no such file`, from);
  return file;
}
