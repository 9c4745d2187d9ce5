/** Worlds that are opened in the page: the server of a run takes them in place of its present one. */
import { signal } from '@preact/signals';
import { VIEWER_PATHS } from '../look/paths.js';
import { say } from './opening.js';
import { plugins } from './plugins.js';
import * as store from './store.js';

/** Whether the server accepts worlds. */
export const opensWorlds = signal(false);

export async function isWorld(file: File): Promise<boolean> {
  return plugins().servedWorld?.recognises(await file.text(), file.name) === true;
}

/** The server notifies its pages when the world runs. */
export async function openWorld(file: File): Promise<void> {
  const { title = 'a world', command } = plugins().servedWorld ?? {};
  if (!opensWorlds.value) return say(`${file.name} is ${title}: ${command?.(file.name) ?? 'serve it'} runs it`);
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  try {
    const answer = await fetch(`${VIEWER_PATHS.world}?${new URLSearchParams({ name: file.name }).toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: file,
    });
    store.message.value = answer.ok ? '' : `${file.name} was not opened:\n${(await answer.text()).trim()}`;
  } catch {
    store.message.value = `${file.name} was not opened: no connection to kineko serve`;
  }
}
