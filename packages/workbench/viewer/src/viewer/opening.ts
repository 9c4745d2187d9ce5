/** Applies the initial state of the page: look, pictures, layers of authors, instant. */
import { type Look, styleWith } from '../look/look.js';
import type { WantedLayer } from '../look/look-file.js';
import type { Opening, SentLayer } from '../look/opening.js';
import { type LayerFile, makeLayers } from '../look/own-layers.js';
import type { LayerSetting, Texture } from '../render/style.js';
import * as store from './store.js';

declare global {
  /** Filled by scripts with layers. */
  var kinekoLayers: LayerFile[] | undefined;
}

/** Called before the run is read. */
export async function prepare(opening: Opening): Promise<void> {
  const { title, look = {}, pictures = {}, wanted = [], scripts = [], world = {}, size, frameRate } = opening;
  store.askedTitle.value = title;
  store.world.value = world;
  store.askedSize.value = size;
  store.frameRate.value = frameRate ?? Infinity;
  for (const script of scripts) await loadScript(script);
  await applyLook(look, new Map(Object.entries(pictures)), wanted.map(received));
}

function received({ className, arg, data }: SentLayer): WantedLayer {
  const file = data === undefined ? undefined : Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
  return { className, arg, file };
}

/** Called after the run is read. */
export function goThere({ at, follow, look }: Opening): void {
  if (look?.pace !== undefined) store.pace.value = look.pace;
  if (at !== undefined) store.goTo(at);
  if (follow !== undefined) {
    store.select(follow);
    store.isFollowing.value = true;
  }
  if (look?.pixelsPerMetre !== undefined) store.zoomTo(look.pixelsPerMetre);
}

/** Applies a look; `pictures` are addresses by name. */
export async function applyLook(
  look: Look,
  pictures: ReadonlyMap<string, string>,
  wanted: readonly WantedLayer[],
): Promise<void> {
  const textures = new Map<string, Texture>();
  for (const [name, href] of pictures) {
    const texture = await textureOf(href);
    if (texture === undefined) say(`${name}: ${NO_PICTURE}`);
    else textures.set(name, texture);
  }
  const made = makeLayers(globalThis.kinekoLayers ?? [], wanted, (text) => queueMicrotask(() => say(text)));
  for (const problem of made.problems) say(problem);
  store.own.value = made;
  store.resetLook();
  store.askedLook.value = { ...store.askedLook.value, ...look };
  const style = styleWith(look, store.style.value, textures);
  const names = made.layers.map(({ name }) => name);
  store.style.value = { ...style, layers: withOwn(style.layers, names) };
  store.applyDefaultLook();
  store.askedStep.value = look.stepSeconds;
}

/** Layers that are not in the list are added below the labels. */
function withOwn(layers: readonly LayerSetting[], names: readonly string[]): LayerSetting[] {
  const missing = names.filter((name) => !layers.some((layer) => layer.name === name));
  const at = layers.findIndex(({ name }) => name === 'labels');
  const added = missing.map((name) => ({ name, isVisible: true, opacity: 1 }));
  return at < 0 ? [...layers, ...added] : [...layers.slice(0, at), ...added, ...layers.slice(at)];
}

/** Completes the message about a file that is not a picture. */
export const NO_PICTURE = 'not a picture that the browser can show';

export async function textureOf(href: string): Promise<Texture | undefined> {
  const image = new Image();
  image.src = href;
  try {
    await image.decode();
    return { image, width: image.naturalWidth, height: image.naturalHeight, href };
  } catch {
    return undefined;
  }
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      say('a layer could not be loaded; start kineko view again');
      resolve();
    });
    document.head.append(script);
  });
}

/** Appends a line to the message. */
export function say(text: string): void {
  const { message } = store;
  message.value = message.value === '' ? text : `${message.value}\n${text}`;
}
