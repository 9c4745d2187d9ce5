import type { Expression } from '../expression.js';

/** What is to be measured, as an experiment says. */
export type MetricSpec =
  /** Built in, or one that the scenario has itself. */
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly of: string;
      readonly options: ReadonlyMap<string, number>;
    }
  /** Of other metrics and of parameters. */
  | { readonly kind: 'expression'; readonly name: string; readonly expression: Expression }
  /** An author's function: `./metrics.ts#order`. */
  | { readonly kind: 'file'; readonly name: string; readonly file: string };

/** The same as plain data, for other threads and machines. */
export type MetricOrder =
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly of: string;
      readonly options: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'expression'; readonly name: string; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: string };

export function orderOf(spec: MetricSpec): MetricOrder {
  switch (spec.kind) {
    case 'named':
      return { ...spec, options: Object.fromEntries(spec.options) };
    case 'expression':
      return { kind: 'expression', name: spec.name, text: spec.expression.text };
    case 'file':
      return spec;
  }
}
