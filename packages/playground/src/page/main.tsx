/** Starts the page. */
import { render } from 'preact';
import { App } from './app.js';
import { openAddress } from './opening.js';
import './playground.css';
import * as store from './store.js';

if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';
void openAddress().then(() => render(<App />, document.getElementById('app')!));
// Another link in the same tab.
globalThis.addEventListener('hashchange', () => void openAddress());

// For tests, and for the curious.
Object.assign(globalThis, { playground: store });
