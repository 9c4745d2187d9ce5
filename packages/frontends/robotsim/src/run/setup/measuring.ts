import { Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Found } from './classes.js';
import type { RunView } from './finish.js';
import type { Metric } from './metrics.js';

/** Looks at the records of a run while it goes, and has its metrics at the end. */
export class Measuring {
  private readonly analyzer = new Analyzer();

  constructor(private readonly metrics: readonly Found<Metric>[]) {}

  /** Sees what goes to whoever else keeps the records. */
  around(emit: ((record: TraceRecord) => void) | undefined): (record: TraceRecord) => void {
    return (record) => {
      this.analyzer.add(record);
      emit?.(record);
    };
  }

  values(run: RunView): ReadonlyMap<string, number> {
    const report = this.analyzer.report();
    return new Map(this.metrics.map(({ name, item }) => [name, item(report, run)]));
  }
}
