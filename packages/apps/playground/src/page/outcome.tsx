/** What came of a run: how it ended, what was wrong, what programs said, and how to have it again at a terminal. */
import { describePlace, type Place, type Problem } from '@kineko/formats/problem';
import { WHY_STOPPED } from '@kineko/run';
import { placesIn } from '../project/places.js';
import { commandLine } from '../project/project.js';
import { type RunResult, RUN_LIMITS } from '../simulator/protocol.js';
import { copy } from './copy.js';
import { goTo } from './editor.js';
import { stop } from './running.js';
import * as store from './store.js';

export function Outcome() {
  return (
    <section class="outcome" aria-label="result">
      <Watchdog />
      {store.notice.value !== '' && <p role="status">{store.notice.value}</p>}
      <State />
      <Problems />
      <Said />
    </section>
  );
}

function Watchdog() {
  if (!store.isSilent.value) return null;
  return (
    <p class="bad" role="alert">
      No event for {store.patience.value / 1000} s: does a program run in circles?{' '}
      <button type="button" onClick={stop}>
        Stop it
      </button>
    </p>
  );
}

function State() {
  const { now, events, timeLimit } = store.progress.value;
  switch (store.phase.value) {
    case 'waiting':
      return <p role="status">Nothing has been run yet: press Run, or Ctrl-Enter.</p>;
    case 'running':
      return (
        <p role="status">
          <progress aria-label="how far it is" {...(timeLimit === Infinity ? {} : { max: timeLimit, value: now })} /> t
          = {now.toFixed(1)} s, {grouped(events)} events
        </p>
      );
    case 'stopped':
      return (
        <p role="status">
          {`Stopped at t = ${now.toFixed(1)} s, after ${grouped(events)} events: what is shown is a part, and has no hash.`}
        </p>
      );
    case 'failed':
      return <p role="status">It did not run to its end.</p>;
    case 'ended':
      return <Ended result={store.result.value!} />;
  }
}

function Ended({ result }: { readonly result: RunResult }) {
  const { summary, metrics, hash, seed, wallSeconds, bytesLeftOut, cutOffAfter } = result;
  const { robots, processes, simulatedSeconds, events, motionRequests, collisions, messages, remarks } = summary;
  const command = commandLine(store.project.value, seed, cutOffAfter);
  return (
    <div role="status">
      <p>
        Ended at t = {Number(simulatedSeconds.toFixed(3))} s:{' '}
        {cutOffAfter === undefined ? WHY_STOPPED[summary.stoppedBy ?? 'events'] : CUT_OFF}.{' '}
        {robots > 0 ? `${grouped(robots)} robots` : `${grouped(processes)} processes`}, seed {seed}, {grouped(events)}{' '}
        events
        {robots > 0 && `, ${grouped(motionRequests)} motions, ${grouped(collisions)} collisions`}
        {messages.sent > 0 && `, ${grouped(messages.sent)} messages`}, in {wallSeconds.toFixed(2)} s.
      </p>
      {metrics.length > 0 && (
        <p>{metrics.map(([name, value]) => `${name} ${Number(value.toPrecision(6))}`).join(', ')}</p>
      )}
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {bytesLeftOut > 0 && (
        <p class="bad">
          {`The first ${RUN_LIMITS.kept >> 20} MiB of records are shown; ${grouped(bytesLeftOut)} bytes more are in the hash only.`}
        </p>
      )}
      <p>
        hash <code id="hash">{hash}</code>, the same as of <code id="command">{command}</code>{' '}
        <button type="button" onClick={() => void copy(command)}>
          Copy command
        </button>
      </p>
    </div>
  );
}

const CUT_OFF = `the playground ends a run after ${grouped(RUN_LIMITS.events)} events`;

function Problems() {
  if (store.problems.value.length === 0) return null;
  return (
    <ul class="problems" role="alert" aria-label="problems">
      {store.problems.value.map((problem, k) => (
        <ProblemItem key={k} problem={problem} />
      ))}
    </ul>
  );
}

/** In the words of a terminal. A text that names a place itself is about that one: the problem's own only led there. */
function ProblemItem({ problem: { severity, place, text } }: { readonly problem: Problem }) {
  const files = new Set(store.allFiles.value.map(({ name }) => name));
  const pieces = placesIn(text, files);
  const isLed = pieces.some((piece) => typeof piece !== 'string');
  return (
    <li class={severity === 'error' ? 'bad' : ''}>
      {place !== undefined && (
        <>
          {!isLed && files.has(place.file) ? (
            <PlaceLink place={place} text={describePlace(place)} />
          ) : (
            describePlace(place)
          )}
          :{' '}
        </>
      )}
      {severity === 'warning' && 'warning: '}
      {pieces.map((piece, k) => (typeof piece === 'string' ? piece : <PlaceLink key={k} {...piece} />))}
    </li>
  );
}

function PlaceLink({ place, text }: { readonly place: Place; readonly text: string }) {
  return (
    <button type="button" class="place" onClick={() => goTo(place)}>
      {text}
    </button>
  );
}

function Said() {
  const { lines, linesLeftOut } = store;
  if (lines.value.length === 0) return null;
  return (
    <details open={lines.value.length < 50}>
      <summary>{`what programs say (${grouped(lines.value.length)})`}</summary>
      <pre class="said" tabIndex={0} aria-label="what programs say">
        {lines.value.map(({ level, text }) => (level === 'info' ? text : `${level}: ${text}`)).join('\n')}
      </pre>
      {linesLeftOut.value > 0 && <p>{`${grouped(linesLeftOut.value)} more lines are not shown.`}</p>}
    </details>
  );
}

/** 12,345: the page speaks English. */
function grouped(value: number): string {
  return value.toLocaleString('en');
}
