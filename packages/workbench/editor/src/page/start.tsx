/** Starts the page of the editor with the token of its address. */
import { render } from 'preact';
import { listenForKeys } from '@kineko/ui/page';
import { App } from './app.js';
import { useFormats, type WorldFormats } from './formats.js';
import { KEYS } from './keys.js';
import * as store from './store.js';
import '@kineko/ui/look.css';
import './editor.css';

export function startEditorPage(formats: WorldFormats): void {
  useFormats(formats);
  const parameters = new URLSearchParams(location.hash.slice(1));
  if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';

  render(<App />, document.getElementById('app')!);
  store.start(parameters.get('token') ?? '');
  store.name.subscribe((name) => (document.title = name === '' ? 'World editor' : `${name} – world editor`));

  listenForKeys(KEYS);
  // Another token in the address means to open the page again.
  addEventListener('hashchange', () => location.reload());
  addEventListener('beforeunload', (event) => {
    if (store.isDirty.value) event.preventDefault();
  });

  // For tests and for the browser console.
  Object.assign(globalThis, { kineko: store });
}
