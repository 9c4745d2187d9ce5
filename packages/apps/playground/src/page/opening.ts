/** What the page begins with, and what its address says: an example, a project, or nothing. */
import type { Example } from '../gallery/example.js';
import { gallery } from '../gallery/gallery.js';
import { fromLink, LinkError, toLink } from '../project/link.js';
import { isSeed, type Project } from '../project/project.js';
import { abandon, run } from './running.js';
import * as store from './store.js';

const FIRST_EXAMPLE = 'first-algorithm';

/** Opens the page: an example, which is ours, runs at once; what came with a link does not. */
export async function openPage(): Promise<void> {
  if (await openAddress()) void run();
}

/** As the address says; returns whether it is an example. */
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
  if (!isFound) store.notice.value = `there is no example called ${JSON.stringify(id)}`;
  return isFound;
}

/** Whether another project may take the place of this one; asked if something would be lost. */
export function mayLeave(): boolean {
  return !store.isEdited.value || confirm('What you have changed will be lost. Open another project?');
}

/** Another link was followed in this tab. */
export async function openOther({ oldURL }: HashChangeEvent): Promise<void> {
  if (mayLeave()) await openAddress();
  else setAddress(new URL(oldURL).hash);
}

export function openExample({ id, config, files }: Example): void {
  abandon();
  store.open({ config, files, seed: undefined });
  setAddress(`#example=${id}`);
}

async function openLink(link: string): Promise<void> {
  try {
    store.open(await fromLink(link));
    store.notice.value = 'This project came with a link: look at it before you run it.';
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    store.phase.value = 'waiting';
    store.notice.value = error.message;
  }
}

/** Also in the address bar: the page can be kept, and opened again. */
export async function linkTo(project: Project): Promise<string> {
  const typed = Number(store.seedText.value);
  const given = store.seedText.value.trim() !== '' && isSeed(typed) ? typed : undefined;
  // A seed that was drawn is shared too: what was seen is what others see.
  const link = await toLink({ ...project, seed: given ?? store.result.value?.seed });
  setAddress(`#project=${link}`);
  store.isEdited.value = false;
  return location.href;
}

function setAddress(fragment: string): void {
  history.replaceState(null, '', fragment);
}
