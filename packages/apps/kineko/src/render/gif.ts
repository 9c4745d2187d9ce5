import { open } from 'node:fs/promises';
import { GifFilm } from '@kineko/viewer';
import { eachFrame } from './frames.js';
import type { Picture, Workshop } from './picture.js';

export async function writeGif(picture: Picture, file: string, workshop: Workshop): Promise<string> {
  const { width, height, framesPerSecond, style } = picture;
  const film = new GifFilm({ width, height, framesPerSecond, style });
  const handle = await open(file, 'w');
  try {
    const frames = await eachFrame(picture, workshop, async (pixels) => {
      film.add(pixels);
      await handle.write(film.take());
    });
    await handle.write(film.finish());
    return `${frames} frames`;
  } finally {
    await handle.close();
  }
}
