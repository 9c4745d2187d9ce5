/** Visualization files on the page: dropped or opened to be worn, and made of what is shown. */
import { InputError, describeProblem } from '@kineko/formats/problem';
import { texturesOf } from '../look/look.js';
import { openFile } from './loading.js';
import { goThere, say, textureOf, wear } from './opening.js';
import { plugins } from './plugins.js';
import * as store from './store.js';
import { isWorld, openWorld } from './worlds.js';

const PICTURE = /\.(png|jpe?g|bmp|gif|webp)$/i;
const VISUALIZATION = /\.xml$/i;

/** What somebody drops or opens together: a run, a visualization file, the pictures that it names. */
export async function take(files: readonly File[]): Promise<void> {
  const [run, ...others] = files.filter(({ name }) => !PICTURE.test(name) && !VISUALIZATION.test(name));
  if (run !== undefined && (await isWorld(run))) return openWorld(run);
  const visualization = files.find(({ name }) => VISUALIZATION.test(name));
  if (run !== undefined) {
    // What is known of the world is of the run that was shown before.
    store.world.value = {};
    await openFile(run, run.name);
  }
  if (others.length > 0) say(`one run at a time: ${run!.name} is shown`);
  const pictures = files.filter(({ name }) => PICTURE.test(name));
  if (visualization !== undefined) await wearFile(visualization, pictures);
  else if (run === undefined && pictures[0] !== undefined) await paintBackground(pictures[0]);
}

async function wearFile(file: File, pictures: readonly File[]): Promise<void> {
  try {
    const { visualization } = plugins();
    if (visualization === undefined) return say(`${file.name}: no front end of this page reads visualization files`);
    const { look, wanted } = await visualization.read(await file.text(), file.name);
    const found = new Map<string, string>();
    for (const name of texturesOf(look)) {
      // A page sees no folders: a picture is found by the last part of its name.
      const picture = pictures.find((each) => each.name === name.split(/[\\/]/).at(-1));
      if (picture === undefined) say(`${name} is not here: drop it together with ${file.name}`);
      else found.set(name, await addressOf(picture));
    }
    await wear(look, found, wanted);
    goThere({ look });
  } catch (error) {
    say(reasonOf(error, file.name));
  }
}

function reasonOf(error: unknown, name: string): string {
  if (error instanceof InputError) return error.problems.map((problem) => describeProblem(problem)).join('\n');
  const text = error instanceof Error ? error.message : String(error);
  return location.protocol === 'file:'
    ? `${name}: a page that stands alone cannot read it; give it to kineko render by --layers`
    : `${name}: ${text}`;
}

/** A picture behind everything, or a colour. */
export async function paintBackground(what: File | string): Promise<void> {
  if (typeof what === 'string') return store.setBackground({ color: what });
  const texture = await textureOf(await addressOf(what));
  if (texture === undefined) return say(`${what.name}: it is no picture that the browser can show`);
  store.addTexture(what.name, texture);
  store.setBackground({ texture: what.name });
}

/** A picture in place of every robot's disc. */
export async function dressRobots(picture: File): Promise<void> {
  const texture = await textureOf(await addressOf(picture));
  if (texture === undefined) return say(`${picture.name}: it is no picture that the browser can show`);
  store.addTexture(picture.name, texture);
  store.setRobotTexture(picture.name);
}

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('it cannot be read')));
    reader.readAsDataURL(file);
  });
}

/** The text of a file that shows what the panel shows now. */
export function visualizationText(): string {
  const { visualization } = plugins();
  if (visualization === undefined) throw new Error('no front end of this page writes visualization files');
  const { scene, style, frame, view, pace, stepSeconds, own } = store;
  return visualization.write({
    scene: scene.value,
    style: style.value,
    robots: frame.value.robots,
    pixelsPerMetre: view.value.pixelsPerMetre,
    pace: pace.value,
    stepSeconds: stepSeconds.value,
    own: own.value.wanted,
  });
}

export function saveVisualization(): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([visualizationText()], { type: 'application/xml' }));
  link.download = 'visualization.xml';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
