import { writeFile } from 'node:fs/promises';
import { newCanvas, paint } from './frames.js';
import { instantOf } from './instant.js';
import type { Picture } from './picture.js';

export async function writePng(picture: Picture, file: string): Promise<string> {
  const time = picture.at ?? picture.to;
  const canvas = await newCanvas(picture.width, picture.height);
  paint(picture, canvas.getContext('2d'), time);
  await writeFile(file, await canvas.encode('png'));
  return instantOf(picture, time);
}
