/** The bar above the timeline: play, steps, jumps between marks, loop, speed and clock. */
import { IconButton } from './icons.js';
import { computed } from '@preact/signals';
import * as store from './store.js';
import { LiveControls, SpeedMenu } from './toolbar-menus.js';
import { isLocked, isPlaying, stepEvent, togglePlaying } from './transport.js';

/** A text of its own, so that the bar is not rendered again for each frame. */
const clock = computed(() => store.units.value.progress(store.time.value, store.span.value.end));
const presentMark = computed(() => store.presentMark.value?.text ?? '');

export function TransportBar() {
  const { range, isLooping, units } = store;
  return (
    <div class="toolbar transport" role="toolbar" aria-label="transport">
      <IconButton icon="start" label="to the beginning" shortcut="Home" onClick={() => store.restart()} />
      <IconButton icon="stepBack" label="previous event" shortcut="," onClick={() => stepEvent(-1)} />
      <IconButton
        id="play"
        icon={isPlaying.value ? 'pause' : 'play'}
        label={isPlaying.value ? 'Pause' : 'Play'}
        shortcut="space"
        disabled={isLocked.value}
        onClick={togglePlaying}
      />
      <IconButton icon="stepOn" label="next event" shortcut="." onClick={() => stepEvent(1)} />
      <IconButton icon="end" label="to the end" shortcut="End" onClick={() => store.toEnd()} />
      <IconButton
        icon="previousMark"
        label="previous mark"
        hint="previous contact, crash or violation"
        shortcut="["
        onClick={() => store.jumpBeside(-1)}
      />
      <IconButton
        icon="nextMark"
        label="next mark"
        hint="next contact, crash or violation"
        shortcut="]"
        onClick={() => store.jumpBeside(1)}
      />
      <IconButton
        id="loop"
        icon="loop"
        label="loop"
        hint="play the selected range, or the whole run, again and again"
        shortcut="r"
        aria-pressed={isLooping.value}
        onClick={() => (isLooping.value = !isLooping.value)}
      />
      <SpeedMenu />
      <output id="clock" aria-live="off">
        {clock}
      </output>
      {range.value !== undefined && (
        <span id="range" class="range">
          {units.value.progress(range.value.from, range.value.to).replace('/', 'to')}
          <IconButton icon="close" label="clear the range" shortcut="Esc" onClick={() => (range.value = undefined)} />
        </span>
      )}
      <LiveControls />
      <span class="gap" />
      <span id="present-mark" class="hint" role="status">
        {presentMark}
      </span>
    </div>
  );
}
