/** `kineko list`: the names that configurations, experiments and properties can use. */
import { unknownName } from '@kineko/formats/problem';
import type { NameCatalog } from '@kineko/run';
import { type CliContext, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { allCatalogs } from '../catalogs.js';
import type { ArgumentsOf, Command } from '../command.js';
import { jsonOption } from '../options.js';

type CatalogItem = NameCatalog['groups'][number]['items'][number];
type CatalogParameter = NonNullable<CatalogItem['parameters']>[number];

const OPTIONS = {
  what: { type: 'string', describe: 'kind of names (default: an overview of all kinds)' },
  json: jsonOption('the list'),
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [
    ['$0 list', 'all kinds of names'],
    ['$0 list algorithms', 'names for robot.algorithm, each with its parameters'],
    ['$0 list properties', 'properties for kineko check, with the events that they look for'],
  ],
  run: list,
};

async function list({ what, json }: ArgumentsOf<typeof OPTIONS>, { stdout }: CliContext): Promise<ExitCode> {
  const catalogs = await allCatalogs();
  if (what === undefined) {
    stdout.write(json ? `${JSON.stringify(catalogs.map(overviewOf))}\n` : describeAll(catalogs));
    return EXIT.ok;
  }
  const catalog = catalogs.find(({ kind }) => kind === what);
  if (catalog === undefined) {
    const kinds = catalogs.map(({ kind }) => kind);
    throw new UsageError(`${unknownName('kind', what, kinds)}\n(see kineko list)`);
  }
  stdout.write(json ? `${JSON.stringify(rowsOf(catalog))}\n` : describe(catalog));
  return EXIT.ok;
}

function overviewOf({ kind, doc, groups }: NameCatalog): { kind: string; count: number; doc: string } {
  return { kind, count: groups.reduce((sum, { items }) => sum + items.length, 0), doc };
}

function describeAll(catalogs: readonly NameCatalog[]): string {
  const rows = catalogs.map(overviewOf);
  const [name, number] = [widest(rows, ({ kind }) => kind), widest(rows, ({ count }) => String(count))];
  const lines = rows.map(({ kind, count, doc }) => `${kind.padEnd(name)}  ${String(count).padStart(number)}  ${doc}`);
  return [...lines, '', 'kineko list <kind> lists the names of one kind, each with its parameters', ''].join('\n');
}

function rowsOf({ groups }: NameCatalog): object[] {
  return groups.flatMap(({ title, items }) =>
    items.map(({ name, aliases = [], doc, parameters = [], premise, events, use }) => ({
      name,
      aliases,
      group: title,
      doc,
      parameters,
      ...(premise !== undefined && { premise }),
      ...(events !== undefined && { events }),
      ...(use !== undefined && { use }),
    })),
  );
}

function describe({ groups }: NameCatalog): string {
  return groups.map(({ title, items }) => `${title}:\n${describeItems(items)}`).join('\n');
}

function describeItems(items: readonly CatalogItem[]): string {
  const width = widest(items, ({ name }) => name);
  return items
    .flatMap(({ name, doc, parameters = [], premise, events, use }) => [
      `  ${name.padEnd(width)}  ${doc}`,
      ...(use === undefined ? [] : [`    use: ${use}`]),
      ...parameters.map((parameter) => `    ${describeParameter(parameter, name)}`),
      ...(premise === undefined ? [] : [`    premise: ${premise}`]),
      ...(events === undefined ? [] : [`    looks for: ${events.join(', ')}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** A key that is listed itself is not repeated. */
function describeParameter({ name, expects, default: given, isNeeded, doc }: CatalogParameter, item: string): string {
  const value = `${expects}${given === undefined ? '' : `, default ${given}`}${isNeeded === true ? ', required' : ''}`;
  return name === item ? value : `${name}: ${doc}; ${value}`;
}

function widest<T>(items: readonly T[], textOf: (item: T) => string): number {
  return items.reduce((most, item) => Math.max(most, textOf(item).length), 0);
}
