/** The debugger of delivery schedules: performs the branches that its page asks for, and serves the page to this machine only. */
import { messageOf } from '@kineko/kernel';
import { Execution, type ExploreOptions, printDeliveries, StepError } from '@kineko/neko';
import { aborted, type CliContext } from '@kineko/run/console';
import { startServer } from '@kineko/server';
import { openInBrowser } from '../open-in-browser.js';
import { type Branch, VIEWER_PATHS } from '@kineko/viewer';
import { pagesFolder } from '../program-files.js';
import type { Viewer } from '../viewer-server.js';
import type { Processes } from './processes.js';

export interface Debugged {
  /** Name of the system, for the title and the file of a schedule. */
  readonly name: string;
  readonly system: Processes['system'];
  /** Checked after every step. */
  readonly checkers: ExploreOptions<unknown>['checkers'];
  /** The steps that are shown first. */
  readonly steps: readonly string[];
}

/** More steps than a person follows; each request repeats all of them. */
const MAX_STEPS = 10_000;

/** Shows it until the program is interrupted. */
export async function debug(
  debugged: Debugged,
  { port, open }: { readonly port: number | undefined; readonly open: boolean },
  { stdout, stderr, signal }: CliContext,
): Promise<void> {
  const { url, close } = await showInDebugger(debugged, port);
  stdout.write(`${url}\n`);
  stderr.write('stop with Ctrl-C\n');
  if (open) openInBrowser(url);
  await aborted(signal);
  await close();
}

export async function showInDebugger(debugged: Debugged, port: number | undefined): Promise<Viewer> {
  const server = await startServer({
    pages: pagesFolder(),
    port,
    routes: { fetch: (request) => answer(request, debugged) },
  });
  const address = new URL(server.url);
  address.pathname = '/debugger.html';
  return { url: address.href, close: () => server.close() };
}

async function answer(request: Request, debugged: Debugged): Promise<Response> {
  if (new URL(request.url).pathname !== VIEWER_PATHS.branch) return new Response('not found\n', { status: 404 });
  const steps = request.method === 'POST' ? stepsIn(await request.text()) : debugged.steps;
  if (steps === undefined) return new Response(`expected a list of at most ${MAX_STEPS} steps\n`, { status: 400 });
  try {
    return Response.json(await branchOf(debugged, steps));
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return new Response(`${error.message}\n`, { status: 422 });
  }
}

function stepsIn(text: string): string[] | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isValid = Array.isArray(data) && data.length <= MAX_STEPS && data.every((step) => typeof step === 'string');
  return isValid ? (data as string[]) : undefined;
}

/** Takes the steps from the start on; throws a `StepError` if one is not possible. A step that fails is the last one. */
async function branchOf({ name, system, checkers }: Debugged, steps: readonly string[]): Promise<Branch> {
  const execution = new Execution(system, system.links);
  const moments: Branch['moments'][number][] = [];
  const states: string[] = [];
  let failure: string | undefined;
  let seen = 0;
  const look = (step: string | null): void => {
    const processes = Array.from({ length: execution.n }, (_, id) => {
      const state = execution.shown(id);
      const text = JSON.stringify(state);
      if (states[id] === text) return null;
      states[id] = text;
      return state;
    });
    const records = execution.records.slice(seen);
    seen = execution.records.length;
    const isOver = execution.next.every((each) => system.maxTimers === 'never' && each.startsWith('timer '));
    const broken = checkers.flatMap((checker) => {
      const [violation] = checker.check(execution.records, execution.n, isOver).violations;
      return violation === undefined ? [] : `${checker.name}: ${violation.text}`;
    });
    moments.push({
      step,
      processes,
      underWay: execution.underWay.map(({ message, to, text }) => {
        const { from, type, content, number } = message;
        return { key: `${from};${number};${to}`, from, to, type, content: JSON.stringify(content) ?? '', text };
      }),
      possible: failure === undefined ? execution.possible : [],
      records,
      violations: failure === undefined ? broken : [`error: ${failure}`, ...broken],
    });
  };
  const attempt = async (step: string | null, perform: () => Promise<void>): Promise<void> => {
    try {
      await perform();
    } catch (error) {
      if (error instanceof StepError) throw error;
      failure = messageOf(error);
    }
    look(step);
  };
  await attempt(null, () => execution.start());
  for (const step of steps) if (failure === undefined) await attempt(step, () => execution.take(step));
  const taken = moments.slice(1).map(({ step }) => step!);
  const schedule = printDeliveries(taken, system, [`${name}: ${moments.at(-1)!.violations[0] ?? 'no violation'}`]);
  return { name, n: execution.n, moments, schedule, file: `${name}.deliveries` };
}
