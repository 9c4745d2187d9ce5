/** Files that are dropped or opened: runs, visualization files and pictures; and saving the present look. */
import { InputError, describeProblem } from '@kineko/formats/problem';
import { texturesOf } from '../look/look.js';
import { openFile } from './loading.js';
import { goThere, NO_PICTURE, say, textureOf, applyLook } from './opening.js';
import { plugins } from './plugins.js';
import * as store from './store.js';
import { isWorld, openWorld } from './worlds.js';

const PICTURE = /\.(png|jpe?g|bmp|gif|webp)$/i;
const VISUALIZATION = /\.xml$/i;

/** Takes files that were dropped or opened together: a run, a visualization file, and its pictures. */
export async function take(files: readonly File[]): Promise<void> {
  const [run, ...others] = files.filter(({ name }) => !PICTURE.test(name) && !VISUALIZATION.test(name));
  if (run !== undefined && (await isWorld(run))) return openWorld(run);
  const visualization = files.find(({ name }) => VISUALIZATION.test(name));
  if (run !== undefined) {
    // The parts of the world known so far belong to the previous run.
    store.world.value = {};
    store.askedTitle.value = undefined;
    await openFile(run, run.name);
  }
  if (others.length > 0) say(`only one run can be shown: ${run!.name}`);
  const pictures = files.filter(({ name }) => PICTURE.test(name));
  if (visualization !== undefined) await applyFile(visualization, pictures);
  else if (run === undefined && pictures[0] !== undefined) await paintBackground(pictures[0]);
}

async function applyFile(file: File, pictures: readonly File[]): Promise<void> {
  try {
    const { visualization } = plugins();
    if (visualization === undefined) return say(`${file.name}: no front end of this page reads visualization files`);
    const { look, wanted } = await visualization.read(await file.text(), file.name);
    const found = new Map<string, string>();
    for (const name of texturesOf(look)) {
      // Pages do not see folders, so pictures are matched by file name.
      const picture = pictures.find((each) => each.name === name.split(/[\\/]/).at(-1));
      if (picture === undefined) say(`${name} is missing; drop it together with ${file.name}`);
      else found.set(name, await addressOf(picture));
    }
    await applyLook(look, found, wanted);
    goThere({ look });
  } catch (error) {
    say(reasonOf(error, file.name));
  }
}

function reasonOf(error: unknown, name: string): string {
  if (error instanceof InputError) return error.problems.map((problem) => describeProblem(problem)).join('\n');
  const text = error instanceof Error ? error.message : String(error);
  return location.protocol === 'file:'
    ? `${name}: a standalone page cannot read it; use kineko render --layers`
    : `${name}: ${text}`;
}

/** Sets the background to a picture or a colour. */
export async function paintBackground(what: File | string): Promise<void> {
  if (typeof what === 'string') return store.setBackground({ color: what });
  const texture = await textureOf(await addressOf(what));
  if (texture === undefined) return say(`${what.name}: ${NO_PICTURE}`);
  store.addTexture(what.name, texture);
  store.setBackground({ texture: what.name });
}

/** Draws a picture in place of every robot's disc. */
export async function setRobotPicture(picture: File): Promise<void> {
  const texture = await textureOf(await addressOf(picture));
  if (texture === undefined) return say(`${picture.name}: ${NO_PICTURE}`);
  store.addTexture(picture.name, texture);
  store.setRobotTexture(picture.name);
}

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}

/** The text of a visualization file with the present look. */
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
