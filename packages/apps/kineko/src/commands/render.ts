/** `kineko render`: pictures, films and pages of a run, from its log. */
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { expected } from '@kineko/formats/problem';
import {
  type CliContext,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  OUTPUT_FLAGS,
  shownPath,
  UsageError,
} from '@kineko/run/console';
import { replaceFile, writing } from '@kineko/run/node';
import type { ArgumentsOf, Command } from '../command.js';
import { warnOf } from '../load-file.js';
import { layerScripts } from '../looks/layer-files.js';
import { openingOf, requestedLook } from '../looks/requested-look.js';
import { frontEndGroups, MAX_GAP_OPTION, OUTPUT_OPTIONS, REQUIRED } from '../options.js';
import { byEnding } from '../output-file.js';
import { runFactsOf } from '../render/run-facts.js';
import { loadLook } from '../render/loaded-look.js';
import { InterruptedError, type Picture, type WriterContext, type Writer } from '../render/picture.js';
import { readScene } from '../render/read-scene.js';
import { COLORINGS, pictureOf } from '../render/render-options.js';
import { WRITERS } from '../render/writers.js';
import { logToDraw } from '../preview.js';
import { logFile, unfinished } from '../run-log.js';
import { withShownPaths } from '../shown-problems.js';
import { progressOn } from '../terminal/progress.js';
import { short } from '../terminal/short.js';

const OPTIONS = {
  log: { ...REQUIRED, describe: 'a Neko log, a trace, a DEECo log, a plan, or the folder of a run' },
  out: {
    ...REQUIRED,
    alias: 'o',
    describe: `output file; its ending selects the format: ${Object.keys(WRITERS)
      .map((ending) => `.${ending}`)
      .join(' ')}`,
  },
  at: { type: 'number', describe: 'time of a still picture, in simulated seconds (default: the end; an .svg moves)' },
  from: { type: 'number', describe: 'start of a film, in simulated seconds (default: the start of the run)' },
  to: { type: 'number', describe: 'end of a film, in simulated seconds (default: the end of the run)' },
  fps: {
    type: 'number',
    describe: 'frames per second (default: animation.framerate of the run, else 25, for a .gif 15)',
  },
  speed: { type: 'number', describe: 'simulated seconds per second (default: a film of about 20 s)' },
  size: {
    type: 'string',
    describe: 'size in pixels, as 800x600 (default: animation.panel.* of the run, else up to 800x800)',
  },
  follow: { type: 'number', describe: 'id of a robot to keep in the centre' },
  layers: OUTPUT_FLAGS.layers,
  layer: OUTPUT_FLAGS.layer,
  dark: { type: 'boolean', default: false, describe: 'dark background' },
  trail: { type: 'number', describe: 'length of the trails of robots, in simulated seconds' },
  color: { choices: COLORINGS, describe: 'meaning of the colour of a robot (default: number)' },
  radius: { type: 'number', describe: 'radius in metres of robots whose log has none' },
  'max-gap': MAX_GAP_OPTION,
  ...OUTPUT_OPTIONS,
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS>;

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('render'),
  examples: [
    ['$0 render results/trace.bin -o run.gif', 'a film of about 20 s'],
    ['$0 render results/neko.log -o run.png --at 30', 'the state after 30 s'],
    ['$0 render results/trace.bin -o run.svg', 'a film without frames, sharp at any size'],
    ['$0 render results/trace.bin -o run.html', 'a self-contained page: the viewer and the run'],
    ['$0 render results/trace.bin -o run.mp4 --follow 3 --fps 50', 'a film of one robot, encoded by ffmpeg'],
  ],
  run: render,
};

async function render(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const [ending, writer] = byEnding(args.out, WRITERS);
  const to = resolve(cwd, args.out);
  await requireWritable(args.out, await logFile(args.log, cwd), to);
  if (args.radius !== undefined && !(args.radius > 0)) {
    throw new UsageError(`--radius: ${expected('metres above 0', args.radius)}`);
  }
  const { path: from, remove } = await logToDraw(args.log, args, context, diagnostics);
  try {
    const facts = await runFactsOf(from);
    const { scene, file } = await readScene({ path: from, name: shownPath(from, cwd) }, facts, args.radius, signal);
    for (const problem of file.problems) warnOf(problem, diagnostics);
    for (const problem of withShownPaths(facts.problems, cwd)) warnOf(problem, diagnostics);
    const requested = await requestedLook(args, cwd);
    const warning = await unfinished(from, shownPath(from, cwd));
    for (const remark of [warning ?? [], ...requested.remarks].flat()) diagnostics.warn(remark);
    const look = await loadLook(requested, ending, diagnostics);
    const picture = pictureOf(
      from,
      scene,
      ending,
      writer,
      { ...args, animation: facts.animation, title: facts.title },
      look,
    );
    if (args.to !== undefined && args.to > picture.to) {
      diagnostics.warn(`--to ${args.to}: the film ends with the run, at t = ${Number(picture.to.toFixed(3))} s`);
    }
    if (ending === 'svg' && picture.at === undefined && requested.layerFiles.length > 0) {
      diagnostics.warn('--layer: not drawn in a moving .svg; use --at for a still picture, or a .gif or .html');
    }
    const page: WriterContext['page'] = async () => ({
      opening: openingOf({ ...requested, remarks: [] }, facts, {
        look: picture.look,
        at: args.at,
        follow: args.follow,
        size: picture.requestedSize,
      }),
      scripts: await layerScripts(requested.layerFiles),
    });
    const summary = await withProgress(context, args, page, (context) =>
      writing(shownPath(args.out, cwd), () => writePicture(writer, picture, to, context)),
    );
    const size = await (writer.shows === 'page' ? bytesOf(to) : sizesOf(picture, to));
    if (!args.quiet) stdout.write(`${shownPath(args.out, cwd)}: ${summary}, ${size}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    stderr.write(`kineko: interrupted: ${shownPath(args.out, cwd)} is not written\n`);
    return EXIT.interrupted;
  } finally {
    await remove();
  }
}

async function withProgress<T>(
  { stderr, signal, env }: CliContext,
  { quiet }: Arguments,
  page: WriterContext['page'],
  work: (context: WriterContext) => Promise<T>,
): Promise<T> {
  const progress = await progressOn(stderr, !quiet, 'frames');
  const onFrame: WriterContext['onFrame'] = (done, all, time) =>
    progress.show({ now: time, events: done, fraction: done / all });
  try {
    return await work({ signal, env, onFrame, page });
  } finally {
    progress.end();
  }
}

function writePicture(writer: Writer, picture: Picture, to: string, context: WriterContext): Promise<string> {
  return replaceFile(to, async (file, partial) => {
    const summary = await writer.write(picture, file, context, partial);
    if (context.signal.aborted) throw new InterruptedError('interrupted');
    return summary;
  });
}

async function sizesOf({ width, height }: Picture, file: string): Promise<string> {
  return `${width} × ${height}, ${await bytesOf(file)}`;
}

async function bytesOf(file: string): Promise<string> {
  const { size } = await stat(file);
  return `${short(size)}${size < 1000 ? ' ' : ''}B`;
}

async function requireWritable(name: string, from: string, to: string): Promise<void> {
  if (from === to) throw new UsageError(`${name}: the output must not be the input`);
  const folder = await stat(dirname(to)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new UsageError(`${name}: folder ${dirname(name)} not found`);
  const target = await stat(to).catch(() => undefined);
  if (target?.isDirectory() === true) throw new UsageError(`${name}: expected a file, got a folder`);
}
