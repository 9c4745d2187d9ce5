/** Generates modules with the schemas of the DEECo playground, so that pages can load them. */
import { readFileSync } from 'node:fs';

export interface SchemaModule {
  readonly file: URL;
  /** The expected source. */
  readonly text: string;
}

const FOLDER = new URL('../src/format/xsd/', import.meta.url);

export function schemaModule(name: 'Visualization' | 'Simulation'): SchemaModule {
  const xsd = readFileSync(new URL(`${name}.xsd`, FOLDER), 'utf8');
  const lines = [
    `/** ${name}.xsd of the DEECo playground, unchanged; Apache License 2.0, see the LICENSE beside it. Made by its test. */`,
    `export const ${name.toUpperCase()}_XSD = \`${xsd.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}\`;`,
    '',
  ];
  return { file: new URL(`${name.toLowerCase()}-xsd.ts`, FOLDER), text: lines.join('\n') };
}
