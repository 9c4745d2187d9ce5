/** The panels of the debugger: the steps of the branch, the messages under way with other steps, the states of processes. */
import type { TraceRecord } from '@kineko/formats/trace';
import { wordsOf } from '../scene/event-words.js';
import { SECONDS } from '../scene/units.js';
import type { CopyUnderWay, ProcessState } from './branch.js';
import * as store from './store.js';

/** The keys 1 to 9 take the first steps of the list. */
const NUMBERED = 9;

export function Steps() {
  const { moments = [] } = store.branch.value ?? {};
  return (
    <section class="card" aria-label="steps">
      <h2>Steps</h2>
      <ol class="steps" start={0}>
        {moments.map(({ step, violations }, k) => (
          <li key={k}>
            <button
              type="button"
              aria-current={k === store.cursor.value ? 'step' : undefined}
              class={violations.length > 0 ? 'bad' : ''}
              title={step ?? 'start'}
              onClick={() => store.goTo(k)}
            >
              <span>{step ?? 'start'}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function StepEvents() {
  const { records = [], violations = [] } = store.moment.value ?? {};
  return (
    <section class="card" aria-label="events of this step">
      <h2>This step</h2>
      {violations.map((text) => (
        <p key={text} class="bad violation" role="alert">
          {text}
        </p>
      ))}
      {records.length === 0 ? (
        <p class="hint">no event</p>
      ) : (
        <ul class="events">
          {records.map((record, i) => (
            <li key={i}>{eventText(record)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function eventText(record: TraceRecord): string {
  const { what, whom } = wordsOf(record, SECONDS) ?? { what: record.type, whom: '' };
  const who = 'process' in record ? `p${String(record.process)} ` : '';
  return `${who}${what}${whom === '' ? '' : ` (${whom})`}`;
}

/** The possible steps in the order of the panel, which the keys 1 to 9 refer to. */
export function choices(): readonly string[] {
  const { possible = [], underWay = [] } = store.moment.value ?? {};
  const arriving = underWay.map(({ text }) => `deliver ${text}`).filter((step) => possible.includes(step));
  const others = possible.filter((step) => /^(?:act|timer|recover|crash) /.test(step));
  return [...new Set([...arriving, ...others])];
}

export function NextSteps() {
  const { possible = [], underWay = [] } = store.moment.value ?? {};
  const numbered = choices();
  const others = numbered.filter((step) => !step.startsWith('deliver '));
  return (
    <section class="card" aria-label="next steps">
      <h2>Messages under way: {underWay.length}</h2>
      <ul class="copies">
        {underWay.map((copy) => (
          <CopyRow key={copy.key} copy={copy} possible={possible} numbered={numbered} />
        ))}
      </ul>
      <h2>Other steps</h2>
      {others.length === 0 && <p class="hint">none</p>}
      <p class="others">
        {others.map((step) => (
          <StepButton key={step} step={step} numbered={numbered}>
            {step}
          </StepButton>
        ))}
      </p>
    </section>
  );
}

interface CopyRowProperties {
  readonly copy: CopyUnderWay;
  readonly possible: readonly string[];
  readonly numbered: readonly string[];
}

function CopyRow({ copy: { from, to, type, content, text }, possible, numbered }: CopyRowProperties) {
  const kinds = ['deliver', 'lie', 'lose'].filter((kind) => possible.includes(`${kind} ${text}`));
  return (
    <li>
      <span class="copy">
        <b>
          p{from} → p{to}
        </b>{' '}
        {type} <code title={content}>{content}</code>
        {!kinds.includes('deliver') && <span class="hint"> waits for an earlier message of its link</span>}
      </span>
      <span class="actions">
        {kinds.map((kind) => (
          <StepButton key={kind} step={`${kind} ${text}`} numbered={numbered}>
            {kind}
          </StepButton>
        ))}
      </span>
    </li>
  );
}

interface StepButtonProperties {
  readonly step: string;
  readonly numbered: readonly string[];
  readonly children: string;
}

function StepButton({ step, numbered, children }: StepButtonProperties) {
  const index = numbered.indexOf(step);
  const isNext = step === store.nextStep.value;
  return (
    <button
      type="button"
      class={isNext ? 'next' : ''}
      aria-label={step}
      title={isNext ? 'the next step of this branch' : 'a new branch from here'}
      disabled={store.isWaiting.value}
      onClick={() => void store.take(step)}
    >
      {children}
      {index >= 0 && index < NUMBERED && <kbd>{index + 1}</kbd>}
    </button>
  );
}

export function States() {
  return (
    <div class="states">
      {store.processes.value.map(({ id, state, isChanged }) => (
        <section key={id} class={isChanged ? 'card changed' : 'card'} aria-label={`state of p${id}`}>
          <h2>
            p{id}
            {state.isCrashed && <span class="bad"> crashed</span>}
          </h2>
          <StateOf state={state} />
        </section>
      ))}
    </div>
  );
}

function StateOf({ state: { protocols, stable, waits } }: { readonly state: ProcessState }) {
  const groups = [...protocols, ...(stable.length === 0 ? [] : [{ name: 'stable storage', fields: stable }])];
  return (
    <>
      {groups.map(({ name, fields }) => (
        <div key={name} class="protocol">
          <h3>{name}</h3>
          <dl>
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{field.name}</dt>
                <dd>{field.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {waits.length > 0 && (
        <ul class="events">
          {waits.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
