/** The writer of each kind of file, by the ending of its name. */
import type { FileHandle } from 'node:fs/promises';
import { GifFilm, svgOf } from '@kineko/viewer';
import { eachFrame, newCanvas, paint } from './frames.js';
import { writeHtml } from './html.js';
import type { Picture, Writer, WriterContext } from './picture.js';
import { videoWriter } from './video.js';

/** Pixels: most canvases, and most programs, stop here. */
const MAX_CANVAS_SIDE = 16_384;
const MAX_VIDEO_SIDE = 8192;

const video = { shows: 'film', maxSide: MAX_VIDEO_SIDE, isEven: true } as const;

export const WRITERS: Readonly<Record<string, Writer>> = {
  png: { shows: 'still', maxSide: MAX_CANVAS_SIDE, write: writePng },
  svg: { shows: 'either', maxSide: MAX_CANVAS_SIDE, write: writeSvg },
  html: { shows: 'page', maxSide: MAX_CANVAS_SIDE, write: writeHtml },
  gif: { shows: 'film', maxSide: MAX_CANVAS_SIDE, framesPerSecond: 15, write: writeGif },
  mp4: { ...video, write: videoWriter('mp4') },
  webm: { ...video, write: videoWriter('webm') },
};

async function writePng(picture: Picture, file: FileHandle): Promise<string> {
  const time = picture.at ?? picture.to;
  const canvas = await newCanvas(picture.width, picture.height);
  paint(picture, canvas.getContext('2d'), time);
  await file.writeFile(await canvas.encode('png'));
  return describeTime(picture, time);
}

/** A film has no frames: its robots move along their legs. */
async function writeSvg(picture: Picture, file: FileHandle): Promise<string> {
  const { scene, style, own, viewAt, at, from, to, speed, follow } = picture;
  const isFilm = at === undefined && to > from;
  const time = at ?? from;
  const when = isFilm ? { from, to, pace: speed, follow } : { at: time, pace: speed, own };
  await file.writeFile(svgOf(scene, viewAt(time), style, when));
  return isFilm ? `${Number(((to - from) / speed).toFixed(1))} s` : describeTime(picture, time);
}

async function writeGif(picture: Picture, file: FileHandle, context: WriterContext): Promise<string> {
  const { width, height, framesPerSecond, style } = picture;
  const film = new GifFilm({ width, height, framesPerSecond, style });
  const frames = await eachFrame(picture, context, async (pixels) => {
    film.add(pixels);
    await file.write(film.take());
  });
  await file.write(film.finish());
  return `${frames} frames`;
}

/** `t = 30 s`, or a cycle. */
function describeTime({ scene }: Picture, time: number): string {
  return scene.isInCycles ? scene.units.at(time, 0) : `t = ${Number(time.toFixed(3))} s`;
}
