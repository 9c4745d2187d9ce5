import type { CliContext, ExitCode } from '@kineko/run/console';
import type { ObservedRun } from '../observed-run.js';
import { type PropertyResult, PropertyTally } from '../properties/property-tally.js';
import type { Property } from '../properties/property.js';
import { describeResults, exitCodeOfResults } from './report.js';

/** Checks properties of a run that has been observed, and prints the results. @param file The name of its log. */
export function checkFinishedRun(
  run: ObservedRun,
  properties: readonly Property[],
  { file, json, quiet }: { readonly file: string; readonly json: boolean; readonly quiet: boolean },
  { stdout }: CliContext,
): ExitCode {
  const results = properties.map((property): PropertyResult => {
    const tally = new PropertyTally(property.text, property.isSometimes);
    tally.add(0, property.judge(run));
    return tally.result();
  });
  if (json) stdout.write(`${JSON.stringify({ file, results })}\n`);
  else if (!quiet) stdout.write(describeResults(results, () => file));
  return exitCodeOfResults(results);
}
