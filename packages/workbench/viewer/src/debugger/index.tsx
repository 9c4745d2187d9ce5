/** The page of the debugger of delivery schedules. Needs a browser. */
import { render } from 'preact';
import { App } from './app.js';
import * as store from './store.js';
import '@kineko/ui/theme.css';
import './debugger.css';

export function startDebugger(): void {
  if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';
  render(<App />, document.getElementById('app')!);
  void store.begin(new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
}
