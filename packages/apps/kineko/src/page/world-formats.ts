/** All world formats of the editor, and how a file of each is opened. */
import { CHIRP, openChirp } from '@kineko/chirp/editing';
import { CRSIM, openCrsim } from '@kineko/crsim/editing';
import { DEECO, openDeeco } from '@kineko/deeco/editing';
import { EditingError, type OpenedWorld, type WorldFormat } from '@kineko/editor';
import { lastUpTo } from '@kineko/formats/text';
import { openRobotsim, ROBOTSIM } from '@kineko/robotsim/editing';

export const FORMAT_NAMES = ['chirp', 'crsim', 'robotsim', 'deeco'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export const WORLD_FORMATS: Readonly<Record<FormatName, WorldFormat>> = {
  chirp: CHIRP,
  crsim: CRSIM,
  robotsim: ROBOTSIM,
  deeco: DEECO,
};

type Opener = (text: string, path: string) => OpenedWorld | Promise<OpenedWorld>;

const OPENERS: Readonly<Record<FormatName, Opener>> = {
  chirp: openChirp,
  crsim: openCrsim,
  robotsim: openRobotsim,
  deeco: openDeeco,
};

const MARK = '\ufeff';

/** Throws an `EditingError`. @param path Name of the file in messages. */
export async function openWorld(format: string, text: string, path: string): Promise<OpenedWorld> {
  const open = OPENERS[format as FormatName] as Opener | undefined;
  if (open === undefined)
    throw new EditingError(`unknown world format '${format}'; expected one of ${FORMAT_NAMES.join(', ')}`);
  const mark = text.startsWith(MARK) ? MARK : '';
  const isWindows = hasWindowsLines(text);
  if (mark === '' && !isWindows) return open(text, path);
  const plain = text.slice(mark.length);
  return withEnds(await open(isWindows ? plain.replaceAll('\r\n', '\n') : plain, path), plain, mark, isWindows);
}

function hasWindowsLines(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text);
}

/** Restores the byte order mark and the line breaks of the file, also in added text. */
function withEnds(world: OpenedWorld, plain: string, mark: string, isWindows: boolean): OpenedWorld {
  // Starts of lines after the carriage returns were removed, one per line.
  const starts = isWindows ? [0, ...[...plain.matchAll(/\r\n/g)].map(({ index }, k) => index - k + 1)] : [0];
  const inFile = (offset: number): number =>
    mark.length + offset + lastUpTo(offset, starts.length, (index) => starts[index]!);
  return {
    ...world,
    spans: world.spans.map(({ start, end }) => ({ start: inFile(start), end: inFile(end) })),
    write: (document) => {
      const text = world.write(document);
      return mark + (isWindows ? text.replaceAll('\n', '\r\n') : text);
    },
  };
}
