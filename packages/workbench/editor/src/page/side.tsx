/** The side panel: properties, problems, the list of shapes, and the run started from here. */
import { kindOf } from '../world-format.js';
import { PropertiesPanel } from './properties.js';
import { nameOf } from './shapes.js';
import * as store from './store.js';

export function Side() {
  return (
    <aside class="side">
      <PropertiesPanel />
      <ProblemList />
      <Trial />
      <Outline />
    </aside>
  );
}

function ProblemList() {
  const problems = store.problems.value;
  const isKnown = store.isChecked.value;
  return (
    <section aria-label="problems">
      <h2>{isKnown && problems.length === 0 ? 'No problems' : `Problems: ${problems.length}`}</h2>
      <p class="hint" role="status">
        {isKnown ? '' : 'checking …'}
      </p>
      <ul class="problems">
        {problems.map(({ text, where, severity, shapes }, k) => (
          <li key={k}>
            {shapes.length === 0 ? (
              <span class={severity === 'error' ? 'bad' : ''}>{text}</span>
            ) : (
              <button
                type="button"
                class={severity === 'error' ? 'bad' : ''}
                onClick={() => store.select(shapes.slice(0, 1))}
              >
                {text}
              </button>
            )}
            {where !== '' && <span class="hint"> line {where}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trial() {
  const trial = store.trial.value;
  if (trial === undefined) return null;
  return (
    <section aria-label="run">
      <h2>{trial.isOver ? 'The run is over' : 'The run'}</h2>
      {trial.url !== '' && !trial.isOver && (
        <p>
          <a id="look" href={trial.url} target="_blank" rel="noreferrer">
            look at it
          </a>{' '}
          <button type="button" id="stop" onClick={() => void store.stop()}>
            stop
          </button>
        </p>
      )}
      <pre class="lines">{trial.lines.join('\n')}</pre>
    </section>
  );
}

/** Limit on the listed shapes. */
const MAX_LISTED = 300;

function Outline() {
  const document = store.shown.value;
  const format = store.format.value;
  if (document === undefined || format === undefined) return null;
  const more = document.shapes.length - MAX_LISTED;
  return (
    <section aria-label="shapes">
      <h2>Shapes</h2>
      <ul class="outline">
        {document.shapes.slice(0, MAX_LISTED).map((shape) => (
          <li key={shape.id}>
            <button
              type="button"
              aria-pressed={store.selected.value.has(shape.id)}
              onClick={(event) => (event.shiftKey ? store.toggle(shape.id) : store.select([shape.id]))}
            >
              {kindOf(format, shape.kind).title} {nameOf(shape)}
              {store.problemsByShape.value.has(shape.id) && <span class="mark"> (problem)</span>}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="hint">and {more} more</p>}
    </section>
  );
}
