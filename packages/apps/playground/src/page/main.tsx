/** Starts the page. */
import { render } from 'preact';
import { App } from './app.js';
import { keepChecking } from './config-check.js';
import { openOther, openPage } from './opening.js';
import '@kineko/ui/theme.css';
import './playground.css';
import * as store from './store.js';

if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';
void openPage().then(() => render(<App />, document.getElementById('app')!));
keepChecking();
globalThis.addEventListener('hashchange', (event) => void openOther(event));
// Unsaved changes would be lost; sharing saves them in the address.
globalThis.addEventListener('beforeunload', (event) => {
  if (store.isEdited.value) event.preventDefault();
});

// For tests.
Object.assign(globalThis, { playground: store });
