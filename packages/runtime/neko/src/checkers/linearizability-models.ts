/** Sequential specifications of shared objects, for the checker of linearizability. */

/** An operation on an object, with its result if it is known. */
export interface ObjectCall {
  readonly process: number;
  readonly call: string;
  readonly value: unknown;
  /** Undefined if there was no response: then any result is possible. */
  readonly result: { readonly value: unknown } | undefined;
}

/**
 * The values of an object are texts, so that equal ones are recognized.
 */
export interface SequentialModel {
  readonly initial: string;
  /** The names of its operations. */
  readonly calls: readonly string[];
  /** The value after an operation, or undefined if the operation cannot have this result now. */
  readonly apply: (state: string, call: ObjectCall) => string | undefined;
  /** Whether the operation never changes the value: then the first place at which it is possible is as good as any other. */
  readonly isQuestion?: (call: ObjectCall) => boolean;
  /** Whether the remaining operations cannot all have their results any more, because a value that one returns is gone. */
  readonly isHopeless?: (state: string, remaining: readonly ObjectCall[]) => boolean;
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);
/** Whether an operation may have had a result. */
const mayBe = ({ result }: ObjectCall, value: string): boolean =>
  result === undefined || textOf(result.value) === value;

/** Starts as null. */
const register: SequentialModel = {
  initial: 'null',
  calls: ['read', 'write', 'swap'],
  apply: (state, call) => {
    if (call.call === 'read') return mayBe(call, state) ? state : undefined;
    // A swap writes and returns the value before.
    if (call.call === 'swap' && !mayBe(call, state)) return undefined;
    return textOf(call.value);
  },
  isQuestion: ({ call }) => call === 'read',
  isHopeless: (state, remaining) => {
    const values = new Set([state]);
    for (const { call, value } of remaining) if (call !== 'read') values.add(textOf(value));
    return remaining.some(
      ({ call, result }) => call !== 'write' && result !== undefined && !values.has(textOf(result.value)),
    );
  },
};

/** First in, first out; null is the result of a removal from an empty queue. */
const queue: SequentialModel = {
  initial: '[]',
  calls: ['enqueue', 'dequeue'],
  apply: (state, call) => {
    const items = JSON.parse(state) as unknown[];
    if (call.call === 'enqueue') return JSON.stringify([...items, call.value ?? null]);
    const [first = null, ...rest] = items;
    return mayBe(call, textOf(first)) ? JSON.stringify(rest) : undefined;
  },
};

/** Free, or held by a process, which alone releases it. */
const lock: SequentialModel = {
  initial: '',
  calls: ['acquire', 'release'],
  apply: (state, { call, process }) => {
    if (call === 'acquire') return state === '' ? `p${process}` : undefined;
    return state === `p${process}` ? '' : undefined;
  },
};

export const MODELS = { register, queue, lock } as const;
export type ModelName = keyof typeof MODELS;
