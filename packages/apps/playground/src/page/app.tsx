import { useLayoutEffect } from 'preact/hooks';
import { Dialogs } from './dialogs.js';
import { Editor } from './editor.js';
import { Outcome } from './outcome.js';
import { run, stop } from './running.js';
import * as store from './store.js';
import { ViewerFrame } from './viewer-frame.js';

export function App() {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // The editor handles the key itself.
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) void run();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="app" data-theme={store.theme.value}>
      <Toolbar />
      <main>
        <div class="work">
          <Editor />
          <Outcome />
        </div>
        <ViewerFrame />
      </main>
      <Dialogs />
    </div>
  );
}

function Toolbar() {
  const isRunning = store.phase.value === 'running';
  const { theme, seedText, dialog, project } = store;
  return (
    <header class="toolbar">
      <h1>Kineko playground</h1>
      <button id="run" type="button" class="main" disabled={isRunning} onClick={() => void run()} title="Ctrl-Enter">
        Run
      </button>
      <button id="stop" type="button" disabled={!isRunning} onClick={stop}>
        Stop
      </button>
      <label>
        seed
        <input
          id="seed"
          type="text"
          inputMode="numeric"
          size={9}
          placeholder="configured"
          value={seedText.value}
          onInput={(event) => (seedText.value = event.currentTarget.value)}
        />
      </label>
      <label class="settings">
        settings
        <input
          id="settings"
          type="text"
          placeholder="key=value; key=value"
          value={project.value.settings ?? ''}
          onInput={(event) => store.setSettings(event.currentTarget.value)}
        />
      </label>
      <button id="examples" type="button" onClick={() => (dialog.value = 'gallery')}>
        Examples
      </button>
      <button id="share" type="button" onClick={() => (dialog.value = 'share')}>
        Share
      </button>
      <button id="files" type="button" onClick={() => (dialog.value = 'files')}>
        Download
      </button>
      <button type="button" onClick={() => (theme.value = theme.value === 'dark' ? 'light' : 'dark')}>
        {theme.value === 'dark' ? 'Light' : 'Dark'}
      </button>
    </header>
  );
}
