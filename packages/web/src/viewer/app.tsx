/** The page. */
import { useEffect } from 'preact/hooks';
import { Charts, TITLES } from './charts.js';
import { onKey } from './keys.js';
import { openFile } from './loading.js';
import { HelpDialog, LayersDialog, RobotPanel } from './panels.js';
import { Stage } from './stage.js';
import * as store from './store.js';
import { Timeline } from './timeline.js';

export function App() {
  useEffect(() => {
    globalThis.addEventListener('keydown', onKey);
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) openFile(file, file.name);
    };
    const onDragOver = (event: DragEvent): void => event.preventDefault();
    globalThis.addEventListener('drop', onDrop);
    globalThis.addEventListener('dragover', onDragOver);
    return () => {
      globalThis.removeEventListener('keydown', onKey);
      globalThis.removeEventListener('drop', onDrop);
      globalThis.removeEventListener('dragover', onDragOver);
    };
  }, []);
  return (
    <div class="app" data-theme={store.theme.value}>
      <Toolbar />
      <main>
        <div class="picture">
          <Stage />
          <Notice />
          {store.dialog.value === 'layers' && <LayersDialog />}
          {store.dialog.value === 'help' && <HelpDialog />}
        </div>
        <RobotPanel />
      </main>
      <Charts />
      <Timeline />
    </div>
  );
}

function Toolbar() {
  const { isPlaying, pace, time, span, title, isLive, isFollowingRun, theme } = store;
  return (
    <header class="toolbar">
      <h1>{title.value || 'Kineko'}</h1>
      <label class="button">
        Open
        <input
          id="open"
          type="file"
          class="hidden"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) openFile(file, file.name);
          }}
        />
      </label>
      <button id="play" type="button" aria-pressed={isPlaying.value} onClick={() => store.togglePlaying()}>
        {isPlaying.value ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => store.restart()} aria-label="to the beginning">
        Restart
      </button>
      <label>
        speed
        <select id="pace" value={pace.value} onChange={(event) => (pace.value = Number(event.currentTarget.value))}>
          {store.PACES.map((each) => (
            <option key={each} value={each}>
              × {each}
            </option>
          ))}
        </select>
      </label>
      <output id="clock" aria-live="off">
        {time.value.toFixed(2)} / {span.value.end.toFixed(2)} s
      </output>
      {isLive.value && (
        <button
          type="button"
          aria-pressed={isFollowingRun.value}
          onClick={() => (isFollowingRun.value = !isFollowingRun.value)}
        >
          live
        </button>
      )}
      <span class="gap" />
      <label>
        zoom
        <select id="zoom" value="" onChange={(event) => chooseZoom(event.currentTarget)}>
          <option value="">…</option>
          <option value="fit">all</option>
          <option value="0.5">half</option>
          <option value="2">double</option>
        </select>
      </label>
      <label>
        chart
        <select
          id="chart-choice"
          value={store.chart.value}
          onChange={(event) => (store.chart.value = event.currentTarget.value as store.Chart)}
        >
          {Object.entries(TITLES).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => (store.dialog.value = store.dialog.value === 'layers' ? 'none' : 'layers')}>
        Layers
      </button>
      <button type="button" onClick={() => store.setTheme(theme.value === 'dark' ? 'light' : 'dark')}>
        {theme.value === 'dark' ? 'Light' : 'Dark'}
      </button>
      <button type="button" onClick={() => (store.dialog.value = store.dialog.value === 'help' ? 'none' : 'help')}>
        ?
      </button>
    </header>
  );
}

function chooseZoom(select: HTMLSelectElement): void {
  if (select.value === 'fit') store.fitAll();
  else if (select.value !== '') store.zoomBy(Number(select.value));
  select.value = '';
}

function Notice() {
  const { phase, message, progress } = store;
  if (phase.value === 'empty') {
    return <p class="notice">Drop a Neko log or a trace here, or open one.</p>;
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
