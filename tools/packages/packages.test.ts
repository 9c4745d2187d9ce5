import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type Lock, productionTree, withInstallScripts } from './install-scripts.js';
import { packagesIn, REPOSITORY as ROOT } from '../shared/workspaces.js';
import { publishedManifest } from './staging.js';

const packages = packagesIn(ROOT).filter(({ manifest }) => manifest.private !== true);
const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { readonly packages: Lock })
  .packages;

/** Accepted install scripts, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'node_modules/esbuild':
    'checks that the program which npm has installed for this machine runs, and puts it in place of a small script; authors’ ' +
    'TypeScript is read as well if it does not run (--ignore-scripts), which npm run packages shows',
};

describe.each(packages.map((each) => [each.manifest.name, each] as const))('%s', (_name, { folder, manifest }) => {
  test('is as publint wants it', async () => {
    // `npm run packages` checks the archive: packing takes a while.
    const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('exports files that exist', () => {
    for (const file of Object.values(manifest.exports ?? {}).flatMap((target) => Object.values(target))) {
      expect({ file, exists: existsSync(join(folder, file)) }).toEqual({ file, exists: true });
    }
  });

  test('is published with types before code, both packed, and without what only builds need', () => {
    const published = publishedManifest(manifest);
    for (const target of Object.values(published.exports ?? {})) {
      expect(Object.keys(target)).toEqual(['types', 'default']);
      for (const file of Object.values(target)) expect(published.files).toContain(file.split('/')[1]);
    }
    expect(published.devDependencies).toBeUndefined();
    expect(Object.keys(published.dependencies ?? {}).filter((name) => /kineko/.test(name))).toEqual([]);
  });

  test('has a description, keywords and a licence', () => {
    expect(manifest).toMatchObject({ version: packages[0]!.manifest.version, license: 'MIT', type: 'module' });
    expect(manifest.engines).toEqual({ node: '>=20.19' });
    expect(manifest.description).toMatch(/^[A-Z]|^npm create/);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(manifest.scripts).toBeUndefined();
    const terms = (path: string): string => readFileSync(join(path, 'LICENSE'), 'utf8');
    expect(terms(folder)).toBe(terms(ROOT));
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(new RegExp(`^# ${manifest.name}\n`));
  });
});

test('kineko and create-kineko are published, and everything else is private', () => {
  expect(packages.map(({ manifest }) => manifest.name)).toEqual(['create-kineko', 'kineko']);
});

describe('nothing is run when they are installed', () => {
  test('by any package that comes along, but for those that are allowed', () => {
    const tree = productionTree(
      lock,
      packages.map(({ path }) => path),
    );
    expect(tree).toContain('node_modules/yaml');
    expect(tree).not.toContain('node_modules/bullmq');
    expect(tree).not.toContain('node_modules/jest');
    expect(withInstallScripts(lock, tree)).toEqual(Object.keys(ALLOWED));
  });

  test('such a package is found wherever it stands', () => {
    const small: Lock = {
      'packages/a': {
        dependencies: { b: '1', '@s/c': '1' },
        peerDependencies: { d: '1', e: '1' },
        peerDependenciesMeta: { e: { optional: true } },
      },
      'node_modules/b': { link: true, resolved: 'packages/b' },
      'packages/b': { optionalDependencies: { f: '1', elsewhere: '1' } },
      'packages/b/node_modules/f': { hasInstallScript: true },
      'node_modules/f': {},
      'packages/a/node_modules/@s/c': { dependencies: { d: '1' } },
      'packages/a/node_modules/@s/c/node_modules/d': { hasInstallScript: true },
      'node_modules/d': {},
      'node_modules/e': { hasInstallScript: true },
    };
    expect(withInstallScripts(small, productionTree(small, ['packages/a']))).toEqual([
      'packages/a/node_modules/@s/c/node_modules/d',
      'packages/b/node_modules/f',
    ]);
  });

  test('a lock that does not fit the manifests is no answer', () => {
    expect(() => productionTree({}, ['packages/a'])).toThrow('package-lock.json has no packages/a');
    expect(() => productionTree({ 'packages/a': { dependencies: { b: '1' } } }, ['packages/a'])).toThrow(
      'package-lock.json does not say where packages/a finds b',
    );
  });
});

test('npm ci takes the lock: what the workspace’s own tools want is in it, also for other machines', () => {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  const tools = Object.keys(root['devDependencies']!).map((name) => `node_modules/${name}`);
  const missing: string[] = [];
  productionTree(lock, tools, (name, wantedBy) => missing.push(`${wantedBy} wants ${name}`));
  // `npm ci` may fail if an optional package of a tool is missing in the lock, also one for another machine; then use
  // another version of the tool.
  expect(missing).toEqual([]);
});

test('no package in the lock file has an address: the registry of the user applies', () => {
  const addresses = Object.entries(lock).filter(
    ([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved),
  );
  expect(addresses).toEqual([]);
});
