/** The result of a run: its end, problems, program output, and the command that repeats it. */
import { describePlace, type Place, type Problem } from '@kineko/formats/problem';
import { counted, grouped, WHY_STOPPED } from '@kineko/run';
import { placesIn } from '../project/places.js';
import { commandLine } from '../project/project.js';
import { type RunResult, PAGE_LIMITS } from '../simulator/protocol.js';
import { copy } from './copy.js';
import { goTo } from './editor.js';
import { stop } from './running.js';
import * as store from './store.js';

export function Outcome() {
  return (
    <section class="outcome" aria-label="result">
      <Watchdog />
      {store.notice.value !== '' && <p role="status">{store.notice.value}</p>}
      <Audit />
      <State />
      <Problems />
      <Output />
    </section>
  );
}

function Watchdog() {
  if (!store.isSilent.value) return null;
  return (
    <p class="bad" role="alert">
      No event for {store.patience.value / 1000} s. An endless loop?{' '}
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
      return <p role="status">Nothing has run yet: press Run, or Ctrl-Enter.</p>;
    case 'running':
      return (
        <p role="status">
          <progress aria-label="progress" {...(timeLimit === Infinity ? {} : { max: timeLimit, value: now })} /> t ={' '}
          {now.toFixed(1)} s, {grouped(events)} events
        </p>
      );
    case 'stopped':
      return (
        <p role="status">
          {`Stopped at t = ${now.toFixed(1)} s, after ${grouped(events)} events: the result is partial and has no hash.`}
        </p>
      );
    case 'failed':
      return <p role="status">The run failed.</p>;
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
        {robots > 0 ? counted(robots, 'robot') : counted(processes, 'process', 'processes')}, seed {seed},{' '}
        {grouped(events)} events
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
          {`The first ${PAGE_LIMITS.kept >> 20} MiB of records are shown; ${grouped(bytesLeftOut)} more bytes are only in the hash.`}
        </p>
      )}
      <p>
        hash <code id="hash">{hash}</code>, the same as with <code id="command">{command}</code>{' '}
        <button type="button" onClick={() => void copy(command)}>
          Copy command
        </button>
      </p>
    </div>
  );
}

function Audit() {
  const report = store.audit.value;
  if (report === undefined) return null;
  const [verdict, ...lines] = report.lines;
  return (
    <details id="audit" open={!report.isClean}>
      <summary class={report.isClean ? '' : 'bad'}>{verdict}</summary>
      <pre class="said" tabIndex={0} aria-label="audit">
        {lines.join('\n')}
      </pre>
    </details>
  );
}

const CUT_OFF = `the playground ends a run after ${grouped(PAGE_LIMITS.events)} events`;

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

/** As on the command line. If the text names a place, that place is linked instead of the problem's own. */
function ProblemItem({ problem: { severity, place, text } }: { readonly problem: Problem }) {
  const files = new Set(store.allFiles.value.map(({ name }) => name));
  const pieces = placesIn(text, files);
  const hasPlace = pieces.some((piece) => typeof piece !== 'string');
  return (
    <li class={severity === 'error' ? 'bad' : ''}>
      {place !== undefined && (
        <>
          {!hasPlace && files.has(place.file) ? (
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

function Output() {
  const { lines, linesLeftOut } = store;
  if (lines.value.length === 0) return null;
  return (
    <details open={lines.value.length < 50}>
      <summary>{`program output (${grouped(lines.value.length)})`}</summary>
      <pre class="said" tabIndex={0} aria-label="program output">
        {lines.value.map(({ level, text }) => (level === 'info' ? text : `${level}: ${text}`)).join('\n')}
      </pre>
      {linesLeftOut.value > 0 && <p>{`${counted(linesLeftOut.value, 'more line')} not shown.`}</p>}
    </details>
  );
}
