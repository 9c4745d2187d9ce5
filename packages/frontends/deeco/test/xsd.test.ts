import { expect, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { schemaModule } from './xsd.js';

test.each(['Visualization', 'Simulation'] as const)(
  'the module of %s.xsd is the file; KINEKO_WRITE=1 npm run jest -- deeco-xsd rewrites it',
  (name) => {
    const { file, text } = schemaModule(name);
    if (process.env['KINEKO_WRITE'] === '1') writeFileSync(file, text);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(text);
  },
);
