/** A real browser for tests of pages. */
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
  // All pages are ours: a process for each would only take longer.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath: requireProgram(CHROMIUM), args: ARGUMENTS, timeout: 0 });
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    colorScheme: 'light',
    // A run that plays in an open page takes a third of a core.
    reducedMotion: 'reduce',
  });
  // Jest's limit is enough: on a busy machine a page may exceed the browser's own.
  context.setDefaultTimeout(0);
  // Without an open page the renderer ends, and the next page starts another one and compiles its scripts again.
  await context.newPage();
  return { context, close: () => browser.close() };
}
