/** Starts the viewer of an environment with the parameters of its address. */
import { everyFrame } from '@kineko/ui/page';
import { effect } from '@preact/signals';
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
const shareSelected = shareChoice(store.select);
// A page that was just opened has no selection, and does not clear that of others.
let shared: string | undefined;
store.selected.subscribe((name) => {
  if (name !== shared) shareSelected(name);
  shared = name;
});
render(<App onPick={store.select} />, document.getElementById('app')!);

// A page at rest requests no frames.
effect(() => (store.isPlaying.value ? everyFrame(store.tick) : undefined));
watch(parameters.get('token') ?? '');

// A new fragment in the address has no effect without a reload.
addEventListener('hashchange', () => location.reload());

// For tests and the console.
Object.assign(globalThis, { kineko: store });
