/** A look for pictures that are drawn here: its textures decoded, its own layers made. */
import type { Diagnostics } from '@kineko/run/console';
import { makeLayers, type Texture } from '@kineko/viewer';
import { loadLayerFiles } from '../looks/layer-files.js';
import type { AskedLook } from '../looks/looks.js';
import type { Dressing } from './requests.js';

export async function dressingOf(asked: AskedLook, ending: string, { warn }: Diagnostics): Promise<Dressing> {
  const textures = new Map<string, Texture>();
  for (const [name, { bytes, href }] of asked.pictures) {
    // An SVG has the file itself in it, and a page decodes it: neither needs a canvas.
    const image = ending === 'svg' || ending === 'html' ? { width: 1, height: 1 } : await decoded(bytes);
    if (image === undefined) warn(`${name}: it cannot be decoded, and is left out`);
    else textures.set(name, { image, width: image.width, height: image.height, href });
  }
  // A page runs them itself.
  const files = ending === 'html' ? [] : await loadLayerFiles(asked.layerFiles);
  const wanted = ending === 'html' ? [] : asked.wanted;
  const { layers, problems } = makeLayers(files, wanted, warn);
  for (const problem of problems) warn(problem);
  return { look: asked.look, textures, own: layers };
}

async function decoded(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const { loadImage } = await import('@napi-rs/canvas');
  try {
    return await loadImage(Buffer.from(bytes));
  } catch {
    return undefined;
  }
}
