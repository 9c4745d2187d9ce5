/** The command that serves an environment to robots, viewers and panels. */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { escapeText, expected, InputError } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { loadScenario } from '@kineko/run';
import { aborted, type CliContext, EXIT, type ExitCode, type ServeRequest, UsageError } from '@kineko/run/console';
import { NodeHost, readSource } from '@kineko/run/node';
import { crsim, type CrsimScenario } from '../run/scenario.js';
import { fromFolderOf, robotFiles } from './robot-files.js';
import { readSeed } from './seed.js';
import { readForPanel, serveCrsim, type ServedCrsim } from './serve.js';

/** The flags; front-end.ts describes them. */
interface ServeFlags {
  readonly robots?: string | undefined;
  readonly viewers?: string | undefined;
  readonly panels?: string | undefined;
  readonly web?: string | undefined;
  readonly listen?: string | undefined;
  readonly host?: string | undefined;
  readonly spawn?: string | undefined;
  readonly robot?: readonly string[] | undefined;
  readonly record?: string | undefined;
  readonly plugin?: readonly string[] | undefined;
  readonly seed?: string | undefined;
  readonly deadline?: string | undefined;
  readonly stepPause?: string | undefined;
  readonly quiet: boolean;
}

export async function serveCrsimModel(
  { file: model, args: given, version, pages }: ServeRequest,
  context: CliContext,
): Promise<ExitCode> {
  const { stdout, stderr, env, cwd, signal } = context;
  const args = given as unknown as ServeFlags;
  const seed = args.seed === undefined ? undefined : readSeed(args.seed);
  const served = await serveCrsim({
    file: model,
    load: (file) => load(file, file === model, args, cwd),
    ports: {
      ...portOf('robot', 'robots', args.robots),
      ...portOf('viewer', 'viewers', args.viewers),
      ...portOf('panel', 'panels', args.panels),
      ...portOf('web', 'web', args.web),
    },
    listen: args.listen,
    token: env['KINEKO_TOKEN'],
    hosts: args.host === undefined ? undefined : [args.host],
    seed: () => seed ?? randomInt(4_294_967_296),
    deadlineMs: integerOf('deadline', args.deadline, 3_600_000, 1),
    record: recordOf(args.record, cwd),
    info: { kineko: version },
    pages,
    spawn: args.spawn,
    cwd,
    onStatus: (line) => {
      if (!args.quiet) stdout.write(`${escapeText(line)}\n`);
    },
    printed: (robot, line) => stderr.write(`${escapeText(`${robot}: ${line}`)}\n`),
    onFailure: (error) => stderr.write(`kineko: ${messageOf(error)}\n`),
  });
  try {
    served.session.stepPauseTime = integerOf('step-pause', args.stepPause, 60_000) ?? 0;
    for (const warning of served.warnings) stderr.write(`kineko: warning: ${escapeText(warning)}\n`);
    stdout.write(directions(served, args));
    await aborted(signal);
  } finally {
    await served.close();
  }
  return EXIT.ok;
}

/** The addresses for robots, viewers and panels. */
function directions({ ports, token, url, session }: ServedCrsim, { listen = '127.0.0.1' }: ServeFlags): string {
  const missing = session.slots?.missing ?? [];
  const waiting =
    session.model === undefined
      ? 'no model is loaded: a control panel can load one'
      : missing.length === 0
        ? 'all robots are connected'
        : `waiting for ${missing.join(', ')}`;
  return [
    `robots    ${listen}:${ports.get('robot')}`,
    `viewers   ${listen}:${ports.get('viewer')}`,
    `panels    ${listen}:${ports.get('panel')}   token ${token}`,
    `pages     ${pageOf('panel.html', url)}   control panel`,
    `          ${pageOf('space.html', url)}   viewer`,
    `${waiting}; Ctrl-C ends it`,
    '',
  ].join('\n');
}

/** The address of a page, with the token. */
function pageOf(name: string, url: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The file on the command line may be anywhere; a file that a panel names must be below the current folder. */
async function load(file: string, isFirst: boolean, args: ServeFlags, cwd: string): Promise<CrsimScenario> {
  const host = new NodeHost({ base: import.meta.url });
  const path = cwd === process.cwd() ? file : resolve(cwd, file);
  const source = isFirst ? await readSource(path) : { path, bytes: await readForPanel(file, cwd, host) };
  const values = {
    ...(args.plugin !== undefined && {
      plugin: args.plugin.map((plugin) => fromFolderOf(source.path, plugin, cwd)).join(','),
    }),
    ...robotFiles(args.robot, source.path, cwd),
  };
  const settings = Object.entries(values).map(([key, value]) => ({
    key,
    value,
    origin: { kind: 'flag', place: { file: `--${key}` } } as const,
  }));
  return (await loadScenario(source, { frontEnds: [crsim()], host, settings })) as CrsimScenario;
}

function recordOf(path: string | undefined, cwd: string): string | undefined {
  if (path === undefined) return undefined;
  const file = resolve(cwd, path);
  const hasFolder = existsSync(dirname(file));
  if (hasFolder && !existsSync(file)) return file;
  const text = hasFolder ? 'the file exists; records are not overwritten' : 'the folder does not exist';
  throw new InputError([{ severity: 'error', place: { file: path }, text }]);
}

function portOf(which: string, flag: string, text: string | undefined): Record<string, number> {
  const port = integerOf(flag, text, 65_535);
  return port === undefined ? {} : { [which]: port };
}

function integerOf(flag: string, text: string | undefined, max: number, min = 0): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new UsageError(`--${flag}: ${expected(`an integer from ${min} to ${max}`, text)}`);
}
