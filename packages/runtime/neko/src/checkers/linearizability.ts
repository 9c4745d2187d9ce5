/**
 * Linearizability (Herlihy and Wing, "Linearizability: a correctness condition for concurrent objects", 1990), decided by the
 * search of Wing and Gong (1993) with the memory of Lowe ("Testing for linearizability", 2017): a set of operations that leads
 * to a value seen before is not tried again.
 */
import type { OfProtocol } from './broadcast-events.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type Findings, type ProtocolEvent } from './checker.js';
import { type ModelName, MODELS, type ObjectCall, type SequentialModel } from './linearizability-models.js';
import { getOrAdd } from '../get-or-add.js';

export interface LinearizabilityOptions extends OfProtocol {
  /** The kind of object. Default: register. */
  readonly model?: ModelName;
}

/** An operation of a history; times are places in the order of the run. */
export interface HistoryOperation extends ObjectCall {
  readonly invokedAt: number;
  /** Infinity without a response: it took effect at any time, or never. */
  readonly respondedAt: number;
}

/** A limit for one object; histories of tests need far less. */
const MAX_STEPS = 5_000_000;

interface RecordedOperation extends HistoryOperation {
  readonly invocation: ProtocolEvent;
  readonly response: ProtocolEvent | undefined;
}

/**
 * The operations on each object have the results of some sequence of them, in which an operation that ended before another
 * began comes first. Protocols record `invoke` with `operation` (an id of its own), `call`, and where needed `object` and `value`, and `respond`
 * with `operation` and `result`. Its premise is an operation with a response; an object whose search takes too long has none.
 */
export function linearizability({ protocol, model = 'register' }: LinearizabilityOptions): Checker {
  return checkerOf('linearizability', ({ records }, findings) => {
    for (const [object, operations] of operationsOf(eventsOf(records, protocol), model, findings)) {
      const verdict = findLinearization(operations, MODELS[model]);
      if (verdict === 'too long') continue;
      findings.premise(operations.filter(({ response }) => response !== undefined).length);
      if (verdict === undefined) continue;
      const stuck = verdict as RecordedOperation;
      const { process, invocation, response, call, result } = stuck;
      const of = object === '' ? '' : ` of ${object}`;
      findings.violation(
        `no order of the operations${of} explains that p${process} got ${canonical(result?.value)} from ${call}` +
          `${stuck.value === undefined ? '' : ` ${canonical(stuck.value)}`} (t = ${invocation.time} to ${response?.time})`,
        invocation,
        response,
      );
    }
  });
}

function operationsOf(
  events: readonly ProtocolEvent[],
  model: ModelName,
  findings: Findings,
): Map<string, RecordedOperation[]> {
  const responses = new Map<string, { readonly record: ProtocolEvent; readonly at: number }>();
  const invoked = new Set<string>();
  for (const [at, record] of events.entries()) {
    if (record.event !== 'invoke' && record.event !== 'respond') continue;
    const id = String(fieldOf(record, 'operation'));
    const did = `p${record.process} noted ${record.event === 'invoke' ? 'an invocation' : 'a response'} of ${id} at t = ${record.time}`;
    if (record.event === 'invoke') {
      if (invoked.has(id)) findings.violation(`${did} for the second time`, record);
      invoked.add(id);
    } else if (!invoked.has(id)) findings.violation(`${did}, which was not invoked`, record);
    else if (responses.has(id)) findings.violation(`${did} for the second time`, responses.get(id)!.record, record);
    else responses.set(id, { record, at });
  }
  const byObject = new Map<string, RecordedOperation[]>();
  for (const [at, record] of events.entries()) {
    if (record.event !== 'invoke') continue;
    const call = String(fieldOf(record, 'call'));
    if (!MODELS[model].calls.includes(call)) {
      const calls = MODELS[model].calls.join(', ');
      findings.violation(
        `p${record.process} called ${call} at t = ${record.time}: the calls of a ${model} are ${calls}`,
        record,
      );
      continue;
    }
    const response = responses.get(String(fieldOf(record, 'operation')));
    getOrAdd(byObject, nameOf(fieldOf(record, 'object')), () => []).push({
      process: record.process,
      call,
      value: fieldOf(record, 'value'),
      result: response && { value: fieldOf(response.record, 'result') },
      invokedAt: at,
      respondedAt: response?.at ?? Infinity,
      invocation: record,
      response: response?.record,
    });
  }
  return byObject;
}

/** Most histories are of one object without a name. */
function nameOf(object: unknown): string {
  return object === undefined ? '' : typeof object === 'string' ? object : canonical(object);
}

/** A place in the search: the operation chosen next, and what was there before. */
interface Choice {
  readonly index: number;
  readonly state: string;
  /** No other choice can be better. */
  readonly isForced: boolean;
}

/**
 * Returns undefined if there is a valid order; otherwise an operation with a response that the longest valid order lacks.
 *
 * Depth first: the next operation is one that was invoked before all responses of those not chosen yet. The rest of the search
 * depends only on the set chosen and the value, so each pair is tried once.
 */
export function findLinearization(
  history: readonly HistoryOperation[],
  model: SequentialModel,
): HistoryOperation | 'too long' | undefined {
  // Objects that work respond mostly in the order in which operations take effect: then this order succeeds without a search.
  const operations = history.toSorted((a, b) =>
    a.respondedAt < b.respondedAt ? -1 : a.respondedAt > b.respondedAt ? 1 : a.invokedAt - b.invokedAt,
  );
  const chosen = new Array<boolean>(operations.length).fill(false);
  const seen = new Set<string>();
  const path: Choice[] = [];
  let state = model.initial;
  let missing = operations.filter(({ respondedAt }) => respondedAt < Infinity).length;
  let fewest = missing;
  let stuck: HistoryOperation | undefined = firstResponse(operations, chosen);
  let from = 0;
  for (let steps = 0; missing > 0; steps++) {
    if (steps > MAX_STEPS) return 'too long';
    const limit = firstResponse(operations, chosen)!.respondedAt;
    const isPossible = (index: number): boolean => !chosen[index] && operations[index]!.invokedAt < limit;
    const question = operations.findIndex(
      (operation, index) =>
        isPossible(index) && model.isQuestion?.(operation) === true && model.apply(state, operation) !== undefined,
    );
    let hasMoved = false;
    for (let index = question < 0 ? from : question; index < operations.length; index++) {
      if (!isPossible(index)) continue;
      const after = model.apply(state, operations[index]!);
      if (after === undefined) continue;
      chosen[index] = true;
      const key = keyOf(chosen, after);
      const left = missing - (operations[index]!.respondedAt < Infinity ? 1 : 0);
      const isNew = !seen.has(key);
      seen.add(key);
      if (isNew && left > 0 && left < fewest) {
        fewest = left;
        stuck = firstResponse(operations, chosen);
      }
      const remaining = (): HistoryOperation[] => operations.filter((_, k) => !chosen[k]);
      if (!isNew || model.isHopeless?.(after, remaining()) === true) {
        chosen[index] = false;
        if (question >= 0) break;
        continue;
      }
      path.push({ index, state, isForced: question >= 0 });
      state = after;
      missing = left;
      hasMoved = true;
      break;
    }
    from = 0;
    if (hasMoved) continue;
    let last: Choice | undefined;
    do {
      last = path.pop();
      if (last === undefined) return stuck;
      chosen[last.index] = false;
      state = last.state;
      if (operations[last.index]!.respondedAt < Infinity) missing++;
    } while (last.isForced);
    from = last.index + 1;
  }
  return undefined;
}

/** The operation that responded first among those not chosen. */
function firstResponse(
  operations: readonly HistoryOperation[],
  chosen: readonly boolean[],
): HistoryOperation | undefined {
  let first: HistoryOperation | undefined;
  for (const [index, operation] of operations.entries()) {
    if (!chosen[index] && operation.respondedAt < (first?.respondedAt ?? Infinity)) first = operation;
  }
  return first;
}

/** The operations before the first one not chosen need not be named. */
function keyOf(chosen: readonly boolean[], state: string): string {
  const first = chosen.indexOf(false);
  let rest = '';
  for (let index = first; index >= 0 && index < chosen.length; index++) if (chosen[index]) rest += `,${index}`;
  return `${first}${rest};${state}`;
}
