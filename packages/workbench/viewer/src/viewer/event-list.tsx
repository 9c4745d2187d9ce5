/** The events of the selected robot, or of all: time, words and partners; filtered, searched, and clicked to jump there. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { LineFilter } from '../reading/line-filter.js';
import { ownerOf } from '../reading/line-filter.js';
import type { LogLine } from '../reading/owned-lines.js';
import { EVENT_KINDS, type EventKind, kindOf } from '../scene/event-kinds.js';
import { wordsOf } from '../scene/event-words.js';
import { countWhile } from '../scene/search.js';
import * as store from './store.js';
import { kindColor } from './timeline.js';

/** Lines shown on either side of the present one. */
const AROUND = 50;

/** Kinds that are listed; all if none is chosen. */
const kinds = signal<ReadonlySet<EventKind>>(new Set());
const text = signal('');

export function EventList({ owner }: { readonly owner: number | undefined }) {
  const filter: LineFilter = {
    owner,
    ...(kinds.value.size > 0 && { kinds: EVENT_KINDS.filter((kind) => kinds.value.has(kind)) }),
    ...(text.value !== '' && { text: text.value }),
    isInCycles: store.scene.value.isInCycles,
  };
  return (
    <>
      <div class="event-tools" role="group" aria-label="filter of the events">
        <input
          id="event-search"
          type="search"
          placeholder="search events"
          aria-label="search events"
          title="a word, a robot (p3) or a message type"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {EVENT_KINDS.map((kind) => (
          <KindButton key={kind} kind={kind} />
        ))}
      </div>
      {/* All events of a crowd would be read again and again while it moves. */}
      {owner === undefined && (store.isPlaying.value || store.isFollowingRun.value) ? (
        <p class="hint">Pause to list the events of all robots.</p>
      ) : (
        <Rows filter={filter} />
      )}
    </>
  );
}

function KindButton({ kind }: { readonly kind: EventKind }) {
  const isChosen = kinds.value.has(kind);
  const toggle = (): void => {
    const chosen = new Set(kinds.value);
    if (!chosen.delete(kind)) chosen.add(kind);
    kinds.value = chosen;
  };
  return (
    <button
      type="button"
      class="kind"
      aria-pressed={isChosen}
      title={`only events of this kind: ${kind}`}
      onClick={toggle}
    >
      <Dot kind={kind} /> {kind}
    </button>
  );
}

function Dot({ kind }: { readonly kind: EventKind }) {
  return <i class="dot" style={{ background: kindColor(kind, store.style.value.theme) }} />;
}

function Rows({ filter }: { readonly filter: LineFilter }) {
  const list = useRef<HTMLOListElement>(null);
  void store.version.value;
  const cache = store.listed.value;
  const lines = cache?.around(filter, store.time.value, store.span.value.end) ?? [];
  const present = countWhile(lines.length, (k) => lines[k]!.time <= store.time.value) - 1;
  const from = Math.max(0, present - AROUND);
  useLayoutEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (item) keepInSight(list.current!, item);
  }, [present, filter.owner, lines]);
  if (lines.length === 0) return <p class="hint">{cache?.isAsking === true ? 'searching …' : 'no such events'}</p>;
  return (
    <ol class="log" ref={list} aria-label="events">
      {lines.slice(from, present + AROUND).map((line, index) => (
        <li key={from + index} aria-current={from + index === present ? 'true' : undefined}>
          <Row line={line} />
        </li>
      ))}
    </ol>
  );
}

function Row({ line: { time, text: raw, record } }: { readonly line: LogLine }) {
  const words = record && wordsOf(record, store.units.value);
  if (record === undefined || words === undefined) return <button type="button">{raw}</button>;
  const id = ownerOf(record);
  return (
    <button type="button" title={raw === '' ? undefined : raw} onClick={() => store.goTo(time)}>
      <time>{time.toFixed(3)}</time> <b>{id === undefined || id < 0 ? '' : `p${id}`}</b> <Dot kind={kindOf(record)} />{' '}
      <span>
        {words.what} <em>{words.whom}</em>
      </span>
    </button>
  );
}

/** Scrolls only the list, not the panel around it. */
function keepInSight(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const least = offsetTop + offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, least), offsetTop);
}
