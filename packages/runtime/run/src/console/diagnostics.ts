/**
 * Messages of the program and of authors' code, written by pino to stderr as readable lines or as JSON. pino is loaded
 * when the first line is written, which in a quiet run is never.
 */
import { createRequire } from 'node:module';
import { escapeText } from '@kineko/formats/problem';
import type { pino as pinoFactory, Logger } from 'pino';
import type { AuthorLog, LogLevel } from '../scenario.js';
import type { CliContext, Output } from './cli-context.js';

export interface DiagnosticsOptions {
  /** Whether only errors are shown. */
  readonly quiet: boolean;
  /** 0: warnings; 1: messages of authors' code too; 2: everything. */
  readonly verbose: number;
}

export interface Diagnostics {
  warn(text: string): void;
  info(text: string): void;
  readonly author: AuthorLog;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export function diagnosticsOn({ stderr, env }: CliContext, { quiet, verbose }: DiagnosticsOptions): Diagnostics {
  const lowest: LogLevel = quiet ? 'error' : verbose >= 2 ? 'debug' : verbose === 1 ? 'info' : 'warn';
  const asJson = env['KINEKO_DIAGNOSTICS'] === 'json';
  let logger: Logger | undefined;
  const write = (level: LogLevel, text: string, who?: { readonly process: number; readonly logger: string }): void => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(lowest)) return;
    logger ??= newLogger(stderr, lowest, asJson);
    logger[level](who ?? {}, text);
  };
  return { warn: (text) => write('warn', text), info: (text) => write('info', text), author: write };
}

function newLogger(stderr: Output, level: LogLevel, asJson: boolean): Logger {
  // Loaded synchronously, since it may be needed during an event.
  const pino = createRequire(import.meta.url)('pino') as typeof pinoFactory;
  const stream = { write: (line: string) => void stderr.write(asJson ? line : readable(line)) };
  return pino({ level, base: null }, stream);
}

const WORDS: Readonly<Record<number, string>> = { 20: 'debug: ', 40: 'warning: ', 50: 'error: ' };

function readable(line: string): string {
  const { level, msg, process, logger } = JSON.parse(line) as {
    readonly level: number;
    readonly msg: string;
    readonly process?: number;
    readonly logger?: string;
  };
  const who = process === undefined ? '' : `p${process} ${logger}: `;
  return `${escapeText(`${who}${WORDS[level] ?? ''}${msg}`)}\n`;
}
