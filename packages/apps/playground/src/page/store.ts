/** The state of the page. */
import { computed, signal } from '@preact/signals';
import type { Problem } from '@kineko/formats/problem';
import { isProgram, isText, type Project, type ProjectFile, type TextFile } from '../project/project.js';
import type { AuditReport, Line, RunResult } from '../simulator/protocol.js';

/** `waiting`: nothing has run yet; `failed`: the records so far are shown. */
export type Phase = 'waiting' | 'running' | 'ended' | 'stopped' | 'failed';

export const project = signal<Project>({
  config: { name: 'robotsim.config', content: '' },
  files: [],
  seed: undefined,
});
/** Name of the file in the editor. */
export const active = signal('robotsim.config');
/** Whether there are unsaved changes. */
export const isEdited = signal(false);
export const seedText = signal('');
export const theme = signal<'light' | 'dark'>('light');
export const dialog = signal<'none' | 'gallery' | 'share' | 'files'>('none');

export const phase = signal<Phase>('waiting');
export const progress = signal({ now: 0, events: 0, timeLimit: Infinity });
/** Milliseconds without a message after which the page offers to stop the run. */
export const patience = signal(5000);
export const isSilent = signal(false);
export const result = signal<RunResult | undefined>(undefined);
/** The report of a scenario that can be examined without running it. */
export const audit = signal<AuditReport | undefined>(undefined);
/** Problems as on the command line. */
export const problems = signal<readonly Problem[]>([]);
/** Problems to mark in files. */
export const marks = signal<readonly Problem[]>([]);
export const lines = signal<readonly Line[]>([]);
export const linesLeftOut = signal(0);
/** A message of the playground itself. */
export const notice = signal('');

export const allFiles = computed<readonly ProjectFile[]>(() => [project.value.config, ...project.value.files]);
export const activeFile = computed<ProjectFile>(
  () => allFiles.value.find(({ name }) => name === active.value) ?? project.value.config,
);

/** Replaces the project. */
export function open(next: Project): void {
  isEdited.value = false;
  project.value = next;
  // Show the program, if there is one.
  active.value = (next.files.find(isProgram) ?? next.config).name;
  seedText.value = next.seed === undefined ? '' : String(next.seed);
  forgetRun();
}

export function forgetRun(): void {
  phase.value = 'waiting';
  progress.value = { now: 0, events: 0, timeLimit: Infinity };
  isSilent.value = false;
  result.value = undefined;
  audit.value = undefined;
  problems.value = [];
  marks.value = [];
  lines.value = [];
  linesLeftOut.value = 0;
  notice.value = '';
}

export function edit(name: string, content: string): void {
  isEdited.value = true;
  const { config, files } = project.peek();
  const edited = (file: ProjectFile): ProjectFile => (file.name === name ? { name, content } : file);
  project.value = { ...project.peek(), config: edited(config) as TextFile, files: files.map(edited) };
}

export function setSettings(settings: string): void {
  isEdited.value = true;
  project.value = { ...project.peek(), settings };
}

/** Makes another file the one that is run. */
export function makeMain(name: string): void {
  const { config, files } = project.peek();
  const main = files.find((file) => file.name === name);
  if (main === undefined || !isText(main)) return;
  isEdited.value = true;
  project.value = { ...project.peek(), config: main, files: files.map((file) => (file === main ? config : file)) };
}

export function addFile(file: ProjectFile): void {
  isEdited.value = true;
  project.value = { ...project.peek(), files: [...project.peek().files, file] };
  if (isText(file)) active.value = file.name;
}

export function removeFile(name: string): void {
  isEdited.value = true;
  project.value = { ...project.peek(), files: project.peek().files.filter((file) => file.name !== name) };
  if (active.value === name) active.value = project.peek().config.name;
}
