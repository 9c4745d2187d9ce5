import { escapeText } from '@kineko/formats/problem';
import type { CliContext } from '@kineko/run/console';

type Output = CliContext['stdout'];

/**
 * An output that escapes control characters, so that foreign text cannot control the terminal. Within JSON the escapes mean the
 * same characters. Line ends are kept: foreign text that must stay on one line is escaped by the caller (`escapeText`).
 */
export function escapedOutput(output: Output): Output {
  const escaped: Output = {
    write: (text) => output.write(escapeLines(text)),
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
  };
  terminals.set(escaped, output);
  return escaped;
}

/** Escapes a text of several lines, and keeps the line breaks. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeText).join('\n');
}

const terminals = new WeakMap<Output, Output>();

/** The unescaped output, for our own progress bars and colours. */
export function terminalOf(output: Output): Output {
  return terminals.get(output) ?? output;
}
