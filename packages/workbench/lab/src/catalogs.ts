/** All names that experiments, assignments and properties can use. */
import { catalogParameter, type KeyTable, type NameCatalog } from '@kineko/run';
import { CONSTANTS, FUNCTIONS } from './expression.js';
import { BUILT_IN_METRICS } from './metrics/built-in.js';
import { CHECKERS } from './properties/checkers.js';
import type { Condition } from './properties/condition.js';
import { CONDITIONS } from './properties/conditions.js';
import { MODALITIES, type Modality } from './properties/property.js';
import { BEFORE, SHORT_FORMS } from './properties/read-property.js';

const MEANINGS: Readonly<Record<Modality, string>> = {
  always: 'the condition holds at every time',
  never: 'the condition holds at no time',
  eventually: 'the condition holds at some time',
  sometimes: 'the condition holds at some time of some run',
};

type CatalogItem = NameCatalog['groups'][number]['items'][number];

export function labCatalogs(): readonly NameCatalog[] {
  return [
    {
      kind: 'metrics',
      doc: 'numbers computed from a run',
      groups: [{ title: 'metrics of an experiment', items: BUILT_IN_METRICS.map(metricItem) }],
    },
    {
      kind: 'properties',
      doc: 'properties of runs, for check, for tasks of assignments and for tests',
      groups: [
        { title: 'conditions on robots', items: [...CONDITIONS.map(conditionItem), ...shortForms()] },
        {
          title: 'before a condition',
          items: MODALITIES.map((name) => ({
            name,
            doc: MEANINGS[name],
            parameters: name === 'eventually' ? parametersOf(BEFORE) : [],
          })),
        },
        {
          title: 'guarantees of networks and protocols',
          items: CHECKERS.map(({ name, doc, premise, options, events }) => ({
            name,
            doc,
            premise,
            events,
            parameters: parametersOf(options),
          })),
        },
      ],
    },
    {
      kind: 'functions',
      doc: 'functions and constants in the expressions of experiments',
      groups: [
        { title: 'functions', items: [...FUNCTIONS].map(([name, { doc }]) => ({ name, doc })) },
        { title: 'constants', items: [...CONSTANTS].map(([name, value]) => ({ name, doc: String(value) })) },
      ],
    },
  ];
}

function metricItem({ name, doc, options = {} }: (typeof BUILT_IN_METRICS)[number]): CatalogItem {
  const rows = Object.entries(options).map(
    ([key, row]) => [key, { type: 'number', ...row, default: String(row.default) }] as const,
  );
  return { name, doc, parameters: parametersOf(Object.fromEntries(rows)) };
}

function conditionItem({ name, value, doc, options = {} }: Condition): CatalogItem {
  const own: KeyTable =
    value === undefined
      ? {}
      : { [name]: { type: 'number', range: { min: 0 }, unit: value, isNeeded: true, doc: 'its value' } };
  return { name, doc, parameters: parametersOf({ ...own, ...options }) };
}

function shortForms(): CatalogItem[] {
  return [...SHORT_FORMS].map(([name, words]) => ({ name, doc: `the same as ${words.join(' ')}` }));
}

function parametersOf(table: KeyTable): NonNullable<CatalogItem['parameters']> {
  return Object.entries(table).map(([name, row]) => catalogParameter(name, row));
}
