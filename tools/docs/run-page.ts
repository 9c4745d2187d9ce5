/** Runs a page: writes its files, runs its commands and compares their output. */
import { dirname } from 'node:path';
import type { Block } from './blocks.js';
import { hasPrinted, outputProblem } from './output.js';
import type { Page } from './pages.js';
import { BASE_CONFIG } from './preambles.js';
import type { Outcome, Program } from './program.js';
import { roleOf } from './roles.js';
import { scratchFor } from './scratch.js';
import { type Place, runScript, start, type Started } from './shell.js';
import { turnToServe } from './turn-to-serve.js';
import { type Step, stepsOf } from './steps.js';

export interface RunOptions {
  readonly repository: string;
  readonly program: Program;
  /** Time limit of one command, or of the start or end of a server. */
  readonly timeLimitMs: number;
}

/** Throws an error with the position at the first difference from the page. */
export async function runPage(page: Page, options: RunOptions): Promise<void> {
  const isRun = page.blocks.some((block) => !['prose', 'not-run'].includes(roleOf(block).kind));
  if (!isRun) return;
  const turn = serves(page) ? await turnToServe() : undefined;
  const scratch = scratchFor(page, options.repository);
  const run = new PageRun(options, scratch.folder, { cwd: scratch.folder, env: scratch.env });
  try {
    for (const [index, block] of page.blocks.entries()) {
      try {
        const role = roleOf(block);
        switch (role.kind) {
          case 'file':
            scratch.write(role.name, block.text);
            break;
          case 'commands':
            await run.commands(block, role.manner, page.blocks.slice(index + 1));
            break;
          case 'output':
            run.compare(block);
            break;
          case 'fragment':
            // The code of all pages is compiled together: see typescript.ts.
            if (role.of === 'code') break;
            scratch.write('fragment-base.config', block.preamble ?? BASE_CONFIG);
            scratch.write(`fragment.${block.language}`, included(block));
            await run.kineko(['validate', `fragment.${block.language}`]);
            break;
          case 'problem':
            throw new Error(role.why);
          default:
        }
      } catch (error) {
        throw new Error(`${page.path}:${block.line + run.lineInBlock}: ${(error as Error).message}`, { cause: error });
      }
    }
    await run.stop();
  } finally {
    run.kill();
    scratch.remove();
    turn?.close();
  }
}

function serves({ blocks }: Page): boolean {
  return blocks.map(roleOf).some((role) => role.kind === 'commands' && role.manner === 'serves');
}

/** A fragment contains only the differences from a complete configuration. */
function included({ language, text }: Block): string {
  switch (language) {
    case 'json':
      return text.replace('{', '{ "include": "fragment-base.config",');
    case 'yaml':
      return `include: fragment-base.config\n${text}`;
    default:
      return `include = fragment-base.config\n${text}`;
  }
}

/** Output of a server once it is ready; addresses of single ports may be printed before. */
const READY = /\bhttp:\/\/\S+|\bCtrl-C\b|\bready\b/i;

class PageRun {
  lineInBlock = 0;
  private printed = '';
  private readonly serving: { readonly started: Started; readonly step: Step }[] = [];

  constructor(
    private readonly options: RunOptions,
    private readonly folder: string,
    private place: Place,
  ) {}

  async commands(block: Block, manner: 'runs' | 'serves' | 'stops', later: readonly Block[]): Promise<void> {
    this.printed = '';
    const steps = manner === 'serves' ? lineByLine(block.text) : stepsOf(block.text);
    for (const step of steps) {
      this.lineInBlock = step.line + 1;
      if (manner === 'serves') await this.serve(step, later);
      else await this.run(step);
    }
    this.lineInBlock = 0;
    if (manner === 'stops') await this.stop();
  }

  compare(block: Block): void {
    const problem = outputProblem(block.text, this.printed);
    if (problem !== undefined) throw new Error(problem);
  }

  async kineko(args: readonly string[]): Promise<void> {
    const { exit, printed } = await this.runKineko(args);
    if (exit !== 0) throw new Error(printed);
  }

  /** Ends all running servers. */
  async stop(): Promise<void> {
    for (const { started, step } of this.serving.splice(0)) {
      started.signal('SIGINT');
      const exit = await within(this.options.timeLimitMs, started.ended, () => started.signal('SIGKILL'));
      // A server ends by being interrupted.
      if (exit !== step.exit && exit !== 130) throw new Error(endedWith(exit, step, started.printed()));
    }
  }

  kill(): void {
    for (const { started } of this.serving) started.signal('SIGKILL');
  }

  private async run(step: Step): Promise<void> {
    const { exit, printed } = step.kineko === undefined ? await this.script(step) : await this.runKineko(step.kineko);
    this.printed += printed;
    if (exit !== step.exit) throw new Error(endedWith(exit, step, printed));
  }

  private async script({ script }: Step): Promise<Outcome> {
    const outcome = await runScript(script, this.place, dirname(this.folder), this.options.timeLimitMs);
    this.place = outcome.place;
    return outcome;
  }

  private runKineko(args: readonly string[]): Promise<Outcome> {
    return this.options.program.run({ args, ...this.place }, this.folder);
  }

  /** Starts a separate process, because its end is part of the test. */
  private async serve(step: Step, later: readonly Block[]): Promise<void> {
    const started = start(step.script, this.place);
    this.serving.push({ started, step });
    const [next] = later;
    const announced = next !== undefined && roleOf(next).kind === 'output' ? next.text : undefined;
    const isReady = (): boolean =>
      announced === undefined ? READY.test(started.printed()) : hasPrinted(announced, started.printed());
    let hasEnded = false;
    void started.ended.then(() => (hasEnded = true));
    const ready = async (): Promise<void> => {
      while (!isReady() && !hasEnded) await Promise.race([started.news(), started.ended]);
    };
    await within(this.options.timeLimitMs, ready(), () => started.signal('SIGKILL'));
    this.printed = started.printed();
    if (!isReady()) throw new Error(`the server ended before it was ready\n${started.printed()}`);
    if (!isStoppedIn(later)) await this.stop();
  }
}

/** Whether the next block of commands is a `stops` block, and not another `serves` block. */
function isStoppedIn(later: readonly Block[]): boolean {
  const manners = later.map(roleOf).flatMap((role) => (role.kind === 'commands' ? [role.manner] : []));
  return manners.find((manner) => manner !== 'runs') === 'stops';
}

/** Each line of a `serves` block is a separate program. */
function lineByLine(text: string): readonly Step[] {
  return stepsOf(text).flatMap((step) =>
    step.kineko === undefined
      ? step.script
          .trimEnd()
          .split('\n')
          .map((script, offset) => ({ ...step, line: step.line + offset, script }))
          .filter(({ script }) => !/^\s*(#|$)/.test(script))
      : [step],
  );
}

async function within<T>(timeLimitMs: number, promise: Promise<T>, giveUp: () => void): Promise<T> {
  const limit = setTimeout(giveUp, timeLimitMs);
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
  }
}

function endedWith(exit: number, step: Step, printed: string): string {
  return `${step.script.trim()}\nended with exit code ${exit} instead of ${step.exit}\n${printed}`;
}
