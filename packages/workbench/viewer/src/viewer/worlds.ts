/** Chirp worlds that are opened in the page: the server that shows a served run takes them in its place. */
import { signal } from '@preact/signals';
import { WORLD_PATH } from '../look/opening.js';
import { say } from './opening.js';
import * as store from './store.js';

/** Whether the server does that. */
export const opensWorlds = signal(false);

/** By what is in it: a trace may be JSON, too. */
export async function isWorld(file: File): Promise<boolean> {
  if (!/\.json$/i.test(file.name)) return false;
  try {
    const { children } = JSON.parse(await file.text()) as { readonly children?: unknown };
    return Array.isArray(children);
  } catch {
    return false;
  }
}

/** The pages are told when it runs. */
export async function openWorld(file: File): Promise<void> {
  if (!opensWorlds.value) return say(`${file.name} is a Chirp world: kineko serve ${file.name} --watch runs it`);
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  try {
    const answer = await fetch(`${WORLD_PATH}?${new URLSearchParams({ name: file.name }).toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: file,
    });
    store.message.value = answer.ok ? '' : `${file.name} was not opened:\n${(await answer.text()).trim()}`;
  } catch {
    store.message.value = `${file.name} was not opened: there is no connection to kineko serve`;
  }
}
