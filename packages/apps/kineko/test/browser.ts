/** A real browser for tests of pages. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM, requireProgram } from '@kineko/tools/services/programs';

/** Without a display, and without requests to other hosts. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // WebGL in software: slow, but with the same pictures.
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'kineko-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireProgram(CHROMIUM),
    args: ARGUMENTS,
    viewport: { width: 1000, height: 700 },
    colorScheme: 'light',
    timeout: 0,
  });
  // Jest's limit is enough: on a busy machine a page may exceed the browser's own.
  context.setDefaultTimeout(0);
  return {
    context,
    close: async () => {
      await context.close();
      // Helper processes of the browser may write to it a little longer.
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
