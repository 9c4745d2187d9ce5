/** Starts the viewer of an environment, as its address says. */
import { render } from 'preact';
import { App } from './app.js';
import { shareChoice } from './choice.js';
import { watch } from './live.js';
import * as store from './store.js';
import '@kineko/ui/look.css';
import './space.css';

const parameters = new URLSearchParams(location.hash.slice(1));
if (matchMedia('(prefers-color-scheme: dark)').matches) store.theme.value = 'dark';
if (parameters.get('view') === '3d') store.projection.value = 'space';
const infrared = parameters.get('infrared');
if (infrared === 'heat' || infrared === 'ir') store.infrared.value = infrared;

store.start();
const choice = shareChoice(store.select);
// A page that has just been opened has chosen nothing, and keeps that to itself.
let told: string | undefined;
store.selected.subscribe((name) => {
  if (name !== told) choice.tell(name);
  told = name;
});
render(<App onPick={store.select} />, document.getElementById('app')!);

let last = performance.now();
function next(now: number): void {
  store.tick((now - last) / 1000);
  last = now;
  requestAnimationFrame(next);
}
requestAnimationFrame(next);
watch(parameters.get('token') ?? '');

// Whoever pastes another token into the address means to open the page anew.
addEventListener('hashchange', () => location.reload());

// For tests, and for the curious.
Object.assign(globalThis, { kineko: store });
