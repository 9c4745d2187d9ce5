/** Runs and stops the project, and shows the messages of the simulator. */
import { expected } from '@kineko/formats/problem';
import type { CompiledModule } from '../programs/compile.js';
import { isProgram, isSeed, isText, type Project, SEED, type ProjectSetting, settingsIn } from '../project/project.js';
import { type FromSimulator, type Job, PAGE_LIMITS } from '../simulator/protocol.js';
import { type RunLink, startRun } from './run-link.js';
import * as store from './store.js';
import { show } from './viewer-frame.js';

let current: RunLink | undefined;
/** Counts requests: another one may arrive while a run is being prepared. */
let requests = 0;
let trace: Uint8Array<ArrayBuffer>[] = [];
let traceBytes = 0;
let lastMessage = 0;
let scenario = '';
let watchdog: ReturnType<typeof setInterval> | undefined;

export async function run(): Promise<void> {
  abandon();
  store.forgetRun();
  const seed = typedSeed();
  if (seed === 'wrong') {
    store.notice.value = `seed: ${expected(`${SEED}, or nothing`, store.seedText.value)}`;
    return;
  }
  const [request, project] = [requests, store.project.value];
  const settings = settingsIn(project.settings ?? '');
  if ('invalid' in settings) {
    store.notice.value = `settings: ${expected('key=value; key=value', settings.invalid)}`;
    return;
  }
  [trace, traceBytes, scenario] = [[], 0, project.config.name];
  store.phase.value = 'running';
  let modules: readonly CompiledModule[];
  try {
    modules = await compiled(project);
  } catch (error) {
    if (request === requests)
      receive({ type: 'failed', problem: { severity: 'error', text: `cannot be compiled: ${String(error)}` } });
    return;
  }
  if (request !== requests) return;
  lastMessage = performance.now();
  watchdog = setInterval(() => (store.isSilent.value = performance.now() - lastMessage > store.patience.value), 100);
  current = startRun(jobOf(project, modules, settings, seed), receive);
}

/** Ends the run, and shows its records so far. */
export function stop(): void {
  if (store.phase.value !== 'running') return;
  abandon();
  store.phase.value = 'stopped';
  showTrace();
}

/** The trace of the last run, if there is one. */
export function traceFile(): Blob | undefined {
  return trace.length > 0 ? new Blob(trace) : undefined;
}

/** Ends the current run silently. */
export function abandon(): void {
  requests++;
  current?.end();
  current = undefined;
  clearInterval(watchdog);
  store.isSilent.value = false;
}

function typedSeed(): number | 'wrong' | undefined {
  const text = store.seedText.value.trim();
  if (text === '') return undefined;
  return /^\+?[\d.]+(?:e\+?\d+)?$/i.test(text) && isSeed(Number(text)) ? Number(text) : 'wrong';
}

/** The compiler is loaded on the first run. */
async function compiled({ files }: Project): Promise<CompiledModule[]> {
  const { compile } = await import('../programs/compile.js');
  return files.filter(isText).filter(isProgram).map(compile);
}

function jobOf(
  { config, files }: Project,
  modules: readonly CompiledModule[],
  settings: readonly ProjectSetting[],
  seed: number | undefined,
): Job {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return {
    config: { name: config.name, text: config.content },
    files: files.map(({ name, content }) => ({
      name,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    })),
    modules,
    settings,
    seed,
    drawnSeed: drawn,
  };
}

function receive(message: FromSimulator): void {
  lastMessage = performance.now();
  switch (message.type) {
    case 'problems':
      store.problems.value = message.problems;
      store.marks.value = message.marks;
      if (message.problems.some(({ severity }) => severity === 'error')) fail();
      break;
    case 'audit':
      store.audit.value = message.report;
      break;
    case 'begun':
      scenario = message.scenario;
      break;
    case 'records':
      // The worker has the same limit, but an author's program might bypass it.
      if (traceBytes > 2 * PAGE_LIMITS.kept) break;
      traceBytes += message.bytes.length;
      trace.push(message.bytes);
      break;
    case 'progress':
      store.progress.value = message;
      break;
    case 'lines':
      store.lines.value = [...store.lines.value, ...message.lines].slice(0, 2 * PAGE_LIMITS.lines);
      store.linesLeftOut.value += message.leftOut;
      break;
    case 'ended':
      abandon();
      store.result.value = message.result;
      store.phase.value = 'ended';
      // An incomplete trace ends at its last record.
      showTrace(message.result.bytesLeftOut === 0 ? message.result.summary.simulatedSeconds : undefined);
      break;
    case 'failed':
      store.problems.value = [...store.problems.value, message.problem];
      store.marks.value = [...store.marks.value, message.problem];
      fail();
      showTrace();
      break;
    case 'load':
  }
}

function fail(): void {
  abandon();
  store.phase.value = 'failed';
  // The last error is the most specific: in a program, after the line of the configuration that names it.
  const place = store.marks.value.findLast(({ severity }) => severity === 'error')?.place;
  if (store.allFiles.value.some(({ name }) => name === place?.file)) store.active.value = place!.file;
}

/** `end`: simulated time at which the run ended, if all of it was recorded. */
function showTrace(end?: number): void {
  const file = traceFile();
  if (file !== undefined) show(file, scenario, end);
}
