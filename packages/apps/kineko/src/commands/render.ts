/** `kineko render`: pictures, films and pages of a run, from its log. */
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeProblem, nearestName } from '@kineko/formats/problem';
import {
  type CliContext,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  LAYER_FLAG,
  LAYERS_FLAG,
  type LookFlags,
  short,
  UsageError,
} from '@kineko/run/console';
import { writing } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { unfinished } from '../cut-off.js';
import { layerScripts } from '../looks/layer-files.js';
import { askedLook } from '../looks/looks.js';
import { openingOf } from '../looks/opening-of.js';
import { besideLog } from '../render/beside.js';
import { dressingOf } from '../render/dressing.js';
import { InterruptedError, type Picture, type Workshop, type Writer } from '../render/picture.js';
import { readScene } from '../render/reading.js';
import { COLORINGS, pictureOf, type Requests } from '../render/requests.js';
import { WRITERS } from '../render/writers.js';
import { logToRead } from '../run-log.js';
import { shownPath } from '../scenario-options.js';
import { progressOn } from '../terminal/progress.js';

interface Arguments extends Requests, LookFlags {
  readonly log: string;
  readonly out: string;
  readonly radius?: number;
  readonly quiet: boolean;
  readonly verbose: number;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('log', { type: 'string', describe: 'a Neko log, a trace, a DEECo log, or the folder of a run' })
      .option('out', {
        alias: 'o',
        type: 'string',
        demandOption: true,
        describe: `the file to write; its ending says what: ${endings()}`,
      })
      .option('at', { type: 'number', describe: 'the instant of a still picture; without it, the end (an .svg moves)' })
      .option('from', { type: 'number', describe: 'where a film begins, in simulated seconds' })
      .option('to', { type: 'number', describe: 'where it ends; at most where the run does' })
      .option('fps', {
        type: 'number',
        describe: 'frames per second (by animation.framerate of the run, else 25; of a .gif 15)',
      })
      .option('speed', { type: 'number', describe: 'simulated seconds per second (so that it takes about 20 s)' })
      .option('size', {
        type: 'string',
        describe: 'pixels, as 800x600 (animation.panel.* of the run, else at most 800x800, as the area is shaped)',
      })
      .option('follow', { type: 'number', describe: 'keep the robot of this id in the middle' })
      .option('layers', LAYERS_FLAG)
      .option('layer', LAYER_FLAG)
      .option('dark', { type: 'boolean', default: false, describe: 'light on dark' })
      .option('trail', { type: 'number', describe: 'simulated seconds of way that robots leave behind them' })
      .option('color', { choices: COLORINGS, describe: 'what the colour of a robot stands for (number)' })
      .option('radius', { type: 'number', describe: 'metres, of robots whose log does not tell' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 render results/trace.bin -o run.gif', 'a film of about 20 s')
      .example('$0 render results/neko.log -o run.png --at 30', 'how things were after 30 s')
      .example('$0 render results/trace.bin -o run.svg', 'a film without frames, sharp at any size')
      .example('$0 render results/trace.bin -o run.html', 'a page that needs nothing else: the viewer and the run')
      .example('$0 render results/trace.bin -o run.mp4 --follow 3 --fps 50', 'by ffmpeg, one robot in the middle'),
  run: (args, context) => render(args as unknown as Arguments, context),
};

async function render(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const { ending, writer } = writerOf(args.out);
  const [from, to] = [await logToRead(args.log, cwd), resolve(cwd, args.out)];
  await requirePlace(args.out, from, to);
  if (args.radius !== undefined && !(args.radius > 0)) {
    throw new UsageError(`--radius ${args.radius}: it takes metres, more than 0`);
  }
  try {
    const beside = await besideLog(from);
    const { scene, file } = await readScene({ path: from, name: shownPath(from, cwd) }, beside, args.radius, signal);
    for (const problem of file.problems) diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
    const lack = await unfinished(from, shownPath(from, cwd));
    if (lack !== undefined) diagnostics.warn(lack);
    const asked = await askedLook(args, cwd);
    for (const remark of asked.remarks) diagnostics.warn(remark);
    const dressing = await dressingOf(asked, ending, diagnostics);
    const picture = pictureOf(from, scene, ending, writer, { ...args, animation: beside.animation }, dressing);
    if (args.to !== undefined && args.to > picture.to) {
      diagnostics.warn(`--to ${args.to}: the run ends at t = ${Number(picture.to.toFixed(3))} s, and so does the film`);
    }
    if (ending === 'svg' && picture.at === undefined && asked.layerFiles.length > 0) {
      diagnostics.warn(
        "an .svg that moves leaves out layers of one's own; --at makes a still one, .gif and .html have them",
      );
    }
    const page: Workshop['page'] = async () => ({
      opening: openingOf({ ...asked, remarks: [] }, beside, {
        look: picture.look,
        at: args.at,
        follow: args.follow,
        size: picture.askedSize,
      }),
      scripts: await layerScripts(asked.layerFiles),
    });
    const said = await withProgress(context, args, page, (workshop) =>
      writing(shownPath(args.out, cwd), () => writeWhole(writer, picture, to, workshop)),
    );
    const size = await (writer.shows === 'page' ? bytesOf(to) : sizesOf(picture, to));
    if (!args.quiet) stdout.write(`${shownPath(args.out, cwd)}: ${said}, ${size}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    stderr.write(`kineko: interrupted: ${shownPath(args.out, cwd)} was not written\n`);
    return EXIT.interrupted;
  }
}

async function withProgress<T>(
  { stderr, signal, env }: CliContext,
  { quiet }: Arguments,
  page: Workshop['page'],
  work: (workshop: Workshop) => Promise<T>,
): Promise<T> {
  const progress = await progressOn(stderr, !quiet, 'frames');
  const onFrame: Workshop['onFrame'] = (done, all, time) =>
    progress.show({ now: time, events: done, fraction: done / all });
  try {
    return await work({ signal, env, onFrame, page });
  } finally {
    progress.end();
  }
}

/** Beside it first: what is half done must not be taken for the whole. */
async function writeWhole(writer: Writer, picture: Picture, to: string, workshop: Workshop): Promise<string> {
  const partial = `${to}.partial`;
  try {
    const said = await writer.write(picture, partial, workshop);
    if (workshop.signal.aborted) throw new InterruptedError('interrupted');
    await rename(partial, to);
    return said;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function sizesOf({ width, height }: Picture, file: string): Promise<string> {
  return `${width} × ${height}, ${await bytesOf(file)}`;
}

async function bytesOf(file: string): Promise<string> {
  const { size } = await stat(file);
  return `${short(size)}${size < 1000 ? ' ' : ''}B`;
}

function endings(): string {
  return Object.keys(WRITERS)
    .map((each) => `.${each}`)
    .join(' ');
}

function writerOf(name: string): { readonly ending: string; readonly writer: Writer } {
  const ending = /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const writer = Object.hasOwn(WRITERS, ending) ? WRITERS[ending] : undefined;
  if (writer !== undefined) return { ending, writer };
  const meant = nearestName(ending, Object.keys(WRITERS));
  throw new UsageError(
    `${name}: its ending does not say what to make${meant === undefined ? '' : ` (.${meant}?)`}; there are ${endings()}`,
  );
}

async function requirePlace(name: string, from: string, to: string): Promise<void> {
  if (from === to) throw new UsageError(`${name}: it cannot be made of itself; give another name`);
  const folder = await stat(dirname(to)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new UsageError(`${name}: there is no folder ${dirname(name)} to put it in`);
  const there = await stat(to).catch(() => undefined);
  if (there?.isDirectory() === true) throw new UsageError(`${name}: that is a folder; name a file`);
}
