/** Starts the control panel with the parameters of its address. */
import { render } from 'preact';
import { shareChoice } from '../space/choice.js';
import { App } from './app.js';
import * as store from './store.js';
import '@kineko/ui/look.css';
import './panel.css';

const parameters = new URLSearchParams(location.hash.slice(1));
const token = parameters.get('token') ?? '';
if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';

const shareSelected = shareChoice((name) => {
  store.selected.value = name;
});
const pick = (name: string | undefined): void => {
  store.selected.value = name;
  shareSelected(name);
};
const viewerHref = (look: string): string => `./space.html#token=${encodeURIComponent(token)}&${look}`;

store.start(token, parameters.get('robot'));
render(<App onPick={pick} viewerHref={viewerHref} />, document.getElementById('app')!);

// A new fragment in the address has no effect without a reload.
addEventListener('hashchange', () => location.reload());

// For tests and the console.
Object.assign(globalThis, { kineko: store });
