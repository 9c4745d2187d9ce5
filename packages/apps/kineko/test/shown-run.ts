/** A run of some records in the viewer of a real browser. */
import { binaryHeader, BinaryWriter, type TraceObject, type TraceRecord } from '@kineko/formats/trace';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { showInViewer } from '../src/viewer-server.js';
import type { TestBrowser } from './browser.js';
import { Workspace } from './command-line.js';

declare const kineko: { readonly phase: { readonly value: string } };

/** Opens the page, runs a test, and closes it; errors of the page fail the test. */
export async function shownRun(
  browser: TestBrowser,
  records: readonly TraceRecord[],
  look: (page: Page) => Promise<void>,
  info: TraceObject = {},
): Promise<void> {
  const writer = new BinaryWriter();
  for (const record of records) writer.append(record);
  const workspace = new Workspace({ 'trace.bin': Buffer.concat([binaryHeader(info), writer.take()]) });
  await shownFile(browser, workspace.of('trace.bin'), look);
}

/** The same for an existing log or trace. */
export async function shownFile(
  browser: TestBrowser,
  path: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { url, close } = await showInViewer({ kind: 'file', path, name: 'run' }, { port: 0 });
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(url);
    await page.waitForFunction(() => kineko.phase.value === 'ready');
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    await close();
  }
}
