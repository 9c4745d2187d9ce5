/** Starts the control panel, as its address says. */
import { render } from 'preact';
import { shareChoice } from '../space/choice.js';
import { App } from './app.js';
import * as store from './store.js';
import '@kineko/ui/look.css';
import './panel.css';

const parameters = new URLSearchParams(location.hash.slice(1));
const token = parameters.get('token') ?? '';
if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';

const choice = shareChoice((name) => {
  store.selected.value = name;
});
const pick = (name: string | undefined): void => {
  store.selected.value = name;
  choice.tell(name);
};
const viewerHref = (look: string): string => `./space.html#token=${encodeURIComponent(token)}&${look}`;

store.start(token, parameters.get('robot'));
render(<App onPick={pick} viewerHref={viewerHref} />, document.getElementById('app')!);

// Whoever pastes another token into the address means to open the page anew.
addEventListener('hashchange', () => location.reload());

// For tests, and for the curious.
Object.assign(globalThis, { kineko: store });
