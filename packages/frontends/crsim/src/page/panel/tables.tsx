/** The sections that only show: robots, objects, the selected one, status lines. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { factsOf, type ListedObject, textOf } from './report.js';
import * as store from './store.js';

/** Rows of a table; viewers can select objects beyond them. */
const MAX_ROWS = 300;

export type Pick = (name: string | undefined) => void;

export function Tables({ onPick }: { readonly onPick: Pick }) {
  const objects = store.report.value?.objects ?? [];
  return (
    <>
      <Table title="Robots" id="robots" rows={objects.filter(({ isRobot }) => isRobot)} onPick={onPick} />
      <Table title="Objects" id="objects" rows={objects.filter(({ isRobot }) => !isRobot)} onPick={onPick} />
    </>
  );
}

interface TableProps {
  readonly title: string;
  readonly id: string;
  readonly rows: readonly ListedObject[];
  readonly onPick: Pick;
}

function Table({ title, id, rows, onPick }: TableProps) {
  const ofRobots = id === 'robots';
  return (
    <section class="wide" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title} ({rows.length})
      </h2>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby={`${id}-title`}>
        <table id={id}>
          <thead>
            <tr>
              <th scope="col">name</th>
              {ofRobots && <th scope="col">connected</th>}
              {COLUMNS.map((column) => (
                <th key={column} scope="col" class="number">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={store.selected.value === row.name}
                    onClick={() => onPick(row.name)}
                  >
                    {row.name}
                  </button>
                </th>
                {ofRobots && <td>{textOf(row.isConnected === true)}</td>}
                {COLUMNS.map((column) => (
                  <td key={column} class="number">
                    {row[column].toFixed(2)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > MAX_ROWS && <p class="hint">and {rows.length - MAX_ROWS} more</p>}
      </div>
    </section>
  );
}

const COLUMNS = ['x', 'y', 'z', 'orientation', 'heat', 'ir'] as const;

export function Chosen({ onPick }: { readonly onPick: Pick }) {
  const name = store.selected.value;
  return (
    <section aria-labelledby="chosen-title" id="chosen">
      <h2 id="chosen-title">{name === undefined ? 'Chosen object' : `Chosen: ${name}`}</h2>
      {name === undefined ? (
        <p class="hint">Click an object in a viewer, or its name in a table.</p>
      ) : (
        <>
          <ChosenFacts />
          <button type="button" onClick={() => onPick(undefined)}>
            Choose nothing
          </button>
        </>
      )}
    </section>
  );
}

function ChosenFacts() {
  const facts = factsOf(store.facts.value);
  if (facts.length === 0) return <p class="hint">The environment has no facts of it at present.</p>;
  return (
    <dl id="facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Statuses() {
  const list = useRef<HTMLDivElement>(null);
  const lines = store.statuses.value;
  useLayoutEffect(() => {
    const element = list.current!;
    element.scrollTop = element.scrollHeight;
  }, [lines]);
  return (
    <section class="wide" aria-labelledby="status-title">
      <h2 id="status-title">Status</h2>
      <div class="log" id="statuses" ref={list} role="log" aria-labelledby="status-title" tabIndex={0}>
        <ol>
          {lines.map((line, index) => (
            // Lines may be equal, and are only added.
            <li key={index}>{line}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}
