/** The page of the viewer. */
import { oneOf } from '@kineko/formats/problem';
import { acceptDroppedFiles, KeysDialog, listenForKeys } from '@kineko/ui/page';
import { Icon, IconButton } from './icons.js';
import { useLayoutEffect } from 'preact/hooks';
import { Charts, TITLES } from './charts.js';
import { CompareButton, OtherStage } from './compare.js';
import { HELP, KEYS } from './keys.js';
import { LayersDialog } from './layers-dialog.js';
import { copyLink } from './link.js';
import { RobotPanel } from './panels.js';
import { plugins } from './plugins.js';
import { ScrollBars } from './scroll-bars.js';
import { CursorPlace, Stage } from './stage.js';
import * as store from './store.js';
import { Timeline } from './timeline.js';
import { ZoomMenu } from './toolbar-menus.js';
import { TransportBar } from './transport-bar.js';
import { take } from './opened-files.js';
import { opensWorlds } from './worlds.js';

export function App() {
  useLayoutEffect(() => {
    const stopListening = listenForKeys(KEYS);
    const stopAccepting = acceptDroppedFiles((files) => void take(files));
    return () => {
      stopListening();
      stopAccepting();
    };
  }, []);
  const isBeside = store.other.value !== undefined && store.comparing.value === 'beside';
  return (
    <div class="app" data-theme={store.theme.value}>
      <Toolbar />
      <main>
        <div class="picture">
          <div class={isBeside ? 'stages beside' : 'stages'}>
            <Stage />
            {isBeside && <OtherStage />}
          </div>
          <ScrollBars />
          <CursorPlace />
          <Notice />
          {store.dialog.value === 'layers' && <LayersDialog />}
          {store.dialog.value === 'help' && <KeysDialog rows={HELP} onClose={() => (store.dialog.value = 'none')} />}
        </div>
        <RobotPanel />
      </main>
      <Charts />
      <TransportBar />
      <Timeline />
    </div>
  );
}

function Toolbar() {
  const { shownTitle, title, theme } = store;
  return (
    <header class="toolbar">
      <h1 title={title.value}>{shownTitle.value || 'Kineko'}</h1>
      <label
        class="button"
        title={opensWorlds.value ? `a run to view, or ${plugins().servedWorld?.title} to serve` : 'open a run'}
      >
        <Icon name="open" /> Open
        <input
          id="open"
          type="file"
          class="hidden"
          multiple
          onChange={(event) => void take([...(event.currentTarget.files ?? [])])}
        />
      </label>
      <span class="gap" />
      <ZoomMenu />
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
      <CompareButton />
      <IconButton icon="link" label="copy link" hint="copy a link to this moment" onClick={copyLink} />
      <IconButton
        icon="layers"
        label="Layers"
        hint="layers, colours, labels and trails"
        shortcut="l"
        aria-expanded={store.dialog.value === 'layers'}
        onClick={() => store.toggleDialog('layers')}
      />
      <IconButton
        icon="legend"
        label="legend"
        hint="legend and scale"
        shortcut="g"
        aria-pressed={store.hasLegend.value}
        onClick={() => (store.hasLegend.value = !store.hasLegend.value)}
      />
      <IconButton
        icon={theme.value === 'dark' ? 'light' : 'dark'}
        label={theme.value === 'dark' ? 'Light' : 'Dark'}
        hint={theme.value === 'dark' ? 'light colours' : 'dark colours'}
        onClick={() => store.setTheme(theme.value === 'dark' ? 'light' : 'dark')}
      />
      <IconButton
        icon="keys"
        label="keys"
        shortcut="?"
        aria-expanded={store.dialog.value === 'help'}
        onClick={() => store.toggleDialog('help')}
      />
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
