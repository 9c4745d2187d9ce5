/** Properties as checkers of explored runs. */
import { CHECKERS, type Property, RunObserver } from '@kineko/lab';
import type { checkers } from '@kineko/neko';

/** These compare events of different processes that no message orders. */
const GLOBAL: ReadonlySet<string> = new Set(['mutual-exclusion', 'failure-detector', 'omega']);

/** Whether a property looks only at the events of each process and their causal order, and treats processes alike. */
export function isLocal({ text }: Pick<Property, 'text'>): boolean {
  const [name = ''] = text.split(/\s/);
  return CHECKERS.some((each) => each.name === name) && !GLOBAL.has(name);
}

export function checkerOfProperty({ text, judge }: Property): checkers.Checker {
  return {
    name: text,
    check(records, n, isComplete = true) {
      const observer = new RunObserver();
      for (const record of records) observer.add(record);
      const { verdict, premises, violation } = judge({ ...observer.observed({ isComplete }), n });
      const isKnown = verdict === 'holds' || verdict === 'violated';
      const violations = violation === undefined ? [] : [{ text: violation.text, records: [] }];
      return { name: text, verdict: isKnown ? verdict : 'unknown', premises, violations };
    },
  };
}
