/** Opens the example or project of the address. */
import type { Example } from '../gallery/example.js';
import { gallery } from '../gallery/gallery.js';
import { fromLink, LinkError, toLink } from '../project/link.js';
import { isSeed, type Project } from '../project/project.js';
import { abandon, run } from './running.js';
import * as store from './store.js';

const FIRST_EXAMPLE = 'first-algorithm';

/** An example runs at once; a project from a link does not. */
export async function openPage(): Promise<void> {
  if (await openAddress()) void run();
}

/** Returns whether the address names an example. */
async function openAddress(): Promise<boolean> {
  abandon();
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [link, id] = [parameters.get('project'), parameters.get('example')];
  if (link !== null) {
    await openLink(link);
    return false;
  }
  const example = gallery.find((each) => each.id === (id ?? FIRST_EXAMPLE)) ?? gallery[0];
  if (example !== undefined) openExample(example);
  const isFound = example !== undefined && (id === null || example.id === id);
  if (!isFound) store.notice.value = `unknown example ${JSON.stringify(id)}`;
  return isFound;
}

/** Asks the user if changes would be lost. */
export function mayLeave(): boolean {
  return !store.isEdited.value || confirm('Your changes will be lost. Open another project?');
}

/** Called when another link is followed in this tab. */
export async function openOther({ oldURL }: HashChangeEvent): Promise<void> {
  if (mayLeave()) await openAddress();
  else setAddress(new URL(oldURL).hash);
}

export function openExample({ id, config, files, settings }: Example): void {
  abandon();
  store.open({ config, files, settings, seed: undefined });
  setAddress(`#example=${id}`);
}

async function openLink(link: string): Promise<void> {
  try {
    store.open(await fromLink(link));
    store.notice.value = 'This project came with a link: review it before you run it.';
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    store.phase.value = 'waiting';
    store.notice.value = error.message;
  }
}

/** Also sets the address, so that the page can be bookmarked. */
export async function linkTo(project: Project): Promise<string> {
  const typed = Number(store.seedText.value);
  const given = store.seedText.value.trim() !== '' && isSeed(typed) ? typed : undefined;
  // A drawn seed is shared too, so that others see the same run.
  const link = await toLink({ ...project, seed: given ?? store.result.value?.seed });
  setAddress(`#project=${link}`);
  store.isEdited.value = false;
  return location.href;
}

function setAddress(fragment: string): void {
  history.replaceState(null, '', fragment);
}
