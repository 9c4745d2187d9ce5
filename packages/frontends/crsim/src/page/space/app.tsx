/** The page of the viewer of an environment. */
import { acceptDroppedFiles, KeysDialog, linkText, listenForKeys } from '@kineko/ui/page';
import { useLayoutEffect } from 'preact/hooks';
import { openRecording, saveRecording } from './recording-files.js';
import type { Quantity } from './infrared.js';
import { HELP, KEYS, toggleHelp } from './keys.js';
import { showLive, tryNow } from './live.js';
import { Side } from './side.js';
import { Stage, stepText } from './stage.js';
import * as store from './store.js';

export function App({ onPick }: { readonly onPick: (name: string | undefined) => void }) {
  useLayoutEffect(() => {
    const stopListening = listenForKeys(KEYS);
    const stopAccepting = acceptDroppedFiles(([file]) => {
      if (file !== undefined) void openRecording(file);
    });
    return () => {
      stopListening();
      stopAccepting();
    };
  }, []);
  return (
    <div class="app viewer" data-theme={store.theme.value}>
      <Toolbar />
      <main>
        <div class="picture">
          <Stage onPick={onPick} />
          <Notice />
          {store.dialog.value === 'help' && <KeysDialog rows={HELP} onClose={toggleHelp} />}
        </div>
        <Side onPick={onPick} />
      </main>
      <Steps />
    </div>
  );
}

function Toolbar() {
  const { projection, infrared, theme, hasNames, source, previous } = store;
  return (
    <header class="toolbar">
      <h1>{store.title.value}</h1>
      <span class="badge">{source.value === 'live' ? 'live' : 'recording'}</span>
      <div role="group" aria-label="view">
        <button type="button" aria-pressed={projection.value === 'plan'} onClick={() => (projection.value = 'plan')}>
          Plan
        </button>
        <button type="button" aria-pressed={projection.value === 'space'} onClick={() => (projection.value = 'space')}>
          3-D
        </button>
      </div>
      <label>
        infrared
        <select
          id="infrared"
          value={infrared.value}
          onChange={(event) => (infrared.value = event.currentTarget.value as Quantity | 'off')}
        >
          <option value="off">off</option>
          <option value="heat">heat</option>
          <option value="ir">reflectance</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={hasNames.value}
          onChange={(event) => (hasNames.value = event.currentTarget.checked)}
        />
        names
      </label>
      <button type="button" onClick={() => store.fitAll()}>
        All in view
      </button>
      <span class="gap" />
      <button type="button" id="save" onClick={saveRecording}>
        Save
      </button>
      <label class="button">
        Open
        <input
          id="open"
          type="file"
          class="hidden"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) void openRecording(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {previous.value !== undefined && previous.value !== store.space.value && (
        <button type="button" onClick={() => store.show(previous.value!, 'recording', 'Previous run')}>
          Previous run
        </button>
      )}
      {source.value === 'recording' && (
        <button type="button" onClick={showLive}>
          Back to live
        </button>
      )}
      <button type="button" onClick={() => (theme.value = theme.value === 'dark' ? 'light' : 'dark')}>
        {theme.value === 'dark' ? 'Light' : 'Dark'}
      </button>
      <button type="button" onClick={toggleHelp} aria-label="keys">
        ?
      </button>
    </header>
  );
}

function Notice() {
  const { link, source, message, noSpaceBecause, isWaiting } = store;
  const isCut = source.value === 'live' && link.value.phase !== 'open';
  const remarks = [message.value, noSpaceBecause.value].filter((text) => text !== '');
  return (
    <>
      {isCut && (
        <div class={`notice ${link.value.phase === 'connecting' ? '' : 'bad'}`} role="alert" id="link">
          <p>{linkText(link.value)}</p>
          {link.value.phase === 'broken' && (
            <button type="button" onClick={tryNow}>
              Try now
            </button>
          )}
        </div>
      )}
      {isWaiting.value && (
        <p class="notice" role="status" id="waiting">
          Connected. The environment has not sent its objects yet: it does when all robots of its model have connected,
          or when the master of the control panel starts it.
        </p>
      )}
      {remarks.length > 0 && (
        <div class="remark" role="status">
          <p>{remarks.join('\n')}</p>
          <button
            type="button"
            aria-label="shutDown"
            onClick={() => {
              message.value = '';
              noSpaceBecause.value = '';
            }}
          >
            ✕
          </button>
        </div>
      )}
    </>
  );
}

/** Controls to move in time. */
function Steps() {
  const { span, step, isPlaying, pace, isAtNewest, source } = store;
  const { start, end } = span.value;
  return (
    <footer class="steps">
      <button type="button" id="play" aria-pressed={isPlaying.value} onClick={() => store.togglePlaying()}>
        {isPlaying.value ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => store.stepBy(-1)} aria-label="a step back">
        ‹
      </button>
      <button type="button" onClick={() => store.stepBy(1)} aria-label="a step forward">
        ›
      </button>
      <input
        id="scrubber"
        type="range"
        min={start}
        max={end}
        step={1}
        value={step.value}
        aria-label="step"
        aria-valuetext={`step ${stepText(step.value)} of ${stepText(end)}`}
        onInput={(event) => {
          isAtNewest.value = false;
          isPlaying.value = false;
          store.goTo(Number(event.currentTarget.value));
        }}
      />
      <output id="clock">
        step {stepText(step.value)} / {stepText(end)}
      </output>
      <label>
        steps per second
        <select id="pace" value={pace.value} onChange={(event) => (pace.value = Number(event.currentTarget.value))}>
          {store.PACES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      {source.value === 'live' && (
        <button type="button" aria-pressed={isAtNewest.value} onClick={() => store.toNewest()}>
          now
        </button>
      )}
    </footer>
  );
}
