/** What was found, for people. */
import type { PropertyResult } from '@kineko/lab';
import { grouped } from '../terminal/numbers.js';

export function describeResults(results: readonly PropertyResult[], nameOf: (run: number) => string): string {
  return results
    .filter(({ runs }) => runs > 0)
    .map((result) => describe(result, nameOf))
    .join('');
}

function describe(
  { property, verdict, runs, premises, violations, first }: PropertyResult,
  nameOf: (run: number) => string,
): string {
  const inRuns = `${grouped(runs)} ${runs === 1 ? 'run' : 'runs'}`;
  if (verdict === 'unknown') {
    const why = premises === 0 ? 'what it is about never happened' : 'no run went on for long enough';
    return `${property}: never applied in ${inRuns}: ${why}, so nothing is shown${nameHint(property)}\n`;
  }
  if (verdict === 'holds') return `${property}: holds in ${inRuns} (premises: ${grouped(premises)})\n`;
  if (first === undefined)
    return `${property}: violated: it occurred in none of ${inRuns} (premises: ${grouped(premises)})\n`;
  const { time, text } = first.violation;
  return (
    `${property}: violated in ${grouped(violations)} of ${inRuns} (premises: ${grouped(premises)})\n` +
    `  ${nameOf(first.run)}, t = ${time}: ${text}\n`
  );
}

/** Records name a protocol by its id, which is not its class: who took one for the other never sees it apply. */
function nameHint(property: string): string {
  const named = /\bprotocol=(\S*[A-Z]\S*)/.exec(property)?.[1];
  if (named === undefined) return '';
  const id = named.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();
  return `; records call the class ${named} ${id}: is protocol=${id} meant?`;
}
