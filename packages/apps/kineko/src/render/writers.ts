/** Which file is made by whom, by the ending of its name. A new kind is one more row. */
import type { Writer } from './picture.js';

/** Most canvases, and most programs, stop here. */
const LARGEST_CANVAS = 16_384;
const LARGEST_VIDEO = 8192;

/** A writer that is loaded when it is needed. */
function late(rest: Omit<Writer, 'write'>, load: () => Promise<Writer['write']>): Writer {
  return { ...rest, write: async (...given) => (await load())(...given) };
}

export const WRITERS: Readonly<Record<string, Writer>> = {
  png: late({ shows: 'still', largest: LARGEST_CANVAS }, async () => (await import('./png.js')).writePng),
  svg: late({ shows: 'either', largest: LARGEST_CANVAS }, async () => (await import('./svg.js')).writeSvg),
  html: late({ shows: 'page', largest: LARGEST_CANVAS }, async () => (await import('./html.js')).writeHtml),
  gif: late(
    { shows: 'film', largest: LARGEST_CANVAS, framesPerSecond: 15 },
    async () => (await import('./gif.js')).writeGif,
  ),
  mp4: late({ shows: 'film', largest: LARGEST_VIDEO, isEven: true }, async () =>
    (await import('./video.js')).videoWriter('mp4'),
  ),
  webm: late({ shows: 'film', largest: LARGEST_VIDEO, isEven: true }, async () =>
    (await import('./video.js')).videoWriter('webm'),
  ),
};
