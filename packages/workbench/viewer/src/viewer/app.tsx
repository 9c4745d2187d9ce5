/** The page of the viewer. */
import { oneOf } from '@kineko/formats/problem';
import { acceptDroppedFiles, KeysDialog, listenForKeys } from '@kineko/ui/page';
import { useLayoutEffect } from 'preact/hooks';
import { Charts, titlesIn } from './charts.js';
import { HELP, onKey } from './keys.js';
import { LayersDialog } from './layers-dialog.js';
import { RobotPanel } from './panels.js';
import { plugins } from './plugins.js';
import { ScrollBars } from './scroll-bars.js';
import { Stage } from './stage.js';
import * as store from './store.js';
import { Timeline } from './timeline.js';
import { LiveControls, SpeedMenu, ZoomMenu } from './toolbar-menus.js';
import { isLocked, isPlaying, togglePlaying } from './transport.js';
import { take } from './opened-files.js';
import { opensWorlds } from './worlds.js';

export function App() {
  useLayoutEffect(() => {
    const stopListening = listenForKeys(onKey);
    const stopAccepting = acceptDroppedFiles((files) => void take(files));
    return () => {
      stopListening();
      stopAccepting();
    };
  }, []);
  return (
    <div class="app" data-theme={store.theme.value}>
      <Toolbar />
      <main>
        <div class="picture">
          <Stage />
          <ScrollBars />
          <Notice />
          {store.dialog.value === 'layers' && <LayersDialog />}
          {store.dialog.value === 'help' && <KeysDialog rows={HELP} onClose={() => (store.dialog.value = 'none')} />}
        </div>
        <RobotPanel />
      </main>
      <Charts />
      <Timeline />
    </div>
  );
}

function Toolbar() {
  const { time, span, title, theme } = store;
  return (
    <header class="toolbar">
      <h1>{title.value || 'Kineko'}</h1>
      <label
        class="button"
        title={opensWorlds.value ? `a run to view, or ${plugins().servedWorld?.title} to serve` : undefined}
      >
        Open
        <input
          id="open"
          type="file"
          class="hidden"
          multiple
          onChange={(event) => void take([...(event.currentTarget.files ?? [])])}
        />
      </label>
      <button id="play" type="button" disabled={isLocked.value} onClick={togglePlaying}>
        {isPlaying.value ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => store.restart()} aria-label="to the beginning">
        Restart
      </button>
      <SpeedMenu />
      <output id="clock" aria-live="off">
        {store.units.value.progress(time.value, span.value.end)}
      </output>
      <LiveControls />
      <span class="gap" />
      <ZoomMenu />
      <label>
        chart
        <select
          id="chart-choice"
          value={store.chart.value}
          onChange={(event) => (store.chart.value = event.currentTarget.value as store.Chart)}
        >
          {Object.entries(titlesIn(store.units.value)).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-expanded={store.dialog.value === 'layers'}
        onClick={() => (store.dialog.value = store.dialog.value === 'layers' ? 'none' : 'layers')}
      >
        Layers
      </button>
      <button type="button" onClick={() => store.setTheme(theme.value === 'dark' ? 'light' : 'dark')}>
        {theme.value === 'dark' ? 'Light' : 'Dark'}
      </button>
      <button
        type="button"
        aria-label="keys"
        aria-expanded={store.dialog.value === 'help'}
        onClick={() => (store.dialog.value = store.dialog.value === 'help' ? 'none' : 'help')}
      >
        ?
      </button>
    </header>
  );
}

function Notice() {
  const { phase, message, progress } = store;
  if (phase.value === 'empty') {
    const formats = ['a Neko log', 'a trace', ...(plugins().logFormats ?? []).map(({ title }) => title)];
    return <p class="notice">{message.value || `Drop ${oneOf(formats)} here, or open one.`}</p>;
  }
  if (phase.value === 'failed') {
    return (
      <p class="notice bad" role="alert">
        {message.value}
      </p>
    );
  }
  if (phase.value === 'loading') {
    return <progress class="loading" max={1} value={progress.value} aria-label="reading" />;
  }
  return message.value === '' ? null : (
    <p class="remark" role="status">
      {message.value}
    </p>
  );
}
