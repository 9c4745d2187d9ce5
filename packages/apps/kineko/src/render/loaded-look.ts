/** A look for pictures that are drawn here, with its textures decoded and its layers created. */
import type { Diagnostics } from '@kineko/run/console';
import { makeLayers, type Texture } from '@kineko/viewer';
import { loadLayerFiles } from '../looks/layer-files.js';
import type { RequestedLook } from '../looks/requested-look.js';
import type { LoadedLook } from './render-options.js';

export async function loadLook(requested: RequestedLook, ending: string, { warn }: Diagnostics): Promise<LoadedLook> {
  const textures = new Map<string, Texture>();
  for (const [name, { bytes, href }] of requested.pictures) {
    // An SVG embeds the file, and a page decodes it: neither needs a canvas.
    const image = ending === 'svg' || ending === 'html' ? { width: 1, height: 1 } : await decoded(bytes);
    if (image === undefined) warn(`${name}: cannot be decoded; not shown`);
    else textures.set(name, { image, width: image.width, height: image.height, href });
  }
  // A page runs its layers itself.
  const files = ending === 'html' ? [] : await loadLayerFiles(requested.layerFiles);
  const wanted = ending === 'html' ? [] : requested.wanted;
  const { layers, problems } = makeLayers(files, wanted, warn);
  for (const problem of problems) warn(problem);
  return { look: requested.look, textures, own: layers };
}

async function decoded(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const { loadImage } = await import('@napi-rs/canvas');
  try {
    return await loadImage(Buffer.from(bytes));
  } catch {
    return undefined;
  }
}
